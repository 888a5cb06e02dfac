import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Program} from './probe.ts';

/** Whether a program is installed. */
export const isInstalled = (name: string): boolean =>
	spawnSync(name, ['--version'], {stdio: 'ignore', timeout: 10_000}).error === undefined;

/** Says why there is no figure for a program to compare with. */
export const peerNote = (name: string): string =>
	isInstalled(name) ? 'installed, but no part measures it' : 'not installed';

/** Returns `less` on 100,000 lines: a comparable program that most machines have. */
export function lessOf(directory: string): Program {
	const text = join(directory, 'lines.txt');
	writeFileSync(text, Array.from({length: 100_000}, (_, line) => `v${line} of many lines\n`).join(''));
	return {command: 'less', args: [text], isUnmarked: true};
}
