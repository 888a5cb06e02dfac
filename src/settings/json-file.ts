import {constants, copyFileSync, readdirSync, renameSync, unlinkSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';

/** A few are enough to find out what went wrong; more would fill the directory when something breaks the file again and again. */
const kept = 3;

/**
Renames an unreadable file so that it is neither used nor overwritten: `config.json` becomes `config.corrupt-2026-06-01T12-00-00-000Z.json`. Keeps the newest three of them.

`target` is the file itself where `path` is a link to it: the link stays, and the file gets its new name beside the link.

Gives the new name without its directory, or `undefined` where the disk did not allow it; then the file is still there.
*/
export function setAside(path: string, now: number, target = path): string | undefined {
	const directory = dirname(path);
	const prefix = `${basename(path, '.json')}.corrupt-`;
	const name = `${prefix}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.json`;
	try {
		moveFile(target, join(directory, name));
		const earlier = readdirSync(directory).filter(file => file.startsWith(prefix) && file.endsWith('.json'));
		for (const file of earlier.sort().slice(0, -kept)) unlinkSync(join(directory, file));
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
		// A link may lead to another disk.
		copyFileSync(from, to, constants.COPYFILE_EXCL);
		unlinkSync(from);
	}
}

/** Whether an error is the operating system's word about a file, and not a bug. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
	error instanceof Error && 'syscall' in error && typeof (error as NodeJS.ErrnoException).code === 'string';

export type PlainObject = Readonly<Record<string, unknown>>;

export const isPlainObject = (value: unknown): value is PlainObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a JSON object holds, by name. Nothing for what is no object. */
export const mapOf = (value: unknown): Map<string, unknown> =>
	new Map(isPlainObject(value) ? Object.entries(value) : []);

/** The object to write as JSON. It takes any name for its own, `__proto__` too. */
export const objectOf = (map: ReadonlyMap<string, unknown>): PlainObject => Object.fromEntries(map);

/** The object that a JSON text describes, or `undefined`. Says no more, because what JSON.parse says about a text quotes it. */
export function parseObject(text: string): PlainObject | undefined {
	try {
		const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
		return isPlainObject(parsed) ? parsed : undefined;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
