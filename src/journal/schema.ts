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

/** Gives a journal of 0.1.0 this schema. 0.1.0 did not tell the paths of addresses apart: what it saved about a host stays with the address without a path. */
const carriedOver = `
	DROP INDEX sightings_by_end;
	DROP INDEX sightings_by_time;
	ALTER TABLE sightings RENAME TO observations;
	ALTER TABLE changes RENAME COLUMN looked TO from_status;
	ALTER TABLE changes RENAME COLUMN looks TO to_status;
	ALTER TABLE bodies RENAME TO deploy_bodies;
	ALTER TABLE visits RENAME TO last_reads;
	${tables};
	INSERT INTO announced_words (word) SELECT word FROM words;
	DROP TABLE words;
	INSERT INTO projects (service, project_id, name, seen_at)
		SELECT service, project_id, project, max(seen_at) FROM observations GROUP BY service, project_id`;

/** The tables with rows for each service. */
const ofServices = [
	'observations',
	'changes',
	'projects',
	'watches',
	'last_reads',
	'places',
	'intents',
	'drafts',
	'deploy_bodies',
] as const;

/** Returns the key of a service whose address has no path. 0.1.0 saved the writes to every path of a host under it. */
export function withoutPath(service: string): string {
	const slash = service.indexOf('/', service.lastIndexOf(' '));
	return slash < 0 ? service : service.slice(0, slash);
}

/** Returns the number of the schema. Throws if a later version of landfall wrote it: only that one knows what it means. */
export function checkVersion(database: DatabaseSync): number {
	const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
	if (found > version) throw new Error('a newer landfall wrote it');
	return found;
}

/** Creates the tables, or migrates those of an earlier version, in a transaction that the caller begins. */
export function migrate(database: DatabaseSync): void {
	const found = checkVersion(database);
	if (found === version) return;
	database.exec(found === 0 ? tables : carriedOver);
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
	for (const table of ofServices) {
		database.prepare(`UPDATE OR REPLACE ${table} SET service = ? WHERE service = ?`).run(newService, service);
	}

	database.prepare('UPDATE entries SET connection = ? WHERE connection = ?').run(newConnection, connection);
}

export function forgetService(database: DatabaseSync, service: string, connection: string): void {
	for (const table of ofServices) database.prepare(`DELETE FROM ${table} WHERE service = ?`).run(service);
	database.prepare('DELETE FROM entries WHERE connection = ?').run(connection);
}

type TableRow = {readonly table: string; readonly row: Row};

/** The process that writes to a journal. */
export type JournalOwner = {
	readonly id: number;
	/** Whether the process with another id is still running. */
	readonly isRunning: (id: number) => boolean;
};

/** Returns the rows that a running landfall goes on with if the file cannot be used any more. Other running processes go on with their own intents: they may be settled by now. */
export const rowsToCarryOver = (database: DatabaseSync, owner: JournalOwner): readonly TableRow[] =>
	['intents', 'watches', 'drafts'].flatMap(table => {
		const rows = database.prepare(`SELECT * FROM ${table}`).all();
		const own = rows.filter(
			row => row.owner === undefined || row.owner === owner.id || !owner.isRunning(Number(row.owner)),
		);
		return own.map(row => ({table, row}));
	});

/** Inserts rows of another journal, unless they are there. */
export function insertRows(database: DatabaseSync, rows: readonly TableRow[]): void {
	for (const {table, row} of rows) {
		const names = Object.keys(row);
		database
			.prepare(`INSERT OR IGNORE INTO ${table} (${names}) VALUES (${names.map(() => '?')})`)
			.run(...(Object.values(row) as string[]));
	}
}
