import {chmodSync, closeSync, mkdirSync, openSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {isSqliteError, setAside, whenFree} from '../base/files.ts';
import {type SafeText, safe} from '../base/text.ts';
import {checkVersion, insertRows, type JournalOwner, migrate, prune, type Row, rowsToCarryOver} from './schema.ts';

/** SQLITE_CORRUPT and SQLITE_NOTADB. With any other error, the file may be intact: another process, the disk, the memory or the permissions are at fault, or a later version wrote it. */
const corruptCodes = [11, 26];

export type DatabaseOptions = {
	/** Undefined for a database in memory, because a demo must not write to the disk. */
	readonly path: string | undefined;
	readonly now: () => number;
	readonly owner: JournalOwner;
	/** How long to wait for another process that writes. Default: 5000. */
	readonly busyTimeoutMs?: number | undefined;
};

type Value = string | number | null;

type Work<Result> = (database: DatabaseSync) => Result;

/** Creates the file for its owner only: SQLite gives the files next to it the same mode. If an earlier version created them, makes them private. */
function makePrivate(path: string): void {
	try {
		closeSync(openSync(path, 'ax', 0o600));
	} catch {
		for (const name of [path, `${path}-wal`, `${path}-shm`]) {
			try {
				// By name, because closing a descriptor would drop this process's locks on the file.
				chmodSync(name, 0o600);
			} catch {
				// It is missing, or SQLite says what is wrong with it.
			}
		}
	}
}

/** Returns what distinguishes the file from any other that has its path later. Undefined if there is none. */
function fileId(path: string): string | undefined {
	try {
		const {dev, ino} = statSync(path);
		return `${dev} ${ino}`;
	} catch {
		return undefined;
	}
}

const reasonOf = (error: unknown): SafeText => safe(error instanceof Error ? error.message : String(error), 100);

/** Runs `work` in a transaction. Commits survive a killed process; those of durable ones survive a power failure, too. */
function inTransaction<Result>(database: DatabaseSync, work: Work<Result>, isDurable = false): Result {
	database.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`);
	database.exec('BEGIN IMMEDIATE');
	try {
		const result = work(database);
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

const inMemory = ':memory:';

function openDatabase(path: string, busyTimeoutMs: number): DatabaseSync {
	const {DatabaseSync} = process.getBuiltinModule('node:sqlite');
	if (path !== inMemory) {
		mkdirSync(dirname(path), {recursive: true, mode: 0o700});
		makePrivate(path);
	}

	const database = new DatabaseSync(path, {timeout: busyTimeoutMs});
	try {
		checkVersion(database);
		// It lets several processes write. For this switch alone, SQLite does not always wait for other processes, and several that start together create the file.
		whenFree(busyTimeoutMs, () => database.exec('PRAGMA journal_mode = WAL'));
		inTransaction(database, () => migrate(database));
		prune(database);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

/** Does what may fail with a database that is given up either way. */
function ifPossible<Result>(work: () => Result): Result | undefined {
	try {
		return work();
	} catch (error) {
		if (!isSqliteError(error)) throw error;
		return undefined;
	}
}

/** The number of changed rows between two prunings. Pruning only at the start is not enough, because landfall may run for days. */
const pruneInterval = 2000;

const changedRows = (database: DatabaseSync): number =>
	Number(database.prepare('SELECT total_changes() AS count').get()?.count);

/** How long an attempt to use the file again waits for other processes: the user is typing meanwhile. */
const recoveryTimeoutMs = 20;

/** The number of writes that wait for the file, beyond which only vital ones are all kept. */
const maxWaiting = 20_000;

/** The first id of an entry that is kept in memory, larger than any in the file. */
const firstIdInMemory = 1e12;

type Opened = {
	readonly database: DatabaseSync;
	readonly fileId: string | undefined;
	/** Of all rows that change, the one with which it is pruned again. */
	pruneAt: number;
};

/** Creates the database behind the journal. Problems with the file or the disk never make it fail: it sets a corrupt file aside, even if that is noticed only during use, and falls back to memory while the file cannot be created, read or written: an intact one stays in place, because it knows the writes with an unknown outcome. */
export function createDatabase(options: DatabaseOptions) {
	const {path, now, owner, busyTimeoutMs = 5000} = options;
	let opened: Opened | undefined;
	let notice: SafeText | undefined;
	let failure: SafeText | undefined;
	let waiting: Array<{readonly work: Work<unknown>; readonly isVital: boolean}> = [];

	const isFailing = () => path !== undefined && opened !== undefined && opened.fileId === undefined;

	const openFile = (file: string, timeoutMs = busyTimeoutMs): Opened => ({
		database: openDatabase(file, timeoutMs),
		fileId: file === inMemory ? undefined : (fileId(file) ?? ''),
		pruneAt: pruneInterval,
	});

	/** Goes on after an error: in a new file if the earlier one is corrupt, else in memory. */
	function openAfter(file: string, error: unknown): Opened {
		const reason = reasonOf(error);
		try {
			const name = isSqliteError(error, corruptCodes) && setAside(file, now(), ['', '-wal', '-shm']);
			if (name) {
				const replaced = openFile(file);
				failure = safe(`The journal could not be read (${reason}). It was set aside as ${name}.`, 400);
				notice = failure;
				return replaced;
			}
		} catch {
			// No file can be used.
		}

		failure = safe(`The activity log is kept only until landfall exits: ${file} cannot be used (${reason}).`, 400);
		notice = failure;
		const memory = openFile(inMemory);
		memory.database.prepare("INSERT INTO sqlite_sequence VALUES ('entries', ?)").run(firstIdInMemory);
		return memory;
	}

	function open(): Opened {
		try {
			return openFile(path ?? inMemory);
		} catch (error) {
			if (path === undefined) throw error;
			return openAfter(path, error);
		}
	}

	/** Opens the file that has the path now, and saves there what this process goes on with. */
	function openNext(earlier: DatabaseSync) {
		const rows = ifPossible(() => rowsToCarryOver(earlier, owner)) ?? [];
		opened = open();
		notice ??= safe(`${path} was deleted or replaced while landfall had it open. The journal goes on in a new file.`);
		write(database => insertRows(database, rows), true);
		ifPossible(() => earlier.close());
	}

	/** Reads, or writes what means nothing later. Opens the file at the first use, so that it does not delay the start. */
	function use<Result>(work: Work<Result>): Result {
		if (path !== undefined && opened?.fileId !== undefined && fileId(path) !== opened.fileId) openNext(opened.database);
		opened ??= open();
		const {database} = opened;
		try {
			return work(database);
		} catch (error) {
			if (path === undefined || !isSqliteError(error)) throw error;
			const rows = ifPossible(() => rowsToCarryOver(database, owner)) ?? [];
			ifPossible(() => database.close());
			opened = openAfter(path, error);
			insertRows(opened.database, rows);
			return work(opened.database);
		}
	}

	/** Runs `work` in a transaction. While the file cannot be used, runs it in memory, and again in the file as soon as that can be used. What is vital survives a power failure, and is never given up. */
	function write<Result>(work: Work<Result>, isVital = false): Result {
		const result = use(database => inTransaction(database, work, isVital));
		// Pruning may fail as well, but then the file has the work already.
		const isInFile = !isFailing();
		use(pruneIfDue);
		if (!isInFile) keepWaiting(work, isVital);
		return result;
	}

	/** Keeps what is to be written later. Of too much, the oldest that is not vital goes: what is newer may replace it. */
	function keepWaiting(work: Work<unknown>, isVital: boolean) {
		waiting.push({work, isVital});
		if (waiting.length <= maxWaiting) return;
		const oldest = waiting.findIndex(each => !each.isVital);
		if (oldest >= 0) waiting.splice(oldest, 1);
	}

	function pruneIfDue(database: DatabaseSync) {
		if (!opened || changedRows(database) < opened.pruneAt) return;
		prune(database);
		opened.pruneAt = changedRows(database) + pruneInterval;
	}

	function saveWaiting(database: DatabaseSync) {
		for (const {work} of waiting) work(database);
	}

	return {
		use,
		write,

		rows: (sql: string, ...values: readonly Value[]): readonly Row[] =>
			use(database => database.prepare(sql).all(...values)),

		run(sql: string, ...values: readonly Value[]) {
			write(database => database.prepare(sql).run(...values));
		},

		recover() {
			if (path === undefined || !isFailing()) return;
			let file: Opened | undefined;
			try {
				file = openFile(path, recoveryTimeoutMs);
				inTransaction(file.database, saveWaiting, true);
				file.database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
			} catch {
				file?.database.close();
				return; // The user has been told why, and it is tried again later.
			}

			opened?.database.close();
			opened = file;
			waiting = [];
			failure = undefined;
			notice = safe(`The activity log is saved again: ${path} can be used.`, 400);
		},

		/** Returns what was wrong with the file, or that it can be used again, once. */
		takeNotice() {
			const text = notice;
			notice = undefined;
			return text;
		},

		isFailing,

		/** Returns why it is unknown what earlier runs wrote: the file cannot be used, or was set aside. Undefined if it is known. */
		failure: () => failure,

		close() {
			ifPossible(() => opened?.database.close());
			opened = undefined;
		},
	};
}

export type Database = ReturnType<typeof createDatabase>;
