import {mkdirSync, readdirSync, unlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {safe} from '../../text.ts';

export type CrashFileOptions = {
	/** Created if missing, accessible only to its owner. */
	readonly directory: string;
	/** Milliseconds since the epoch, by the local clock. */
	readonly now: number;
	/** Removes secrets. */
	readonly redact: (text: string) => string;
	/** Versions and the like, one per line. */
	readonly about: string;
};

const maxBytes = 64 * 1024;
const maxFiles = 5;
const maxCauses = 5;

/** Returns the stacks of an error and its causes; a thrown value that is not an Error is converted to a string. */
function stacksOf(thrown: unknown): string {
	const stacks: string[] = [];
	let next = thrown;
	while (next !== undefined && stacks.length < maxCauses) {
		stacks.push(next instanceof Error ? (next.stack ?? next.message) : String(next));
		next = next instanceof Error ? next.cause : undefined;
	}

	return stacks.join('\n\nCaused by: ');
}

function removeOldest(directory: string): void {
	const files = readdirSync(directory).filter(name => /^crash-.*\.txt$/.test(name));
	for (const name of files.sort().slice(0, -maxFiles)) unlinkSync(join(directory, name));
}

/** Writes a crash file that only its owner can read, and deletes all but the newest five. Returns the path, or undefined if it could not be written. */
export function writeCrashFile(thrown: unknown, options: CrashFileOptions): string | undefined {
	try {
		const time = new Date(options.now).toISOString();
		const path = join(options.directory, `crash-${time.replace(/[:.]/g, '-')}.txt`);
		const text = options
			.redact(`${time}\n${options.about}\n\n${stacksOf(thrown)}\n`)
			.replace(/[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/gu, '\uFFFD');
		mkdirSync(options.directory, {recursive: true, mode: 0o700});
		writeFileSync(path, Buffer.from(text).subarray(0, maxBytes), {flag: 'wx', mode: 0o600});
		removeOldest(options.directory);
		return path;
	} catch {
		return undefined; // A failure here must not hide the crash itself.
	}
}

/** Never throws, even for values that cannot be converted to a string. */
function messageOf(thrown: unknown): string {
	try {
		return thrown instanceof Error ? thrown.message : String(thrown);
	} catch {
		return 'a value that cannot be converted to text';
	}
}

/** Writes a crash file and returns one line with its path, or with the error's message if it could not be written. */
export function bugSentence(thrown: unknown, options: CrashFileOptions): string {
	const path = writeCrashFile(thrown, options);
	const where = path ? `Details are in ${path}` : `No crash file could be written. The error: ${messageOf(thrown)}`;
	return `landfall hit a bug and has stopped. ${safe(options.redact(where), 600)}\n`;
}
