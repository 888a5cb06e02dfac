import {mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {type SafeText, safe} from '../text.ts';
import {migrate} from './migrations.ts';
import {prune} from './pruning.ts';
import {setDatabaseAside} from './set-aside.ts';

/** What SQLite calls a file that is no database, or no longer one. */
const damaged = new Set([11, 26]);

export type DatabaseOptions = {
	/** Undefined keeps it in memory: nothing of a demo belongs on a disk. */
	readonly path: string | undefined;
	readonly now: () => number;
};

/** The database behind the journal. Nothing about its file or its disk makes `use` fail. */
export type Database = {
	/** Opens the file when it is first needed, so that a start does not wait for it. */
	readonly use: <Answer>(work: (database: DatabaseSync) => Answer) => Answer;
	/** What was wrong with the file, once. */
	readonly takeNotice: () => SafeText | undefined;
	readonly close: () => void;
};

function openFile(path: string): DatabaseSync {
	const {DatabaseSync} = process.getBuiltinModule('node:sqlite');
	if (path !== ':memory:') mkdirSync(dirname(path), {recursive: true, mode: 0o700});
	const database = new DatabaseSync(path, {timeout: 5000});
	try {
		// Several landfalls may write to it. What is written stays when this process is killed; what a person did is also on the disk before anything else happens.
		database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
		migrate(database);
		prune(database);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

const reasonOf = (error: unknown): SafeText => safe(error instanceof Error ? error.message : String(error), 100);

const isSqlite = (error: unknown): error is Error & {readonly errcode: number} =>
	error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';

/** A file that is damaged is set aside, also when that shows only later; where no file can be had the journal is kept in memory. */
export function createDatabase({path, now}: DatabaseOptions): Database {
	let opened: DatabaseSync | undefined;
	let notice: SafeText | undefined;

	const inMemory = (reason: SafeText) => {
		notice = safe(`What happens is remembered only until landfall ends: ${path} cannot be used (${reason}).`, 400);
		return openFile(':memory:');
	};

	const anew = (file: string, reason: SafeText) => {
		const name = setDatabaseAside(file, now());
		try {
			if (name === undefined) return inMemory(reason);
			const database = openFile(file);
			notice = safe(`The journal could not be read (${reason}). It was set aside as ${name}.`, 400);
			return database;
		} catch {
			return inMemory(reason);
		}
	};

	const open = () => {
		if (path === undefined) return openFile(':memory:');
		try {
			return openFile(path);
		} catch (error) {
			return anew(path, reasonOf(error));
		}
	};

	const closeQuietly = () => {
		try {
			opened?.close();
		} catch {
			// It is given up either way.
		}
	};

	return {
		use(work) {
			opened ??= open();
			try {
				return work(opened);
			} catch (error) {
				if (path === undefined || !isSqlite(error)) throw error;
				closeQuietly();
				opened = damaged.has(error.errcode) ? anew(path, reasonOf(error)) : inMemory(reasonOf(error));
				return work(opened);
			}
		},

		takeNotice() {
			const text = notice;
			notice = undefined;
			return text;
		},

		close() {
			closeQuietly();
			opened = undefined;
		},
	};
}

/** Does all of the work or nothing of it. */
export function inOneStep<Answer>(database: DatabaseSync, work: () => Answer): Answer {
	database.exec('BEGIN IMMEDIATE');
	try {
		const answer = work();
		database.exec('COMMIT');
		return answer;
	} catch (error) {
		try {
			database.exec('ROLLBACK');
		} catch {
			// What broke it has ended it as well.
		}

		throw error;
	}
}
