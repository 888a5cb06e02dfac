import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {childOf, expectRestored, openInShell} from '../kit/app/shell.ts';
import {type OpenTerminal, openTerminal, program} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {serveSandbox} from '../kit/services/local-services.ts';

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
	expect(terminal.modesOn()).toEqual(expect.arrayContaining([1049, 1004, 2004, 2031]));
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

test('quitting does not wait for the journal to be checkpointed, and loses no entry', {
	tags: ['fault-101'],
}, async () => {
	const {env} = await serveSandbox();
	const directory = temporaryDirectory();
	terminal = openTerminal({directory, env});
	await terminal.see('1 of 12');
	await terminal.go('t', 'y deploy');
	await terminal.go('y', 'Deploying');
	await terminal.endWord();
	await terminal.go('1', 'enter deployments');
	await terminal.press('q', 'q');
	expect(await terminal.exited).toMatchObject({code: 0});

	const path = join(directory, 'state', 'journal.sqlite');
	// Closing the journal would checkpoint it and remove this file.
	expect(existsSync(`${path}-wal`)).toBe(true);
	const journal = openJournal({path, now: Date.now});
	onTestFinished(journal.close);
	expect(journal.recent(10).map(({kind}) => kind)).toContain('deployed');
	expect(journal.takeNotice()).toBeUndefined();
});
