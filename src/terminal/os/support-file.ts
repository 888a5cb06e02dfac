import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {CrashFileOptions} from '../lifecycle/crash-file.ts';

/** Writes a support report that only its owner can read. Returns its path, or why it could not be written. */
export function writeSupportFile(
	lines: readonly string[],
	{directory, now, about, redact}: CrashFileOptions,
): {readonly path: string} | {readonly fault: string} {
	const time = new Date(now).toISOString();
	const path = join(directory, `support-${time.replace(/[:.]/g, '-')}.txt`);
	try {
		mkdirSync(directory, {recursive: true, mode: 0o700});
		writeFileSync(path, redact(`${[time, about, ...lines].join('\n')}\n`), {flag: 'wx', mode: 0o600});
		return {path};
	} catch (error) {
		return {fault: error instanceof Error ? error.message : String(error)};
	}
}
