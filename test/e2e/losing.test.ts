import {spawn} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {beforeEach, expect, test} from 'vitest';
import {expectRestored, openInShell} from '../kit/app/shell.ts';
import {openTerminal, program, programEnv} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
let directory = '';
beforeEach(() => {
	directory = temporaryDirectory();
});

/** Runs landfall with one of its outputs closed by the reader. Returns what it writes to the other one, and the exit code. */
async function runClosed(closed: 'stdout' | 'stderr', args: readonly string[]) {
	const stdio = ['ignore', 'pipe', 'pipe'] as const;
	const child = spawn(process.execPath, [program, ...args], {env: programEnv(directory), stdio: [...stdio]});
	const code = new Promise(resolve => child.on('close', resolve));
	child[closed].destroy();
	const written = await text(closed === 'stdout' ? child.stderr : child.stdout);
	return {written, code: await code};
}

test.each([['--help'], ['--version'], ['sandbox', '--port', '0']])(
	'landfall %s succeeds if the reader of its output has gone away',
	{tags: ['fault-67']},
	async (...args) => {
		expect(await runClosed('stdout', args)).toEqual({written: '', code: 0});
	},
);

test.each([['--no-such-option'], ['--demo']])(
	'landfall %s fails with exit code 2 even if nothing reads standard error',
	{tags: ['fault-67']},
	async (...args) => {
		expect(await runClosed('stderr', args)).toEqual({written: '', code: 2});
	},
);

test.each([
	['closed', 'exec "$@" 2>&-'],
	['no longer read', 'mkfifo e; exec 3<>e 4>e 3>&-; exec "$@" 2>&4'],
])('with standard error %s, the terminal is restored after a bug', {tags: ['fault-67']}, async (_how, script) => {
	const terminal = openInShell(['sh', '-c', script, 'sh', process.execPath, program, '--demo'], {
		env: {NODE_OPTIONS: `--import "${join(fixtures, 'injected-bug.ts')}"`, BUG_IN: 'timer'},
	});
	await terminal.see('exited with 70');
	await expectRestored(terminal);
});

test.each([
	['', []],
	[', even if SIGHUP is ignored', ['sh', '-c', 'trap "" HUP; exec "$@"', 'sh']],
	[', even without a SIGHUP', ['setsid', '-w']],
])('landfall exits when its terminal is closed%s', {tags: ['fault-67']}, async (_how, by) => {
	const terminal = openTerminal({
		command: '/bin/sh',
		script: join(fixtures, 'surviving-shell.sh'),
		args: [...by, process.execPath, program, '--demo', '--world', 'quiet'],
		directory,
	});
	await terminal.see('1 of 12');
	terminal.hangUp();
	const code = join(directory, 'code');
	await expect.poll(() => existsSync(code) && readFileSync(code, 'utf8')).toBe('129\n');
});
