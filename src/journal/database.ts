import {
	chmodSync,
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {type SafeText, safe} from '../text.ts';
import {insertRows, lastingRows, migrate, prune} from './schema.ts';

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
	/** Returns the keys of the services that the user has saved, for the migration from 0.1.0. */
	readonly knownServices?: (() => readonly string[]) | undefined;
};

type Work<Result> = (database: DatabaseSync) => Result;

/** The database behind the journal. Problems with the file or the disk never make `read` and `write` fail. */
export type Database = {
	/** Opens the file at the first use, so that it does not delay the start. */
	readonly read: <Result>(work: Work<Result>) => Result;
	/** While the file cannot be used, writes to memory, and again to the file as soon as it can be used. What is vital is written first, and not given up for anything newer. */
	readonly write: <Result>(work: Work<Result>, isVital?: boolean) => Result;
	/** Tries to use the file again, if it could not be used. */
	readonly recover: () => void;
	/** Returns what was wrong with the file, or that it can be used again, once. */
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

/** Returns what distinguishes the file from any other that has its path later. Undefined if there is none. */
function fileId(path: string): string | undefined {
	try {
		const {dev, ino} = statSync(path);
		return `${dev} ${ino}`;
	} catch {
		return undefined;
	}
}

/** The number of corrupt files that are kept for diagnosis. */
const maxSetAside = 3;

/**
Renames a corrupt database and its WAL files, so that it is neither used nor overwritten. Deletes all but the newest three of these.

Returns the new name without the directory, or undefined if the file could not be renamed. `now` is by the local clock.
*/
function setAside(path: string, now: number): string | undefined {
	const directory = dirname(path);
	const prefix = `${basename(path, '.sqlite')}.corrupt-`;
	const name = `${prefix}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.sqlite`;
	try {
		for (const suffix of ['', '-wal', '-shm']) {
			if (existsSync(path + suffix)) renameSync(path + suffix, join(directory, name + suffix));
		}

		const earlier = readdirSync(directory).filter(file => file.startsWith(prefix) && file.endsWith('.sqlite'));
		for (const file of earlier.sort().slice(0, -maxSetAside)) rmSync(join(directory, file));
		return name;
	} catch {
		return undefined; // The file stays in place, and the caller keeps the journal in memory.
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

const reasonOf = (error: unknown): SafeText => safe(error instanceof Error ? error.message : String(error), 100);

/** The pause between two attempts to switch to WAL. */
const walRetryMs = 10;

/** Switches to WAL, which lets several processes write. For this switch alone, SQLite does not always wait for other processes, and several that start together create the file. */
function enterWal(database: DatabaseSync, busyTimeoutMs: number): void {
	const pause = new Int32Array(new SharedArrayBuffer(4));
	const startedAt = performance.now();
	for (;;) {
		try {
			database.exec('PRAGMA journal_mode = WAL');
			return;
		} catch (error) {
			if (!hasCode(error, lockedCodes) || performance.now() - startedAt >= busyTimeoutMs) throw error;
			Atomics.wait(pause, 0, 0, walRetryMs);
		}
	}
}

function openFile(path: string, busyTimeoutMs: number, knownServices: () => readonly string[]): DatabaseSync {
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
		migrate(database, knownServices);
		prune(database);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

function closeQuietly(database: DatabaseSync | undefined): void {
	try {
		database?.close();
	} catch {
		// The database is abandoned either way.
	}
}

/** Returns what a running landfall goes on with without its file. */
function lastingRowsIn(database: DatabaseSync): ReturnType<typeof lastingRows> {
	try {
		return lastingRows(database);
	} catch {
		return []; // Nothing can be read from it.
	}
}

/** How long an attempt to use the file again waits for other processes: the user is typing meanwhile. */
const recoveryTimeoutMs = 20;

/** The maximum number of writes that wait for the file. */
const maxWaiting = {vital: 20_000, others: 5000};

/** The first id of an entry that is kept in memory, larger than any in the file. */
const firstIdInMemory = 1e12;

/** Creates the database. Sets a corrupt file aside, even if that is noticed only during use. Falls back to memory while the file cannot be created, read or written: an intact one stays in place, because it knows the writes with an unknown outcome. */
export function createDatabase(options: DatabaseOptions): Database {
	const {path, now, busyTimeoutMs = 5000, knownServices = () => []} = options;
	/** `id` is undefined in memory. */
	let opened: {readonly database: DatabaseSync; readonly id: string | undefined} | undefined;
	let notice: SafeText | undefined;
	let failure: SafeText | undefined;
	const waiting = {vital: [] as Array<Work<unknown>>, others: [] as Array<Work<unknown>>};

	const onFile = (file: string, timeoutMs = busyTimeoutMs) => ({
		database: openFile(file, timeoutMs, knownServices),
		id: fileId(file) ?? '',
	});

	const inMemory = (reason?: SafeText) => {
		const database = openFile(':memory:', 0, () => []);
		if (reason === undefined) return {database, id: undefined};
		failure = safe(`The activity log is kept only until landfall exits: ${path} cannot be used (${reason}).`, 400);
		notice = failure;
		database.prepare("INSERT INTO sqlite_sequence VALUES ('entries', ?)").run(firstIdInMemory);
		return {database, id: undefined};
	};

	const replaceCorrupt = (file: string, reason: SafeText) => {
		const name = setAside(file, now());
		try {
			if (name === undefined) return inMemory(reason);
			const replaced = onFile(file);
			failure = safe(`The journal could not be read (${reason}). It was set aside as ${name}.`, 400);
			notice = failure;
			return replaced;
		} catch {
			return inMemory(reason);
		}
	};

	const open = () => {
		if (path === undefined) return inMemory();
		try {
			return onFile(path);
		} catch (error) {
			return isBlameless(error) ? inMemory(reasonOf(error)) : replaceCorrupt(path, reasonOf(error));
		}
	};

	/** Opens the file that has the path now, and saves there what this process goes on with. */
	function reopen(stale: DatabaseSync) {
		const rows = lastingRowsIn(stale);
		closeQuietly(stale);
		opened = open();
		notice ??= safe(`${path} was deleted or replaced while landfall had it open. The journal goes on in a new file.`);
		write(database => insertRows(database, rows), true);
	}

	function read<Result>(work: Work<Result>): Result {
		if (path !== undefined && opened?.id !== undefined && fileId(path) !== opened.id) reopen(opened.database);
		opened ??= open();
		try {
			return work(opened.database);
		} catch (error) {
			if (path === undefined || !isSqlite(error)) throw error;
			const isCorrupt = hasCode(error, corruptCodes);
			const rows = isCorrupt ? [] : lastingRowsIn(opened.database);
			closeQuietly(opened.database);
			opened = isCorrupt ? replaceCorrupt(path, reasonOf(error)) : inMemory(reasonOf(error));
			insertRows(opened.database, rows);
			return work(opened.database);
		}
	}

	function write<Result>(work: Work<Result>, isVital = false): Result {
		const result = read(work);
		if (path === undefined || opened?.id !== undefined) return result;
		const kind = isVital ? 'vital' : 'others';
		waiting[kind].push(work);
		if (waiting[kind].length > maxWaiting[kind]) waiting[kind].shift();
		return result;
	}

	function saveWaiting(database: DatabaseSync): void {
		for (const works of [waiting.vital, waiting.others]) {
			for (let [work] = works; work; [work] = works) {
				work(database);
				works.shift();
			}
		}
	}

	return {
		read,
		write,

		recover() {
			if (path === undefined || !opened || opened.id !== undefined) return;
			let file: ReturnType<typeof onFile> | undefined;
			try {
				file = onFile(path, recoveryTimeoutMs);
				saveWaiting(file.database);
				file.database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
			} catch {
				closeQuietly(file?.database);
				return; // The user has been told why, and it is tried again later.
			}

			closeQuietly(opened.database);
			opened = file;
			failure = undefined;
			notice = safe(`The activity log is saved again: ${path} can be used.`, 400);
		},

		takeNotice() {
			const text = notice;
			notice = undefined;
			return text;
		},

		failure: () => failure,

		close() {
			closeQuietly(opened?.database);
			opened = undefined;
		},
	};
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
