import type {DatabaseSync} from 'node:sqlite';

/** A row of a table, by column names. */
export type Row = Readonly<Record<string, unknown>>;

/** The number of this schema. Journals of 0.1.0 have 3. */
const version = 7;

const tables = `
	CREATE TABLE entries (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		at INTEGER NOT NULL,
		kind TEXT NOT NULL,
		connection TEXT NOT NULL,
		project_id TEXT NOT NULL,
		deployment_id TEXT NOT NULL DEFAULT '',
		project TEXT NOT NULL,
		text TEXT NOT NULL,
		request_id TEXT
	) STRICT;
	CREATE TABLE intents (
		id TEXT PRIMARY KEY,
		service TEXT NOT NULL,
		owner INTEGER NOT NULL,
		at INTEGER NOT NULL,
		content TEXT NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE TABLE observations (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		deployment_id TEXT NOT NULL,
		project TEXT NOT NULL,
		is_concluded INTEGER NOT NULL,
		seen_at INTEGER NOT NULL,
		record TEXT NOT NULL,
		PRIMARY KEY (service, project_id, deployment_id)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX observations_by_end ON observations (service, is_concluded, seen_at);
	CREATE INDEX observations_by_time ON observations (seen_at);
	CREATE TABLE changes (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		deployment_id TEXT NOT NULL,
		after INTEGER NOT NULL,
		before INTEGER NOT NULL,
		from_status TEXT NOT NULL,
		to_status TEXT NOT NULL
	) STRICT;
	CREATE INDEX changes_by_project ON changes (service, project_id);
	CREATE TABLE projects (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		name TEXT,
		slug TEXT,
		seen_at INTEGER NOT NULL,
		is_gone INTEGER NOT NULL DEFAULT 0,
		PRIMARY KEY (service, project_id)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX projects_by_time ON projects (seen_at);
	CREATE TABLE watches (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		deployment_id TEXT NOT NULL,
		project TEXT NOT NULL,
		is_mine INTEGER NOT NULL,
		PRIMARY KEY (service, project_id, deployment_id)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE drafts (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		content TEXT NOT NULL,
		PRIMARY KEY (service, project_id)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE deploy_bodies (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		body TEXT NOT NULL,
		PRIMARY KEY (service, project_id)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE last_reads (service TEXT PRIMARY KEY, read_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE announced_words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
	CREATE TABLE places (id INTEGER PRIMARY KEY, service TEXT NOT NULL UNIQUE, place TEXT NOT NULL) STRICT;
	CREATE TABLE windows (
		id TEXT PRIMARY KEY,
		pid INTEGER NOT NULL,
		service TEXT NOT NULL,
		weight INTEGER NOT NULL,
		per_minute INTEGER NOT NULL,
		at INTEGER NOT NULL
	) STRICT, WITHOUT ROWID`;

/** The tables whose rows are kept from journals of earlier versions, with their names there. */
const carried = {
	entries: 'entries',
	intents: 'intents',
	observations: 'sightings',
	changes: 'changes',
	projects: 'projects',
	watches: 'watches',
	drafts: 'drafts',
	deploy_bodies: 'bodies',
	last_reads: 'visits',
	announced_words: 'words',
};

/** The columns that have another name in journals of earlier versions. */
const newColumns = new Map([
	['looked', 'from_status'],
	['looks', 'to_status'],
]);

/** The tables with rows for each service, except for intents. */
const ofServices = [
	'observations',
	'changes',
	'projects',
	'watches',
	'drafts',
	'deploy_bodies',
	'last_reads',
	'places',
] as const;

/** Returns the key of the intents that 0.1.0 sent to this host. It did not save the path of the address, so they are found with every path. */
export function anyPath(service: string): string {
	const slash = service.indexOf('/', service.lastIndexOf(' '));
	return `${slash < 0 ? service : service.slice(0, slash)} *`;
}

const withoutPath = (service: string): string => anyPath(service).slice(0, -2);

const namesOf = (database: DatabaseSync, type: 'table' | 'index'): readonly string[] =>
	database
		.prepare("SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%'")
		.all(type)
		.map(({name}) => String(name));

const columnsOf = (database: DatabaseSync, table: string): readonly string[] =>
	database
		.prepare('SELECT name FROM pragma_table_info(?)')
		.all(table)
		.map(({name}) => String(name));

const move = (database: DatabaseSync, table: string, service: string, newService: string) =>
	database.prepare(`UPDATE OR REPLACE ${table} SET service = ? WHERE service = ?`).run(newService, service);

/** Creates the tables, and fills them with what an earlier version saved. */
function carryOver(database: DatabaseSync, knownServices: readonly string[]): void {
	for (const index of namesOf(database, 'index')) database.exec(`DROP INDEX ${index}`);
	const earlier = new Set(namesOf(database, 'table'));
	for (const table of earlier) database.exec(`ALTER TABLE ${table} RENAME TO earlier_${table}`);
	database.exec(tables);
	for (const [table, from] of Object.entries(carried)) {
		if (!earlier.has(from)) continue;
		const columns = columnsOf(database, `earlier_${from}`).filter(name => name !== 'knows_path');
		const names = columns.map(name => newColumns.get(name) ?? name);
		database.exec(`INSERT INTO ${table} (${names}) SELECT ${columns} FROM earlier_${from}`);
	}

	if (!earlier.has('projects')) {
		database.exec(`INSERT INTO projects (service, project_id, name, seen_at)
			SELECT service, project_id, project, max(seen_at) FROM observations GROUP BY service, project_id`);
	}

	const isPathless = columnsOf(database, 'earlier_intents').includes('knows_path') ? 'NOT knows_path' : 'TRUE';
	database.exec(`UPDATE intents SET service = service || ' *'
		WHERE id IN (SELECT id FROM earlier_intents WHERE ${isPathless})`);

	for (const service of knownServices) {
		const pathless = withoutPath(service);
		const isPathless =
			!earlier.has('pathless') ||
			database.prepare('SELECT 1 FROM earlier_pathless WHERE service = ?').get(pathless) !== undefined;
		if (isPathless && service !== pathless) for (const table of ofServices) move(database, table, pathless, service);
	}

	for (const table of earlier) database.exec(`DROP TABLE earlier_${table}`);
}

/** Returns the number of the schema. Throws if a later version of landfall wrote it: only that one knows what it means. */
export function checkVersion(database: DatabaseSync): number {
	const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
	if (found > version) throw new Error('a newer landfall wrote it');
	return found;
}

/**
Migrates the database to this schema, in a transaction that the caller begins.

0.1.0 did not tell the paths of addresses apart: what it saved about a host goes to the known service there, and its intents are found with every path.
*/
export function migrate(database: DatabaseSync, knownServices: () => readonly string[]): void {
	const found = checkVersion(database);
	if (found === version) return;
	if (found === 0) database.exec(tables);
	else carryOver(database, knownServices());
	database.exec(`PRAGMA user_version = ${version}`);
}

/** The maximum number of rows per table. Together they take about 16 MB. */
const maxRows = {entries: 10_000, observations: 20_000, changes: 40_000, projects: 10_000, announced_words: 500};

/** Deletes the oldest rows beyond each limit. SQLite reuses their space, so the file stops growing. */
export function prune(database: DatabaseSync): void {
	for (const table of ['entries', 'changes', 'announced_words'] as const) {
		database.prepare(`DELETE FROM ${table} WHERE id <= (SELECT max(id) FROM ${table}) - ?`).run(maxRows[table]);
	}

	for (const table of ['observations', 'projects'] as const) {
		database
			.prepare(
				`DELETE FROM ${table} WHERE seen_at < (SELECT seen_at FROM ${table} ORDER BY seen_at DESC LIMIT 1 OFFSET ?)`,
			)
			.run(maxRows[table] - 1);
	}
}

/** Moves everything about a service to another key. What is there already for that key is replaced. */
export function renameService(
	database: DatabaseSync,
	service: string,
	newService: string,
	{connection, newConnection}: {readonly connection: string; readonly newConnection: string},
): void {
	for (const table of [...ofServices, 'intents']) move(database, table, service, newService);
	move(database, 'intents', anyPath(service), anyPath(newService));
	database.prepare('UPDATE entries SET connection = ? WHERE connection = ?').run(newConnection, connection);
}

/** Deletes everything about a service. */
export function forgetService(database: DatabaseSync, service: string, connection: string): void {
	for (const table of ofServices) database.prepare(`DELETE FROM ${table} WHERE service = ?`).run(service);
	database.prepare('DELETE FROM intents WHERE service IN (?, ?)').run(service, anyPath(service));
	database.prepare('DELETE FROM entries WHERE connection = ?').run(connection);
}

type TableRow = {readonly table: string; readonly row: Row};

/** The id of a window that is none: it marks a file that was deleted while several processes had it open. One of them carries its rows over, so that those that it has deleted since stay deleted. If the file is put back, the mark ends like any window. */
const carriedOver = 'carried over';

/** Returns the rows that a running landfall goes on with if the file cannot be used any more, unless another process has done so. */
export const rowsToCarryOver = (database: DatabaseSync): readonly TableRow[] =>
	database.prepare('SELECT 1 FROM windows WHERE id = ?').get(carriedOver)
		? []
		: ['intents', 'watches', 'drafts'].flatMap(table =>
				database
					.prepare(`SELECT * FROM ${table}`)
					.all()
					.map(row => ({table, row})),
			);

/** Marks a deleted file, after its rows were inserted elsewhere. */
export function markCarriedOver(database: DatabaseSync): void {
	database.prepare("INSERT OR REPLACE INTO windows VALUES (?, 0, '', 0, 0, 0)").run(carriedOver);
}

/** Inserts rows of another journal, unless they are there. */
export function insertRows(database: DatabaseSync, rows: readonly TableRow[]): void {
	for (const {table, row} of rows) {
		const names = Object.keys(row);
		database
			.prepare(`INSERT OR IGNORE INTO ${table} (${names}) VALUES (${names.map(() => '?')})`)
			.run(...(Object.values(row) as string[]));
	}
}
