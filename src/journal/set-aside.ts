import {existsSync, readdirSync, renameSync, rmSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';

/** Enough to find out what went wrong. */
const kept = 3;

/**
Renames a damaged database, and what SQLite keeps beside it, so that it is neither used nor overwritten. Keeps the newest three.

Gives the new name without its directory, or undefined where that was not possible.
*/
export function setDatabaseAside(path: string, now: number): string | undefined {
	const directory = dirname(path);
	const prefix = `${basename(path, '.sqlite')}.corrupt-`;
	const name = `${prefix}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.sqlite`;
	try {
		for (const beside of ['', '-wal', '-shm']) {
			if (existsSync(path + beside)) renameSync(path + beside, join(directory, name + beside));
		}

		const earlier = readdirSync(directory).filter(file => file.startsWith(prefix) && file.endsWith('.sqlite'));
		for (const file of earlier.sort().slice(0, -kept)) rmSync(join(directory, file));
		return name;
	} catch {
		return undefined; // It stays where it is, and the journal is kept in memory.
	}
}
