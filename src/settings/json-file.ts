import {constants, copyFileSync, readdirSync, renameSync, unlinkSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';

/** Enough to find out what went wrong, without filling the directory if the file breaks repeatedly. */
const maxCorruptFiles = 3;

/**
Renames a corrupt file so that it is neither used nor overwritten: `config.json` becomes `config.corrupt-2026-06-01T12-00-00-000Z.json`. Keeps the newest three.

`target` is the actual file if `path` is a link: the link stays, and the file is moved next to it.

Returns the new name without its directory, or undefined if the file could not be renamed.
*/
export function setAside(path: string, now: number, target = path): string | undefined {
	const directory = dirname(path);
	const prefix = `${basename(path, '.json')}.corrupt-`;
	const name = `${prefix}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.json`;
	try {
		moveFile(target, join(directory, name));
		const earlier = readdirSync(directory).filter(file => file.startsWith(prefix) && file.endsWith('.json'));
		for (const file of earlier.sort().slice(0, -maxCorruptFiles)) unlinkSync(join(directory, file));
		return name;
	} catch (error) {
		if (isSystemError(error)) return undefined;
		throw error;
	}
}

function moveFile(from: string, to: string): void {
	try {
		renameSync(from, to);
	} catch (error) {
		if (!isSystemError(error) || error.code !== 'EXDEV') throw error;
		// A link may point to another disk.
		copyFileSync(from, to, constants.COPYFILE_EXCL);
		unlinkSync(from);
	}
}

/** Whether an error comes from the operating system, rather than from a bug. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
	error instanceof Error && 'syscall' in error && typeof (error as NodeJS.ErrnoException).code === 'string';

export type PlainObject = Readonly<Record<string, unknown>>;

export const isPlainObject = (value: unknown): value is PlainObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the entries of a JSON object; an empty map for any other value. */
export const mapOf = (value: unknown): Map<string, unknown> =>
	new Map(isPlainObject(value) ? Object.entries(value) : []);

/** Returns an object to write as JSON. Any name becomes an own property, even `__proto__`. */
export const objectOf = (map: ReadonlyMap<string, unknown>): PlainObject => Object.fromEntries(map);

/** Parses a JSON object, or returns undefined. Gives no reason, because JSON.parse's messages quote the text. */
export function parseObject(text: string): PlainObject | undefined {
	try {
		const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
		return isPlainObject(parsed) ? parsed : undefined;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
