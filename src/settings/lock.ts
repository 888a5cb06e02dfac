import {closeSync, constants, openSync} from 'node:fs';
import {join} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {busyCodes, isSqliteError, isSystemError, makeOwnDirectory, whenFree} from '../base/files.ts';
import {FileProblem} from './private-file.ts';

const defaultTimeoutMs = 5000;

/** Runs `change` while holding this directory's lock. Creates the directory, accessible only to its owner. Throws `FileProblem` if it could not be locked or written. SQLite locks a separate file, so the system releases the lock when the process ends. */
export function locked(directory: string, change: () => void, timeoutMs = defaultTimeoutMs): void {
	let lock: DatabaseSync | undefined;
	try {
		makeOwnDirectory(directory);
		const path = join(directory, 'settings.lock');
		// Created here with a private mode and without following links, which SQLite does not check.
		closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600));
		const database = new (process.getBuiltinModule('node:sqlite').DatabaseSync)(path, {timeout: 0});
		lock = database;
		whenFree(timeoutMs, () => {
			// In an empty file SQLite would write the first page each time, which fails on a full disk.
			if (database.prepare('PRAGMA user_version').get()?.user_version === 0) database.exec('PRAGMA user_version = 1');
			database.exec('BEGIN IMMEDIATE');
		});
		change();
	} catch (error) {
		if (isSqliteError(error, busyCodes))
			throw new FileProblem('could not be written (another landfall is holding its lock).');
		if (isSystemError(error) || isSqliteError(error)) throw new FileProblem(`could not be written (${error.code}).`);
		throw error;
	} finally {
		lock?.close();
	}
}
