import {closeSync, constants, mkdirSync, openSync} from 'node:fs';
import {join} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {isSystemError} from './json-file.ts';

/** Whoever holds the lock has it for milliseconds. Asked for so often, every few milliseconds, it is given up after some five seconds. */
const usualTries = 1000;
const pauseMs = 5;

const busyCode = 5;

/**
Runs `change` while no other landfall changes a file in this directory, which is made, for its owner only, if it is not there. Waits for its turn. Throws what `change` throws, an error of the system or of SQLite where nothing can be locked, and one for which `isLockTimeout` is true where the wait was in vain.

The lock is one that SQLite takes on a file of its own: it ends with the process that holds it, however that ends, so none is ever left behind.
*/
export function locked<Value>(directory: string, change: () => Value, mostTries = usualTries): Value {
	mkdirSync(directory, {recursive: true, mode: 0o700});
	const path = join(directory, 'settings.lock');
	// For its owner only, and no link: SQLite would ask neither.
	closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600));
	const {DatabaseSync: Database} = process.getBuiltinModule('node:sqlite');
	// SQLite's own wait grows, so that whoever has just come goes before whoever waits for long.
	const lock = new Database(path, {timeout: 0});
	try {
		for (let tries = 1; !take(lock, tries === mostTries); tries++) pause();
		return change();
	} finally {
		lock.close();
	}
}

/** Whether the lock could be taken now. Throws, the last time, why not. */
function take(lock: DatabaseSync, isLastTime: boolean): boolean {
	try {
		// Of an empty file SQLite would write the first page each time, which a full disk refuses.
		if (lock.prepare('PRAGMA user_version').get()?.user_version === 0) lock.exec('PRAGMA user_version = 1');
		lock.exec('BEGIN IMMEDIATE');
		return true;
	} catch (error) {
		if (isLastTime || !isLockTimeout(error)) throw error;
		return false;
	}
}

/** Nothing else may happen meanwhile: what is saved is decided already. */
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);

/** Whether somebody else had the lock all the time. */
export const isLockTimeout = (error: unknown): boolean => isLockFault(error) && error.errcode === busyCode;

/** Whether an error is SQLite's word about the lock, and not a bug. */
const isLockFault = (error: unknown): error is Error & {readonly code: string; readonly errcode: number} =>
	error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR' && 'errcode' in error;

/** Why a file behind the lock could not be written, as the rest of a sentence that begins with its path. Undefined if that is a bug. */
export function whyNotSaved(error: unknown): string | undefined {
	if (isLockTimeout(error)) return 'could not be written (another landfall does not let go of it).';
	return isSystemError(error) || isLockFault(error) ? `could not be written (${error.code}).` : undefined;
}
