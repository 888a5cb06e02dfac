import {existsSync, readdirSync, renameSync, rmSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';

/** How many corrupt files are kept for diagnosis. */
const maxKept = 3;

/**
Renames a corrupt database and its WAL files, so that it is neither used nor overwritten. Deletes all but the newest three of these.

Returns the new name without the directory, or undefined if the file could not be renamed. `now` is by the local clock.
*/
export function setDatabaseAside(path: string, now: number): string | undefined {
	const directory = dirname(path);
	const prefix = `${basename(path, '.sqlite')}.corrupt-`;
	const name = `${prefix}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.sqlite`;
	try {
		for (const suffix of ['', '-wal', '-shm']) {
			if (existsSync(path + suffix)) renameSync(path + suffix, join(directory, name + suffix));
		}

		const earlier = readdirSync(directory).filter(file => file.startsWith(prefix) && file.endsWith('.sqlite'));
		for (const file of earlier.sort().slice(0, -maxKept)) rmSync(join(directory, file));
		return name;
	} catch {
		return undefined; // The file stays in place, and the caller keeps the journal in memory.
	}
}
