import {constants} from 'node:os';
import {expect, test} from 'vitest';
import {childOf, expectRestored, openInShell} from '../kit/app/shell.ts';
import {type OpenTerminal, openList, openTerminal} from '../kit/app/terminal.ts';
import {withShellCommand} from '../kit/fixtures/temporary-directory.ts';

let terminal: OpenTerminal;

const kill = (signal: NodeJS.Signals) => process.kill(childOf(terminal), signal);
const codeOf = (signal: NodeJS.Signals) => 128 + constants.signals[signal];
const fatal = [
	'SIGTERM',
	'SIGHUP',
	'SIGINT',
	'SIGQUIT',
	'SIGABRT',
	'SIGUSR1',
	'SIGUSR2',
	'SIGALRM',
	'SIGXCPU',
] as const;

test.each<[way: string, leave: () => unknown, code: number]>([
	['q q', () => terminal.press('q', 'q'), 0],
	['ctrl+c twice', () => terminal.press('ctrl+c', 'ctrl+c'), 0],
	...fatal.map((signal): [string, () => unknown, number] => [signal, () => kill(signal), codeOf(signal)]),
])('after %s the terminal is restored', {tags: ['fault-64']}, async (_way, leave, code) => {
	terminal = openInShell(['--demo', '--world', 'quiet']);
	await terminal.see('1 of 12');
	expect(terminal.isAlternate()).toBe(true);
	expect(terminal.modesOn()).toEqual(expect.arrayContaining([1049, 1004, 1007, 2004, 2031]));
	await leave();
	await terminal.see(`exited with ${code}`);
	await expectRestored(terminal);
});

const earlySignals = ['SIGINT', 'SIGTERM', 'SIGUSR2'] as const;

test.each(earlySignals)('after %s during the start the terminal is restored', {tags: ['fault-64']}, async signal => {
	terminal = openInShell(['--demo']);
	await terminal.wrote(written => written.includes('landfall'));
	kill(signal);
	await terminal.see(`exited with ${codeOf(signal)}`);
	await expectRestored(terminal);
});

test('a late reply of the terminal does not reach the shell', {tags: ['fault-272']}, async () => {
	const by = `"$@" --demo --world quiet; echo "exited with $?"; read -r line; echo "the shell read \${#line} letters"`;
	terminal = openTerminal({by, background: '#112233', replyDelayMs: 150});
	await terminal.see('1 of 12');
	await terminal.go('?', 'Help');
	// The terminal says that its colours have changed, so landfall asks again.
	terminal.type('\u001B[?997;1n');
	await terminal.wrote(written => written.split('\u001B]11;?').length > 2);
	kill('SIGTERM');
	await terminal.see('exited with 143');
	await expect.poll(() => terminal.replies().split(']11;rgb').length).toBe(3);
	terminal.type('typed\r');
	await terminal.see('the shell read 5 letters');
});

test('a late reply of the terminal does not reach the program that has it', {tags: ['fault-272']}, async () => {
	const directory = withShellCommand('echo ready; read -r line; echo "the program read <$line>"; sleep 600');
	terminal = await openList({directory});
	await terminal.press('X');
	await terminal.wrote(written => written.includes('\u001B[?1049l'));
	terminal.type('\u001B]11;rgb:1111/2222/3333\u001B\\');
	await terminal.see('ready');
	terminal.type('typed\r');
	await terminal.see('the program read <typed>');
});
