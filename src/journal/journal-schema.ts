import type {DatabaseSync, SQLInputValue} from 'node:sqlite';
import {corruptCodes, JournalError} from './journal-error.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Reads a number beyond 2^53, which only damage writes, as the nearest one. By default, it would hide all rows. */
export function readAll(database: DatabaseSync, sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
	const statement = database.prepare(sql);
	statement.setReadBigInts(true);
	const read = ([name, value]: readonly [string, unknown]) => [name, typeof value === 'bigint' ? Number(value) : value];
	return statement.all(...values).map(row => Object.fromEntries(Object.entries(row).map(read)));
}

export const momentIn = (value: unknown): number | undefined =>
	Number.isNaN(new Date(Number(value)).valueOf()) ? undefined : Number(value);

const version = 10;

/** Both tables hold each intent, and differ after damage. Neither has an index, because an index would miss a damaged id. */
export const intentTables = ['intents', 'intent_copies'] as const;

const tables = `
	CREATE TABLE entries (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		at INTEGER NOT NULL,
		kind TEXT NOT NULL,
		connection TEXT NOT NULL,
		project_id TEXT NOT NULL,
		deployment_id TEXT NOT NULL DEFAULT '',
		project TEXT NOT NULL,
		word TEXT,
		version INTEGER,
		message TEXT NOT NULL,
		request_id TEXT
	) STRICT;
	CREATE UNIQUE INDEX entries_observed ON entries
		(connection, project_id, deployment_id, kind, coalesce(word, ''), coalesce(version, 0))
		WHERE kind IN ('concluded', 'changed again');
	CREATE TABLE intents (
		id TEXT NOT NULL,
		address TEXT NOT NULL,
		service TEXT NOT NULL,
		owner INTEGER NOT NULL,
		at INTEGER NOT NULL,
		content TEXT NOT NULL
	) STRICT;
	CREATE TABLE intent_copies AS SELECT * FROM intents;
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
	CREATE TABLE last_reads (
		service TEXT PRIMARY KEY,
		read_at INTEGER NOT NULL,
		owner INTEGER NOT NULL,
		failed INTEGER NOT NULL,
		running INTEGER NOT NULL,
		is_complete INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE TABLE announced_words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
	CREATE TABLE places (id INTEGER PRIMARY KEY, service TEXT NOT NULL UNIQUE, place TEXT NOT NULL) STRICT`;

const ofServices = [
	'observations',
	'changes',
	'projects',
	'watches',
	'last_reads',
	'places',
	'drafts',
	'deploy_bodies',
] as const;

/** Throws `JournalError` for a journal of another version, because only that version can read it. A file without tables is damaged: no landfall leaves one. */
export function checkVersion(found: number, path: string): void {
	if (found === version) return;
	if (found === 0)
		throw Object.assign(new Error('it has no tables'), {code: 'ERR_SQLITE_ERROR', errcode: corruptCodes[0]});
	throw new JournalError(
		found > version
			? `A newer landfall wrote the journal: ${path}. Update this one.`
			: `An earlier landfall wrote the journal, and this one does not read it: ${path}. Run landfall reconcile with that version, then move it away to begin a new one.`,
	);
}

export function createTables(database: DatabaseSync): void {
	database.exec(tables);
	database.exec(`PRAGMA user_version = ${version}`);
}

/** The full tables take about 16 MB. */
const maxTableRows = {entries: 10_000, observations: 20_000, changes: 40_000, projects: 10_000, announced_words: 500};

export function prune(database: DatabaseSync): void {
	for (const table of ['entries', 'changes', 'announced_words'] as const) {
		database.prepare(`DELETE FROM ${table} WHERE id <= (SELECT max(id) FROM ${table}) - ?`).run(maxTableRows[table]);
	}

	for (const table of ['observations', 'projects'] as const) {
		database
			.prepare(
				`DELETE FROM ${table} WHERE seen_at < (SELECT seen_at FROM ${table} ORDER BY seen_at DESC LIMIT 1 OFFSET ?)`,
			)
			.run(maxTableRows[table] - 1);
	}
}

export type ConnectionNames = {readonly connection: string; readonly newConnection: string};

/** Existing rows of the new key are replaced. */
export function renameService(
	database: DatabaseSync,
	service: string,
	newService: string,
	{connection, newConnection}: ConnectionNames,
): void {
	for (const table of [...ofServices, ...intentTables]) {
		database.prepare(`UPDATE OR REPLACE ${table} SET service = ? WHERE service = ?`).run(newService, service);
	}

	database.prepare('UPDATE OR REPLACE entries SET connection = ? WHERE connection = ?').run(newConnection, connection);
}

export type JournalOwner = {
	readonly id: number;
	readonly isRunning: (id: number) => boolean;
};
