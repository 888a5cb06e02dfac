import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {onceOpen, preloading, runProgram} from '../kit/app/program.ts';
import {expectRestored, openInShell} from '../kit/app/shell.ts';
import {openTerminal} from '../kit/app/terminal.ts';

test.each([
	['stdout', '--help', 0],
	['stdout', '--version', 0],
	['stdout', 'sandbox --port 0', 0],
	['stderr', '--no-such-option', 2],
	['stderr', '--demo', 2],
] as const)(
	'without a reader of %s, landfall %s ends with %i and prints no error',
	{tags: ['fault-67']},
	async (closed, line, code) => {
		expect(await runProgram(line.split(' '), {closed})).toEqual({stdout: '', stderr: '', code});
	},
);

test.each([
	['closed', '("$@" 2>&-)'],
	['no longer read', '(mkfifo e; exec 3<>e 4>e 3>&-; exec "$@" 2>&4)'],
])('with standard error %s, the terminal is restored after a bug', {tags: ['fault-67']}, async (_how, by) => {
	const env = preloading(onceOpen(`throw new Error('a bug')`));
	const terminal = openInShell(['--demo'], {by, env});
	await terminal.see('exited with 70');
	await expectRestored(terminal);
});

test.each([
	['', '"$@"'],
	[', even if SIGHUP is ignored', `sh -c 'trap "" HUP; exec "$@"' sh "$@"`],
	[', even without a SIGHUP', 'setsid -w "$@"'],
])('landfall exits when its terminal is closed%s', {tags: ['fault-67']}, async (_how, run) => {
	const by = `trap : HUP\n${run}\necho $? >code.new\nmv code.new code`;
	const terminal = openTerminal({args: ['--demo', '--world', 'quiet'], by});
	await terminal.see('1 of 12');
	terminal.hangUp();
	const code = join(terminal.directory, 'code');
	await expect.poll(() => existsSync(code) && readFileSync(code, 'utf8')).toBe('129\n');
});
