import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Program} from './probe.ts';

/** Whether this machine has a program. */
export const isInstalled = (name: string): boolean =>
	spawnSync(name, ['--version'], {stdio: 'ignore', timeout: 10_000}).error === undefined;

/** Why a program that figures are compared with has none. */
export const peerNote = (name: string): string =>
	isInstalled(name) ? 'installed, but no part measures it' : 'not installed';

/** A program of its kind that most machines have, with 100,000 lines. */
export function lessOf(directory: string): Program {
	const text = join(directory, 'lines.txt');
	writeFileSync(text, Array.from({length: 100_000}, (_, line) => `v${line} of many lines\n`).join(''));
	return {command: 'less', args: [text], isUnmarked: true};
}
