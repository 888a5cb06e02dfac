import {expect, test} from 'vitest';
import {childOf, expectRestored, openInShell} from '../kit/app/shell.ts';
import {type OpenTerminal, program} from '../kit/app/terminal.ts';

let terminal: OpenTerminal;

const demo = [process.execPath, program, '--demo', '--world', 'quiet'];
const kill = (signal: string) => process.kill(childOf(terminal), signal);

const ways: ReadonlyArray<readonly [way: string, leave: () => unknown, code: number]> = [
	['q q', () => terminal.press('q', 'q'), 0],
	['ctrl+c twice', () => terminal.press('ctrl+c', 'ctrl+c'), 0],
	['SIGTERM', () => kill('SIGTERM'), 143],
	['SIGHUP', () => kill('SIGHUP'), 129],
	['SIGINT', () => kill('SIGINT'), 130],
	['SIGQUIT', () => kill('SIGQUIT'), 131],
	['SIGABRT', () => kill('SIGABRT'), 134],
	['SIGUSR1', () => kill('SIGUSR1'), 138],
	['SIGUSR2', () => kill('SIGUSR2'), 140],
	['SIGALRM', () => kill('SIGALRM'), 142],
	['SIGXCPU', () => kill('SIGXCPU'), 152],
];

test.each(ways)('after %s the terminal is restored', {tags: ['fault-64']}, async (_way, leave, code) => {
	terminal = openInShell(demo);
	await terminal.see('1 of 12');
	expect(terminal.isAlternate()).toBe(true);
	expect(terminal.modesOn()).toEqual(expect.arrayContaining([1049, 1004, 1007, 2004, 2031]));
	await leave();
	await terminal.see(`exited with ${code}`);
	await expectRestored(terminal);
});

test.each([
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGUSR2', 140],
])('after %s during the start the terminal is restored', {tags: ['fault-64']}, async (signal, code) => {
	terminal = openInShell([process.execPath, program, '--demo']);
	await terminal.wrote(written => written.includes('landfall'));
	kill(signal);
	await terminal.see(`exited with ${code}`);
	await expectRestored(terminal);
});
