import {join} from 'node:path';
import {busyCodes, isSqliteError, isSystemError, makeOwnDirectory, whileLocked} from '../base/files.ts';
import {FileProblem} from './private-file.ts';

const defaultTimeoutMs = 5000;

/** Runs `change` while holding this directory's lock. Creates the directory, accessible only to its owner. Throws `FileProblem` if it could not be locked or written. */
export function locked(directory: string, change: () => void, timeoutMs = defaultTimeoutMs): void {
	try {
		makeOwnDirectory(directory);
		whileLocked(join(directory, 'settings.lock'), timeoutMs, change);
	} catch (error) {
		if (isSqliteError(error, busyCodes))
			throw new FileProblem('could not be written (another landfall is holding its lock).');
		if (isSystemError(error) || isSqliteError(error)) throw new FileProblem(`could not be written (${error.code}).`);
		throw error;
	}
}
