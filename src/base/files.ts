import {closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, rmSync, type Stats, statSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {nodeSqlite} from './sqlite.ts';

export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
	error instanceof Error && 'syscall' in error && typeof (error as NodeJS.ErrnoException).code === 'string';

/** Accepts any SQLite error if `codes` is missing. An extended code counts as its primary code, the lowest byte. */
export const isSqliteError = (
	error: unknown,
	codes?: readonly number[],
): error is Error & {readonly code: string; readonly errcode: number} =>
	error instanceof Error &&
	'code' in error &&
	error.code === 'ERR_SQLITE_ERROR' &&
	'errcode' in error &&
	(codes === undefined || codes.includes(Number(error.errcode) & 0xff));

/** Undefined on systems without user ids, such as Windows, where the mode of a file means nothing either. */
export const ownId = (): number | undefined => process.getuid?.();

/** Why another user can change a file or directory, as the rest of a sentence that begins with its path. */
export function foreignProblem({mode, uid}: Pick<Stats, 'mode' | 'uid'>, path: string): string | undefined {
	if (ownId() === undefined) return undefined;
	if (uid !== ownId()) return `belongs to another user. If that should be you, run: sudo chown -R "$USER" '${path}'`;
	return (mode & 0o022) !== 0
		? `can be written by others. Check its contents, then run: chmod go-w '${path}'`
		: undefined;
}

/** Why another user can put files into a folder, as the rest of a sentence that begins with its path. Undefined for a missing folder. Throws system errors. */
export function folderProblem(path: string): string | undefined {
	const link = lstatSync(path, {throwIfNoEntry: false});
	const folder = statSync(path, {throwIfNoEntry: false});
	if (!link || !folder) return undefined;
	if (!folder.isDirectory()) return 'is not a folder.';
	// A link has no mode. If the user owns it, nobody else can change it.
	return foreignProblem({uid: link.uid, mode: 0}, path) ?? foreignProblem(folder, path);
}

/** Creates a directory that only its owner can access. Missing parents get the usual mode, but are never writable by others. */
export function makeOwnDirectory(path: string): void {
	if (!existsSync(dirname(path))) mkdirSync(dirname(path), {recursive: true, mode: 0o755});
	mkdirSync(path, {recursive: true, mode: 0o700});
}

/** SQLITE_BUSY and SQLITE_LOCKED: another process has the file. */
export const busyCodes = [5, 6];

const ioErrorCode = 10;

/** SQLITE_IOERR_UNLOCK, _RDLOCK, _CHECKRESERVEDLOCK and _LOCK. A full disk has other extended codes. */
const lockErrorCodes = [2058, 2314, 3594, 3850];

/** Whether the file system of a folder cannot lock files. Tests with a new file, because SQLite often reports the same for a file that another process holds. */
export function isWithoutLocks(error: unknown, folder: string): boolean {
	if (!isSqliteError(error, [ioErrorCode, ...busyCodes])) return false;
	const path = join(folder, `lock-test-${process.pid}`);
	try {
		whileLocked(path, 0, () => {});
		return false;
	} catch (failure) {
		return isSqliteError(failure, busyCodes) || (isSqliteError(failure) && lockErrorCodes.includes(failure.errcode));
	} finally {
		rmSync(path, {force: true});
	}
}

const fileRetryPauseMs = 5;

/** Retries while another process holds the database. SQLite's own timeout favours newcomers and does not cover every statement. Blocks on purpose: nothing may change the content that is about to be saved. */
export function blockUntilFree<Result>(timeoutMs: number, work: () => Result): Result {
	const startedAt = performance.now();
	for (;;) {
		try {
			return work();
		} catch (error) {
			if (!isSqliteError(error, busyCodes) || performance.now() - startedAt >= timeoutMs) throw error;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fileRetryPauseMs);
		}
	}
}

/** Takes the lock of a SQLite file, so that the system releases it when the process ends. */
export function whileLocked<Result>(path: string, timeoutMs: number, work: () => Result): Result {
	// Created here, private and without following links, because SQLite ensures neither.
	closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600));
	const database = new (nodeSqlite().DatabaseSync)(path, {timeout: 0});
	try {
		blockUntilFree(timeoutMs, () => {
			// SQLite would write the first page of an empty file each time, which fails on a full disk.
			if (database.prepare('PRAGMA user_version').get()?.user_version === 0) database.exec('PRAGMA user_version = 1');
			database.exec('BEGIN IMMEDIATE');
		});
		return work();
	} finally {
		database.close();
	}
}
