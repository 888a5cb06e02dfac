import {mkdirSync, readdirSync, unlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {safe} from '../../text.ts';

export type CrashFileOptions = {
	/** Made, for its owner only, if it is not there. */
	readonly directory: string;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Takes out what nobody else may read. */
	readonly redact: (text: string) => string;
	/** What was running: versions and the like, one a line. */
	readonly about: string;
};

const maxBytes = 64 * 1024;
const maxFiles = 5;
const maxCauses = 5;

/** The stacks of an error and of what caused it; a thrown value that is no error as text. */
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

/** Writes down what was thrown, readable by its owner only, and keeps the last five such files. Gives the path, or undefined if it could not be written. */
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
		return undefined; // It is written while something worse goes on, which must not be hidden by this.
	}
}

/** Anything can be thrown, also what cannot be turned into words. */
function wordsOf(thrown: unknown): string {
	try {
		return thrown instanceof Error ? thrown.message : String(thrown);
	} catch {
		return 'nothing that has words';
	}
}

/** Writes down what was thrown, and gives the one line that says so: where it is, or else what it says. */
export function bugSentence(thrown: unknown, options: CrashFileOptions): string {
	const path = writeCrashFile(thrown, options);
	const where = path
		? `What is known about it is in ${path}`
		: `It could not be written down. It says: ${wordsOf(thrown)}`;
	return `landfall met a bug and has stopped. ${safe(options.redact(where), 600)}\n`;
}
