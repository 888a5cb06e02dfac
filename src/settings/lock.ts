import {closeSync, constants, mkdirSync, openSync} from 'node:fs';
import {join} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {isSystemError} from './json-file.ts';

/** The lock is only held for milliseconds; waiting for it times out after about five seconds. */
const defaultMaxTries = 1000;
const pauseMs = 5;

const busyCode = 5;

/**
Runs `change` while holding this directory's lock, and returns its result. Creates the directory, accessible only to its owner, if it is missing. Throws what `change` throws, a system or SQLite error if nothing can be locked, and an error for which `isLockTimeout` is true if the wait timed out.

The lock is SQLite's lock on a separate file: the system releases it when the process ends, so a stale lock is impossible.
*/
export function locked<Value>(directory: string, change: () => Value, maxTries = defaultMaxTries): Value {
	mkdirSync(directory, {recursive: true, mode: 0o700});
	const path = join(directory, 'settings.lock');
	// Created here with a private mode and without following links, which SQLite does not check.
	closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600));
	const {DatabaseSync: Database} = process.getBuiltinModule('node:sqlite');
	// SQLite's own busy timeout backs off, which favours newcomers over long waiters.
	const lock = new Database(path, {timeout: 0});
	try {
		for (let tries = 1; !acquire(lock, tries === maxTries); tries++) pause();
		return change();
	} finally {
		lock.close();
	}
}

/** Returns whether the lock was acquired. On the last try, throws the reason instead. */
function acquire(lock: DatabaseSync, isLastTry: boolean): boolean {
	try {
		// In an empty file SQLite would write the first page each time, which fails on a full disk.
		if (lock.prepare('PRAGMA user_version').get()?.user_version === 0) lock.exec('PRAGMA user_version = 1');
		lock.exec('BEGIN IMMEDIATE');
		return true;
	} catch (error) {
		if (isLastTry || !isLockTimeout(error)) throw error;
		return false;
	}
}

/** Blocks on purpose: the contents to save are already determined, so nothing else may run. */
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);

/** Whether another process held the lock for the whole wait. */
export const isLockTimeout = (error: unknown): boolean => isSqliteError(error) && error.errcode === busyCode;

/** Whether an error comes from SQLite, rather than from a bug. */
const isSqliteError = (error: unknown): error is Error & {readonly code: string; readonly errcode: number} =>
	error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR' && 'errcode' in error;

/** Explains why a locked file could not be written, as the rest of a sentence that begins with its path. Undefined for a bug. */
export function whyNotSaved(error: unknown): string | undefined {
	if (isLockTimeout(error)) return 'could not be written (another landfall is holding its lock).';
	return isSystemError(error) || isSqliteError(error) ? `could not be written (${error.code}).` : undefined;
}
