import {chmodSync, constants, copyFileSync, existsSync, lstatSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {basename, dirname, extname, join} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {
	blockUntilFree,
	busyCodes,
	folderProblem,
	foreignProblem,
	isSqliteError,
	isSystemError,
	makeOwnDirectory,
	ownId,
	whileLocked,
} from '../base/files.ts';
import {nodeSqlite} from '../base/sqlite.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {corruptCodes, JournalError, journalErrorOf, orJournalError} from './journal-error.ts';
import {checkVersion, createTables, intentTables, prune, type Row, readAll} from './journal-schema.ts';

export type DatabaseOptions = {
	readonly path: string | undefined;
	readonly now: () => number;
};

type Value = string | number | null;

type OpenFile = {readonly database: DatabaseSync; readonly inodes?: ReadonlyArray<number | undefined>};

type Work<Result> = (database: DatabaseSync) => Result;

/** SQLite keeps two more files next to the database. */
const suffixes = ['', '-wal', '-shm'];

/** Throws `JournalError` if another user may have put the journal there, or may change it. */
export function rejectTrespass(path: string): void {
	reject(dirname(path), folderProblem(dirname(path)));
	for (const file of suffixes.map(suffix => path + suffix)) {
		const stats = lstatSync(file, {throwIfNoEntry: false});
		if (stats)
			reject(file, stats.isFile() ? foreignProblem(stats, file) : 'is not a file. Put the journal itself there.');
	}
}

function reject(path: string, problem: string | undefined): void {
	if (problem !== undefined) throw new JournalError(`The journal is not used: ${path} ${problem}`);
}

/** Changes the mode by path, because closing a descriptor would drop this process's locks. SQLite gives its other files the mode of the database. */
function makePrivate(path: string): void {
	for (const file of suffixes.map(suffix => path + suffix)) {
		const stats = lstatSync(file, {throwIfNoEntry: false});
		if (stats && ownId() !== undefined && (stats.mode & 0o077) !== 0) chmodSync(file, 0o600);
	}
}

const inodesOf = (path: string) => suffixes.map(suffix => lstatSync(path + suffix, {throwIfNoEntry: false})?.ino);

/** Every commit survives a killed process. A durable commit also survives a power failure. */
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

/** Short, because the block delays typing. Longer waits are asynchronous, in `createIntents`. */
const busyTimeoutMs = 500;

const heldTimeoutMs = 20;

/**
Begins an empty journal. Call it under the lock. The journal is built under another name and renamed when it is complete, so no journal lacks its tables, or the row for the unconfirmed writes of a damaged one.

A damaged journal is kept as `journal.corrupt-2026-06-01T12-00-00-000Z.sqlite`, and stays in place until the new one replaces it. Returns that name, without the folder.
*/
function beginJournal(path: string, now: number, damage: Error | undefined): string {
	const draft = `${path}.new`;
	// A killed process may have left a draft.
	for (const suffix of suffixes) rmSync(draft + suffix, {force: true});
	writeFileSync(draft, '', {flag: 'ax', mode: 0o600});
	const extension = extname(path);
	const time = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
	const name = `${basename(path, extension)}.corrupt-${time}${extension}`;
	const database = new (nodeSqlite().DatabaseSync)(draft);
	try {
		// An incomplete draft is worthless, so it needs neither a log nor durable writes.
		database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN');
		createTables(database);
		// A row without a copy counts as a damaged write until the user dismisses it.
		const add = `INSERT INTO ${intentTables[0]} VALUES (?, '', '', 0, ?, '')`;
		if (damage) database.prepare(add).run(name, now);
		// The log lets other processes read while one writes.
		database.exec('COMMIT; PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL');
	} finally {
		database.close();
	}

	const kept = join(dirname(path), name);
	if (damage) copyFileSync(path, kept, constants.COPYFILE_EXCL);
	try {
		// The new journal must not get the log of the old one.
		for (const suffix of ['-shm', '-wal']) if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix);
		renameSync(draft, path);
	} catch (error) {
		// Windows does not rename files that another process has open.
		if (damage) rmSync(kept);
		throw (isSystemError(error) && damage) || error;
	}

	return name;
}

function openDatabase(path: string, timeoutMs: number): OpenFile {
	makePrivate(path);
	const [inode] = inodesOf(path);
	const database = new (nodeSqlite().DatabaseSync)(path, {timeout: 0});
	try {
		const read = () => database.prepare('PRAGMA user_version').get()?.user_version;
		checkVersion(Number(blockUntilFree(timeoutMs, read)), path);
		const error = pruneIfPossible(database);
		if (isSqliteError(error, corruptCodes)) throw error;
		// Reads every intent now, because only opening sets a damaged journal aside.
		for (const table of intentTables) blockUntilFree(timeoutMs, () => readAll(database, `SELECT * FROM ${table}`));
		return {database, inodes: inodesOf(path).with(0, inode)};
	} catch (error) {
		database.close();
		throw error;
	}
}

function pruneIfPossible(database: DatabaseSync): unknown {
	try {
		return prune(database);
	} catch (error) {
		if (!isSqliteError(error)) throw error;
		return error;
	}
}

/** In changed rows. Pruning at the start is not enough, because landfall may run for days. */
const pruneInterval = 2000;

const changedRows = (database: DatabaseSync): number =>
	Number(database.prepare('SELECT total_changes() AS count').get()?.count);

/** While the file cannot be used, `readSurely`, `writeSurely` and `takeBack` throw `JournalError`. Everything else is dropped, with one notice. Each use tries again. */
export function createDatabase({path, now}: DatabaseOptions) {
	let opened: OpenFile | undefined;
	let pruneAt = pruneInterval;
	/** The failure of the last use. A successful read does not clear a failed write, because the next write may fail, too. */
	let failed: {readonly error: JournalError; readonly isWrite: boolean} | undefined;
	let notice: SafeText | undefined;

	const timeoutMs = () => (failed ? heldTimeoutMs : busyTimeoutMs);

	/** Begins a new journal if the file is corrupt. No open journal is replaced, because other processes may still use it. SQLite leaves an empty file for a log without a database, so an empty file counts as corrupt. */
	function open(isLocked = false): OpenFile {
		if (path === undefined) {
			const database = new (nodeSqlite().DatabaseSync)(':memory:');
			createTables(database);
			return {database};
		}

		rejectTrespass(path);
		let damage: Error | undefined;
		try {
			if (suffixes.some(suffix => existsSync(path + suffix))) return openDatabase(path, timeoutMs());
		} catch (error) {
			if (!isSqliteError(error, corruptCodes)) throw error;
			damage = error;
		}

		makeOwnDirectory(dirname(path));
		// Checks again under the lock, because another process may have begun a journal meanwhile.
		if (!isLocked) return whileLocked(`${path}.lock`, timeoutMs(), () => open(true));
		const name = beginJournal(path, now(), damage);
		if (damage) notice = safe(`The journal could not be read (${damage.message}). It was set aside as ${name}.`, 400);
		return openDatabase(path, timeoutMs());
	}

	/** Opens the file at the first use, so that it does not delay the start. */
	function use<Result>(work: Work<Result>, isWrite: boolean): Result {
		try {
			opened ??= open();
			const {database} = opened;
			const result = blockUntilFree(timeoutMs(), () => work(database));
			if (isWrite || failed?.isWrite === false) failed = undefined;
			return result;
		} catch (error) {
			// A database in memory fails only with system errors.
			if (path === undefined && !isSystemError(error)) throw error;
			failed = {error: journalErrorOf(error, path ?? ''), isWrite};
			throw failed.error;
		}
	}

	function useInTransaction<Result>(work: Work<Result>, isDurable: boolean): Result {
		const result = use(database => {
			checkFiles();
			return inTransaction(database, work, isDurable);
		}, true);
		if (isDurable) use(emptyLog, true);
		if (opened && changedRows(opened.database) >= pruneAt) {
			pruneIfPossible(opened.database);
			pruneAt = changedRows(opened.database) + pruneInterval;
		}

		return result;
	}

	/** Moves writes from the log to the file, so that the next start finds an empty log. SQLite takes damage of the log for its end, and the rest of the log would hide newer pages of the file. */
	function emptyLog(database: DatabaseSync): void {
		const result = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
		// This statement reports another process in a row instead of an error.
		if (result?.busy !== 0) throw Object.assign(new Error(), {code: 'ERR_SQLITE_ERROR', errcode: busyCodes[0]});
		checkFiles();
	}

	/** Throws if the files were replaced: other processes would see neither the writes nor the locks. */
	function checkFiles(): void {
		if (path !== undefined && String(inodesOf(path)) !== String(opened?.inodes))
			throw new JournalError(`The journal was moved or replaced while it was open: ${path}. Start landfall again.`);
	}

	function ifUsable<Result>(attempt: () => Result): Result | undefined {
		const before = failed;
		try {
			return attempt();
		} catch (error) {
			if (!(error instanceof JournalError)) throw error;
			if (before?.error.message !== error.message) {
				notice = plain`Nothing can be sent, and nothing that landfall sees is kept. ${error.message}`;
			}

			return undefined;
		}
	}

	const write = <Result>(work: Work<Result>): Result | undefined => ifUsable(() => useInTransaction(work, false));

	const readRows = (sql: string, ...values: readonly Value[]): readonly Row[] | undefined =>
		ifUsable(() => use(database => readAll(database, sql, ...values), false));

	return {
		readSurely: <Result>(work: Work<Result>): Result => use(work, false),

		/** Survives a power failure and damage of the log. */
		writeSurely: <Result>(work: Work<Result>): Result => useInTransaction(work, true),

		/** Undoes a partial `writeSurely` after it failed. The error of `writeSurely` stays the `problem`. */
		takeBack: (work: Work<unknown>) => orJournalError(() => use(database => inTransaction(database, work), false)),

		write,

		readRows,

		rows: (sql: string, ...values: readonly Value[]): readonly Row[] => readRows(sql, ...values) ?? [],

		run: (sql: string, ...values: readonly Value[]): boolean =>
			write(database => database.prepare(sql).run(...values)) !== undefined,

		takeNotice() {
			const text = notice;
			notice = undefined;
			return text;
		},

		problem: (): SafeText | undefined => failed?.error.message,

		close() {
			opened?.database.close();
			opened = undefined;
			pruneAt = pruneInterval;
		},
	};
}

export type Database = ReturnType<typeof createDatabase>;
