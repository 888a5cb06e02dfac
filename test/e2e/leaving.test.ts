import {readdirSync, readFileSync, statSync} from 'node:fs';
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

/** Sends a signal to the program that the shell has started. */
function kill(signal: string) {
	const {pid} = terminal;
	process.kill(Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')), signal);
}

async function expectRestored() {
	await terminal.see('line settings as before');
	expect(terminal.isAlternate()).toBe(false);
	// Only the cursor is left switched on.
	expect(terminal.modesOn()).toEqual([25]);
}

const ways: ReadonlyArray<readonly [way: string, leave: () => unknown, code: number]> = [
	['q q', () => terminal.press('q', 'q'), 0],
	['ctrl+c twice', () => terminal.press('ctrl+c', 'ctrl+c'), 0],
	['SIGTERM', () => kill('SIGTERM'), 143],
	['SIGHUP', () => kill('SIGHUP'), 129],
	['SIGINT', () => kill('SIGINT'), 130],
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
