import {join} from 'node:path';
import {createSystemClock, sleep} from '../base/clock.ts';
import {busyCodes, isSqliteError, isSystemError, isWithoutLocks, makeOwnDirectory, whileLocked} from '../base/files.ts';
import {FileProblem} from './private-file.ts';

const [defaultTimeoutMs, pauseMs] = [5000, 25];

/** Waits without blocking. Creates the directory. Rejects with `FileProblem` if it cannot be locked or written. */
export async function locked(directory: string, change: () => void, timeoutMs = defaultTimeoutMs): Promise<void> {
	const clock = createSystemClock();
	const end = clock.elapsed() + timeoutMs;
	for (let canLock = false; ; canLock = true) {
		try {
			makeOwnDirectory(directory);
			return whileLocked(join(directory, 'settings.lock'), 0, change);
		} catch (error) {
			if (!isSystemError(error) && !isSqliteError(error)) throw error;
			if (!canLock && isWithoutLocks(error, directory))
				throw new FileProblem(
					`could not be written: the file system of ${directory} cannot lock files. Keep the settings on another one, with LANDFALL_CONFIG_DIR.`,
				);
			if (!isSqliteError(error, busyCodes)) throw new FileProblem(`could not be written (${error.code}).`);
			if (clock.elapsed() >= end)
				throw new FileProblem(
					`could not be written: another process has held its lock for ${timeoutMs / 1000} seconds. Close that landfall, or try again.`,
				);
		}

		await sleep(clock, pauseMs);
	}
}
