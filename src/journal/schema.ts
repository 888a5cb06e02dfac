import type {DatabaseSync} from 'node:sqlite';

export type Row = Readonly<Record<string, unknown>>;

/** The number of this schema. Journals of 0.1.0 have 3. */
const version = 7;

const tables = `
	CREATE TABLE IF NOT EXISTS entries (
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
	CREATE TABLE IF NOT EXISTS intents (
		id TEXT PRIMARY KEY,
		service TEXT NOT NULL,
		owner INTEGER NOT NULL,
		at INTEGER NOT NULL,
		content TEXT NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE TABLE IF NOT EXISTS observations (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		deployment_id TEXT NOT NULL,
		project TEXT NOT NULL,
		is_concluded INTEGER NOT NULL,
		seen_at INTEGER NOT NULL,
		record TEXT NOT NULL,
		PRIMARY KEY (service, project_id, deployment_id)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX IF NOT EXISTS observations_by_end ON observations (service, is_concluded, seen_at);
	CREATE INDEX IF NOT EXISTS observations_by_time ON observations (seen_at);
	CREATE TABLE IF NOT EXISTS changes (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		deployment_id TEXT NOT NULL,
		after INTEGER NOT NULL,
		before INTEGER NOT NULL,
		from_status TEXT NOT NULL,
		to_status TEXT NOT NULL
	) STRICT;
	CREATE INDEX IF NOT EXISTS changes_by_project ON changes (service, project_id);
	CREATE TABLE IF NOT EXISTS projects (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		name TEXT,
		slug TEXT,
		seen_at INTEGER NOT NULL,
		is_gone INTEGER NOT NULL DEFAULT 0,
		PRIMARY KEY (service, project_id)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX IF NOT EXISTS projects_by_time ON projects (seen_at);
	CREATE TABLE IF NOT EXISTS watches (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		deployment_id TEXT NOT NULL,
		project TEXT NOT NULL,
		is_mine INTEGER NOT NULL,
		PRIMARY KEY (service, project_id, deployment_id)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE IF NOT EXISTS drafts (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		content TEXT NOT NULL,
		PRIMARY KEY (service, project_id)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE IF NOT EXISTS deploy_bodies (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		body TEXT NOT NULL,
		PRIMARY KEY (service, project_id)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE IF NOT EXISTS last_reads (service TEXT PRIMARY KEY, read_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE IF NOT EXISTS announced_words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
	CREATE TABLE IF NOT EXISTS places (id INTEGER PRIMARY KEY, service TEXT NOT NULL UNIQUE, place TEXT NOT NULL) STRICT;
	CREATE TABLE IF NOT EXISTS windows (
		id TEXT PRIMARY KEY,
		pid INTEGER NOT NULL,
		service TEXT NOT NULL,
		weight INTEGER NOT NULL,
		per_minute INTEGER NOT NULL,
		at INTEGER NOT NULL
	) STRICT, WITHOUT ROWID`;

/** What earlier versions call otherwise. */
const renamed = `
	DROP INDEX sightings_by_end;
	DROP INDEX sightings_by_time;
	ALTER TABLE sightings RENAME TO observations;
	ALTER TABLE changes RENAME COLUMN looked TO from_status;
	ALTER TABLE changes RENAME COLUMN looks TO to_status;
	ALTER TABLE bodies RENAME TO deploy_bodies;
	ALTER TABLE visits RENAME TO last_reads`;

/** What has another form in earlier versions, once the tables of this one are there. */
const converted = `
	INSERT INTO announced_words (word) SELECT word FROM words;
	DROP TABLE words;
	DROP TABLE IF EXISTS pathless;
	INSERT OR IGNORE INTO projects (service, project_id, name, seen_at)
		SELECT service, project_id, project, max(seen_at) FROM observations GROUP BY service, project_id`;

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

/** The tables with text that a user typed. What 0.1.0 saved there is found with every path of the host. */
const ofAnyPath = ['drafts', 'deploy_bodies'] as const;

/** Returns the key of what 0.1.0 saved about this host and what must not get lost: it did not save the path of the address, so that is found with every path. */
export function anyPath(service: string): string {
	const slash = service.indexOf('/', service.lastIndexOf(' '));
	return `${slash < 0 ? service : service.slice(0, slash)} *`;
}

const move = (database: DatabaseSync, table: string, service: string, newService: string) =>
	database.prepare(`UPDATE OR REPLACE ${table} SET service = ? WHERE service = ?`).run(newService, service);

/** Carries over what an earlier version saved. */
function carryOver(database: DatabaseSync): void {
	database.exec(renamed);
	database.exec(tables);
	database.exec(converted);
	const knowsPath = database.prepare("SELECT 1 FROM pragma_table_info('intents') WHERE name = 'knows_path'").get();
	database.exec(`UPDATE intents SET service = service || ' *' ${knowsPath ? 'WHERE NOT knows_path' : ''}`);
	if (knowsPath) database.exec('ALTER TABLE intents DROP COLUMN knows_path');
	else for (const table of ofAnyPath) database.exec(`UPDATE ${table} SET service = service || ' *'`);
}

/** Returns the number of the schema. Throws if a later version of landfall wrote it: only that one knows what it means. */
export function checkVersion(database: DatabaseSync): number {
	const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
	if (found > version) throw new Error('a newer landfall wrote it');
	return found;
}

/**
Migrates the database to this schema, in a transaction that the caller begins.

0.1.0 did not tell the paths of addresses apart: what it saved about a host stays with the address without a path, but its intents and what a user typed are found with every path.
*/
export function migrate(database: DatabaseSync): void {
	const found = checkVersion(database);
	if (found === version) return;
	if (found === 0) database.exec(tables);
	else carryOver(database);
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

/** What a connection is called in the entries before and after its profile is renamed. */
export type ConnectionNames = {readonly connection: string; readonly newConnection: string};

/** Moves everything about a service to another key. What is there already for that key is replaced. */
export function renameService(
	database: DatabaseSync,
	service: string,
	newService: string,
	{connection, newConnection}: ConnectionNames,
): void {
	for (const table of [...ofServices, 'intents']) move(database, table, service, newService);
	for (const table of [...ofAnyPath, 'intents']) move(database, table, anyPath(service), anyPath(newService));
	database.prepare('UPDATE entries SET connection = ? WHERE connection = ?').run(newConnection, connection);
}

export function forgetService(database: DatabaseSync, service: string, connection: string): void {
	for (const table of ofServices) database.prepare(`DELETE FROM ${table} WHERE service = ?`).run(service);
	for (const table of [...ofAnyPath, 'intents']) {
		database.prepare(`DELETE FROM ${table} WHERE service IN (?, ?)`).run(service, anyPath(service));
	}

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
