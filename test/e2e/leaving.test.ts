import {constants} from 'node:os';
import {expect, test} from 'vitest';
import {childOf, expectRestored, openInShell} from '../kit/app/shell.ts';
import type {OpenTerminal} from '../kit/app/terminal.ts';

let terminal: OpenTerminal;

const kill = (signal: NodeJS.Signals) => process.kill(childOf(terminal), signal);
const codeOf = (signal: NodeJS.Signals) => 128 + constants.signals[signal];
/** What ends a program that does nothing about it. */
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

test.each(['SIGINT', 'SIGTERM', 'SIGUSR2'] as const)(
	'after %s during the start the terminal is restored',
	{tags: ['fault-64']},
	async signal => {
		terminal = openInShell(['--demo']);
		await terminal.wrote(written => written.includes('landfall'));
		kill(signal);
		await terminal.see(`exited with ${codeOf(signal)}`);
		await expectRestored(terminal);
	},
);
