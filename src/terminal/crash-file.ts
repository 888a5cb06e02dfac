import {readdirSync, unlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {makeOwnDirectory} from '../base/files.ts';
import {safe} from '../base/text.ts';

export type ReportOptions = {
	readonly directory: string;
	readonly now: number;
	readonly redact: (text: string) => string;
	readonly about: string;
};

const maxCrashBytes = 64 * 1024;
const maxCrashFiles = 5;
const maxCauses = 5;

/** Never throws. */
function thrownMessage(thrown: unknown): string {
	try {
		return thrown instanceof Error ? thrown.message : String(thrown);
	} catch {
		return 'a value that cannot be converted to text';
	}
}

function writeReport(
	kind: 'crash' | 'support',
	content: string,
	{directory, now, about, redact}: ReportOptions,
	maxBytes?: number,
): string {
	const time = new Date(now).toISOString();
	const path = join(directory, `${kind}-${time.replace(/[:.]/g, '-')}.txt`);
	const text = redact(`${time}\n${about}\n${content}\n`).replace(/[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/gu, '\uFFFD');
	makeOwnDirectory(directory);
	writeFileSync(path, Buffer.from(text).subarray(0, maxBytes), {flag: 'wx', mode: 0o600});
	return path;
}

export function writeSupportReport(
	lines: readonly string[],
	options: ReportOptions,
): {readonly path: string} | {readonly problem: string} {
	try {
		return {path: writeReport('support', lines.join('\n'), options)};
	} catch (error) {
		return {problem: thrownMessage(error)};
	}
}

function stacksOf(thrown: unknown): string {
	const stacks: string[] = [];
	let next = thrown;
	while (next !== undefined && stacks.length < maxCauses) {
		stacks.push(next instanceof Error ? (next.stack ?? next.message) : String(next));
		next = next instanceof Error ? next.cause : undefined;
	}

	return stacks.join('\n\nCaused by: ');
}

/** Deletes all crash files but the newest five. Undefined if the file could not be written. */
function writeCrashFile(thrown: unknown, options: ReportOptions): string | undefined {
	try {
		const path = writeReport('crash', `\n${stacksOf(thrown)}`, options, maxCrashBytes);
		const files = readdirSync(options.directory).filter(name => /^crash-.*\.txt$/.test(name));
		for (const name of files.sort().slice(0, -maxCrashFiles)) unlinkSync(join(options.directory, name));
		return path;
	} catch {
		return undefined; // A failure here must not hide the crash itself.
	}
}

export function bugSentence(thrown: unknown, options: ReportOptions): string {
	const path = writeCrashFile(thrown, options);
	const where = path ? `Details are in ${path}` : `No crash file could be written. The error: ${thrownMessage(thrown)}`;
	return `landfall hit a bug and has stopped. ${safe(options.redact(where), 600)}\n`;
}
