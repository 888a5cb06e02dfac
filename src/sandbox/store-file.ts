import {closeSync, fchmodSync, fstatSync, openSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';

/** Marks a SQLite file as sandbox data ("lndf"), so that no other program's file is ever changed. */
const applicationId = 0x6c6e6466;
/** Incremented whenever the schema changes. */
const layout = 1;

const tables = `
	CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE IF NOT EXISTS projects (seq INTEGER PRIMARY KEY, slug TEXT, row TEXT) STRICT;
	CREATE INDEX IF NOT EXISTS projects_by_slug ON projects (slug) WHERE slug IS NOT NULL;
	CREATE TABLE IF NOT EXISTS deployments (
		project_seq INTEGER NOT NULL,
		ordinal INTEGER NOT NULL,
		concludes_at INTEGER NOT NULL,
		is_running INTEGER NOT NULL,
		row TEXT NOT NULL,
		PRIMARY KEY (project_seq, ordinal)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX IF NOT EXISTS running ON deployments (concludes_at, project_seq, ordinal) WHERE is_running = 1;
`;

/**
Opens a database in a file that only its owner can read, or in memory without a file.

Throws an error with the code `SANDBOX_FILE` and a message for the user if the file cannot be used. Only one process at a time can open it.
*/
export function openDatabase(file: string | undefined): DatabaseSync {
	const {DatabaseSync} = process.getBuiltinModule('node:sqlite');
	if (file === undefined) {
		const database = new DatabaseSync(':memory:');
		database.exec(tables);
		return database;
	}

	let database: DatabaseSync | undefined;
	try {
		const isNew = ensureFile(file);
		database = new DatabaseSync(file);
		const {application_id: owner} = database.prepare('PRAGMA application_id').get() ?? {};
		if (!isNew && owner !== applicationId) throw new Error('it is not the data of a sandbox');
		const {user_version: found} = database.prepare('PRAGMA user_version').get() ?? {};
		if (!isNew && found !== layout) throw new Error(`it was written by another version of landfall (layout ${found})`);
		// NORMAL: committed data survives a crash of the process, which is enough here, without a disk sync per write.
		database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
		database.exec(
			`BEGIN IMMEDIATE; ${tables} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${layout}; COMMIT`,
		);
		if (!isNew) chmodOwnerOnly(file);
		return database;
	} catch (error) {
		database?.close();
		const reason = error instanceof Error ? error.message : String(error);
		const meaning = reason.includes('locked') ? 'another sandbox has it open' : reason;
		throw Object.assign(new Error(`cannot use ${file} for the sandbox: ${meaning}`), {code: 'SANDBOX_FILE'});
	}
}

/** Creates the file, accessible only to its owner, if it is missing. Returns whether it is empty. */
function ensureFile(file: string): boolean {
	const descriptor = openSync(file, 'a+', 0o600);
	try {
		return fstatSync(descriptor).size === 0;
	} finally {
		closeSync(descriptor);
	}
}

/** Call only once the file is known to be sandbox data. */
function chmodOwnerOnly(file: string): void {
	const descriptor = openSync(file, 'r');
	try {
		fchmodSync(descriptor, 0o600);
	} finally {
		closeSync(descriptor);
	}
}
