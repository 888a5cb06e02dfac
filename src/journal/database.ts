import {chmodSync, closeSync, mkdirSync, openSync} from 'node:fs';
import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {type SafeText, safe} from '../text.ts';
import {migrate} from './migrations.ts';
import {prune} from './pruning.ts';
import {setDatabaseAside} from './set-aside.ts';

/** SQLITE_BUSY and SQLITE_LOCKED: another process has the file. */
const lockedCodes = new Set([5, 6]);

/** The SQLite error codes for which the file is not at fault, but another process, the disk, the memory or the permissions: besides those for locks, SQLITE_PERM, NOMEM, READONLY, INTERRUPT, IOERR, FULL, CANTOPEN, PROTOCOL, NOLFS and AUTH. */
const blamelessCodes = new Set([...lockedCodes, 3, 7, 8, 9, 10, 13, 14, 15, 22, 23]);

/** The SQLite error codes of a corrupt database: SQLITE_CORRUPT and SQLITE_NOTADB. */
const corruptCodes = new Set([11, 26]);

export type DatabaseOptions = {
	/** Undefined for a database in memory, because a demo must not write to the disk. */
	readonly path: string | undefined;
	readonly now: () => number;
	/** How long to wait for another process that writes. Default: 5000. */
	readonly busyTimeoutMs?: number | undefined;
};

/** A row of a table, by column names. */
export type Row = Readonly<Record<string, unknown>>;

/** The database behind the journal. Problems with the file or the disk never make `use` fail. */
export type Database = {
	/** Opens the file at the first use, so that it does not delay the start. */
	readonly use: <Result>(work: (database: DatabaseSync) => Result) => Result;
	/** Returns what was wrong with the file, once. */
	readonly takeNotice: () => SafeText | undefined;
	/** Returns why the file could not be used, so that what earlier runs wrote is unknown. Undefined if it can. */
	readonly failure: () => SafeText | undefined;
	readonly close: () => void;
};

/** Creates the file for its owner only: SQLite gives the files next to it the same mode. If an earlier version created them, makes them private. */
function makePrivate(path: string): void {
	try {
		closeSync(openSync(path, 'ax', 0o600));
	} catch {
		// By name, because closing a descriptor would drop this process's locks on the file.
		for (const name of [path, `${path}-wal`, `${path}-shm`]) chmodIfPossible(name);
	}
}

function chmodIfPossible(path: string): void {
	try {
		chmodSync(path, 0o600);
	} catch {
		// It is missing, or SQLite says what is wrong with it.
	}
}

const isSqlite = (error: unknown): error is Error & {readonly errcode: number} =>
	error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';

/** Whether this is an error of SQLite with one of these codes. Extended codes have the primary code in their lowest byte. */
const hasCode = (error: unknown, codes: ReadonlySet<number>): boolean =>
	isSqlite(error) && codes.has(error.errcode & 0xff);

/** Whether the file may be intact although it could not be opened. */
const isBlameless = (error: unknown): boolean =>
	hasCode(error, blamelessCodes) || (error instanceof Error && 'syscall' in error);

/** The pause between two attempts to switch to WAL. */
const walRetryMs = 10;

/** Switches to WAL, which lets several processes write. For this switch alone, SQLite does not wait for other processes, and several that start together create the file. */
function enterWal(database: DatabaseSync, busyTimeoutMs: number): void {
	const pause = new Int32Array(new SharedArrayBuffer(4));
	for (let waitedMs = 0; ; waitedMs += walRetryMs) {
		try {
			database.exec('PRAGMA journal_mode = WAL');
			return;
		} catch (error) {
			if (!hasCode(error, lockedCodes) || waitedMs >= busyTimeoutMs) throw error;
			Atomics.wait(pause, 0, 0, walRetryMs);
		}
	}
}

function openFile(path: string, busyTimeoutMs = 5000): DatabaseSync {
	const {DatabaseSync} = process.getBuiltinModule('node:sqlite');
	if (path !== ':memory:') {
		mkdirSync(dirname(path), {recursive: true, mode: 0o700});
		makePrivate(path);
	}

	const database = new DatabaseSync(path, {timeout: busyTimeoutMs});
	try {
		enterWal(database, busyTimeoutMs);
		// Commits survive a killed process, but not a power failure; `durably` covers that where it matters.
		database.exec('PRAGMA synchronous = NORMAL');
		migrate(database);
		prune(database);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

const reasonOf = (error: unknown): SafeText => safe(error instanceof Error ? error.message : String(error), 100);

/** Creates the database. Sets a corrupt file aside, even if that is noticed only during use. Falls back to memory if the file cannot be created, read or written: an intact one stays in place, because it knows the writes with an unknown outcome. */
export function createDatabase({path, now, busyTimeoutMs}: DatabaseOptions): Database {
	let opened: DatabaseSync | undefined;
	let notice: SafeText | undefined;
	let failure: SafeText | undefined;

	const inMemory = (reason: SafeText) => {
		failure = safe(`The activity log is kept only until landfall exits: ${path} cannot be used (${reason}).`, 400);
		notice = failure;
		return openFile(':memory:');
	};

	const replaceCorrupt = (file: string, reason: SafeText) => {
		const name = setDatabaseAside(file, now());
		try {
			if (name === undefined) return inMemory(reason);
			const database = openFile(file, busyTimeoutMs);
			failure = safe(`The journal could not be read (${reason}). It was set aside as ${name}.`, 400);
			notice = failure;
			return database;
		} catch {
			return inMemory(reason);
		}
	};

	const open = () => {
		if (path === undefined) return openFile(':memory:');
		try {
			return openFile(path, busyTimeoutMs);
		} catch (error) {
			if (isBlameless(error)) return inMemory(reasonOf(error));
			return replaceCorrupt(path, reasonOf(error));
		}
	};

	const closeQuietly = () => {
		try {
			opened?.close();
		} catch {
			// The database is abandoned either way.
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
				const isCorrupt = hasCode(error, corruptCodes);
				opened = isCorrupt ? replaceCorrupt(path, reasonOf(error)) : inMemory(reasonOf(error));
				return work(opened);
			}
		},

		takeNotice() {
			const text = notice;
			notice = undefined;
			return text;
		},

		failure: () => failure,

		close() {
			closeQuietly();
			opened = undefined;
		},
	};
}

/** Runs `work` in a transaction. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
	database.exec('BEGIN IMMEDIATE');
	try {
		const result = work();
		database.exec('COMMIT');
		return result;
	} catch (error) {
		try {
			database.exec('ROLLBACK');
		} catch {
			// The error has already ended the transaction.
		}

		throw error;
	}
}

/** Runs `work` with synchronous writes, so that what it commits survives a power failure. */
export function durably<Result>(database: DatabaseSync, work: () => Result): Result {
	database.exec('PRAGMA synchronous = FULL');
	try {
		return work();
	} finally {
		database.exec('PRAGMA synchronous = NORMAL');
	}
}
