import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {expectRestored, openInShell} from '../kit/app/shell.ts';
import {type OpenTerminal, openTerminal, program} from '../kit/app/terminal.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
let directory = '';
let terminal: OpenTerminal | undefined;

beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), 'landfall-'));
});
afterEach(() => {
	terminal?.close();
	terminal = undefined;
	rmSync(directory, {recursive: true});
});

/** Runs landfall with one of its outputs read by somebody who has gone away. Gives what the other one says, and the exit code. */
async function runUnread(unread: 'stdout' | 'stderr', args: readonly string[]) {
	const env = {LANDFALL_CONFIG_DIR: directory};
	const child = spawn(process.execPath, [program, ...args], {env, stdio: ['ignore', 'pipe', 'pipe']});
	const code = new Promise(resolve => child.on('close', resolve));
	child[unread].destroy();
	const said = await text(unread === 'stdout' ? child.stderr : child.stdout);
	return {said, code: await code};
}

test.each([['--help'], ['--version'], ['sandbox', '--port', '0']])(
	'a reader of what %s prints that has gone away is no fault',
	{tags: ['fault-67']},
	async (...args) => {
		expect(await runUnread('stdout', args)).toEqual({said: '', code: 0});
	},
);

test.each([['--no-such-option'], ['--demo']])(
	'what is wrong about %s is told by the exit code where nobody reads the sentence',
	{
		tags: ['fault-67'],
	},
	async (...args) => {
		expect(await runUnread('stderr', args)).toEqual({said: '', code: 2});
	},
);

test.each([
	['closed', 'exec "$@" 2>&-'],
	['read by nobody', 'mkfifo e; exec 3<>e 4>e 3>&-; exec "$@" 2>&4'],
])(
	'with its standard error %s, a bug leaves the terminal as it was found',
	{tags: ['fault-67']},
	async (_how, script) => {
		terminal = openInShell(['sh', '-c', script, 'sh', process.execPath, program, '--demo'], {
			env: {NODE_OPTIONS: `--import "${join(fixtures, 'a-bug-later.ts')}"`, A_BUG_IN: 'timer'},
		});
		await terminal.see('left with 70');
		await expectRestored(terminal);
	},
);

test.each([
	['', []],
	[' although it was told to ignore that', ['sh', '-c', 'trap "" HUP; exec "$@"', 'sh']],
	[' although no signal tells it', ['setsid', '-w']],
])('a terminal that goes away ends it%s', {tags: ['fault-67']}, async (_how, by) => {
	terminal = openTerminal({
		command: '/bin/sh',
		script: join(fixtures, 'in-a-shell-that-stays.sh'),
		args: [...by, process.execPath, program, '--demo', '--world', 'quiet'],
		directory,
	});
	await terminal.see('1 of 12');
	terminal.hangUp();
	const code = join(directory, 'code');
	await expect.poll(() => existsSync(code) && readFileSync(code, 'utf8'), {timeout: 1000, interval: 10}).toBe('129\n');
});
