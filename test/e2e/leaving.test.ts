import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync, readlinkSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {type OpenTerminal, openTerminal, program} from '../kit/terminal.ts';

let terminal: OpenTerminal;
afterEach(() => terminal.close());

const shell = join(import.meta.dirname, 'fixtures/in-a-shell.sh');
const fixture = join(import.meta.dirname, 'fixtures/with-a-bug.ts');

/** Runs a script as a shell does, which stays behind in the terminal when it has ended. */
const openInShell = (...args: readonly string[]) =>
	openTerminal({command: '/bin/sh', script: shell, args: [process.execPath, ...args]});

/** The program that the shell has started. */
const childPid = (): number =>
	Number(readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, 'utf8').trim());

const kill = (signal: string) => process.kill(childPid(), signal);

async function expectRestored() {
	await terminal.see('line settings as before');
	expect(terminal.isAlternate()).toBe(false);
	// The cursor, and lines that go on in the next one.
	expect(terminal.modesOn().toSorted((a, b) => a - b)).toEqual([7, 25]);
}

const ways: ReadonlyArray<readonly [way: string, leave: () => unknown, code: number]> = [
	['q q', () => terminal.press('q', 'q'), 0],
	['ctrl+c twice', () => terminal.press('ctrl+c', 'ctrl+c'), 0],
	['SIGTERM', () => kill('SIGTERM'), 143],
	['SIGHUP', () => kill('SIGHUP'), 129],
	['SIGINT', () => kill('SIGINT'), 130],
	['SIGQUIT', () => kill('SIGQUIT'), 131],
];

test.each(ways)('after %s the terminal is as it was found', async (_way, leave, code) => {
	terminal = openInShell(program, '--demo', '--world', 'quiet');
	await terminal.see('1 of 12');
	expect(terminal.isAlternate()).toBe(true);
	expect(terminal.modesOn()).toEqual(expect.arrayContaining([1049, 1004, 2004]));
	await leave();
	await terminal.see(`left with ${code}`);
	await expectRestored();
});

test('after SIGTERM in the middle of a form the terminal is as it was found', async () => {
	terminal = openInShell(program, '--demo', '--world', 'quiet');
	await terminal.see('1 of 12');
	await terminal.press('a');
	await terminal.see('New project');
	terminal.type('half a na');
	await terminal.see('half a na');
	kill('SIGTERM');
	await terminal.see('left with 143');
	await expectRestored();
});

test('whoever stopped it and used the terminal meanwhile finds the screen and the keys again', async () => {
	terminal = openInShell(program, '--demo', '--world', 'quiet');
	await terminal.see('1 of 12');
	kill('SIGSTOP');
	execFileSync('stty', ['-F', readlinkSync(`/proc/${childPid()}/fd/0`), 'sane']);
	terminal.emulator.write('\u001B[?1049l\u001B[2Jwhat a shell shows');
	await terminal.see('what a shell shows');
	kill('SIGCONT');
	await terminal.see('1 of 12');
	expect(terminal.isAlternate()).toBe(true);
	await terminal.press('j');
	await terminal.see('2 of 12');
	await terminal.press('q', 'q');
	await terminal.see('left with 0');
	await expectRestored();
});

test.each([
	['SIGINT', 130],
	['SIGTERM', 143],
])('%s before the screens are there leaves the terminal as it was found', async (signal, code) => {
	terminal = openInShell(program, '--demo');
	await terminal.wrote(written => written.includes('landfall'));
	kill(signal);
	await terminal.see(`left with ${code}`);
	await expectRestored();
});

test('what the command line asks for in vain is said where it was typed', async () => {
	terminal = openInShell(program, '--demo', '--world', 'nowhere');
	await terminal.see('There is no such world.');
	await terminal.see('left with 2');
	await expectRestored();
});

test('ctrl+z gives the shell its terminal, and fg brings the screens back', async () => {
	terminal = openTerminal({
		command: 'bash',
		script: join(import.meta.dirname, 'fixtures/in-a-shell-with-jobs.sh'),
		args: [process.execPath, program, '--demo', '--world', 'quiet'],
	});
	await terminal.see('1 of 12');
	await terminal.press('j');
	await terminal.see('2 of 12');
	await terminal.press('ctrl+z');
	await terminal.see(/stopped with 1\d\d/);
	await expectRestored();
	terminal.type('\r');
	await terminal.see('2 of 12');
	await terminal.press('j');
	await terminal.see('3 of 12');
	await terminal.press('q', 'q');
	await terminal.see('left with 0');
});

test.each(['timer', 'promise', 'render'])(
	'after a bug in a %s the terminal is restored, one sentence says so, and a file that only its owner reads says more',
	async where => {
		terminal = openInShell(fixture, where);
		const shown = await terminal.see('left with 70');
		expect(shown).toContain('landfall met a bug and has stopped.');
		expect(shown).not.toContain('    at ');
		await expectRestored();
		const [file = ''] = readdirSync(terminal.directory).filter(name => name.startsWith('crash-'));
		const path = join(terminal.directory, file);
		expect(statSync(path).mode & 0o777).toBe(0o600);
		const written = readFileSync(path, 'utf8');
		expect(written).toContain(`a bug in a ${where}`);
		expect(written).not.toContain('a-secret-key');
	},
);
