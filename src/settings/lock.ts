import {join} from 'node:path';
import {createSystemClock, sleep} from '../base/clock.ts';
import {busyCodes, isSqliteError, isSystemError, isWithoutLocks, makeOwnDirectory, whileLocked} from '../base/files.ts';
import {FileProblem} from './private-file.ts';

const [defaultTimeoutMs, pauseMs] = [5000, 25];

/** Runs `change` while holding this directory's lock, and waits for that without blocking. Creates the directory, accessible only to its owner. Rejects with `FileProblem` if it could not be locked or written. */
export async function locked(directory: string, change: () => void, timeoutMs = defaultTimeoutMs): Promise<void> {
	const clock = createSystemClock();
	const startedAt = clock.elapsed();
	for (let isFirst = true; ; isFirst = false) {
		try {
			makeOwnDirectory(directory);
			return whileLocked(join(directory, 'settings.lock'), 0, change);
		} catch (error) {
			if (isFirst && isWithoutLocks(error, directory))
				throw new FileProblem(
					`could not be written: the file system of ${directory} cannot lock files. Keep the settings on another one, with LANDFALL_CONFIG_DIR.`,
				);
			const isBusy = isSqliteError(error, busyCodes);
			if (isBusy && clock.elapsed() - startedAt >= timeoutMs)
				throw new FileProblem(
					`could not be written: another process has held its lock for ${timeoutMs / 1000} seconds. Close that landfall, or try again.`,
				);
			if (!isBusy && (isSystemError(error) || isSqliteError(error)))
				throw new FileProblem(`could not be written (${error.code}).`);
			if (!isBusy) throw error;
		}

		await sleep(clock, pauseMs);
	}
}
