import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import {type OpenTerminal, type OpenTerminalOptions, openTerminal} from './terminal.ts';

const fixtures = join(import.meta.dirname, '../../e2e/fixtures');

/** Runs a command as a shell does, which stays behind in the terminal when it has ended. */
export const openInShell = (args: readonly string[], options: OpenTerminalOptions = {}): OpenTerminal =>
	openTerminal({...options, command: '/bin/sh', script: join(fixtures, 'in-a-shell.sh'), args});

/** Runs a command as an interactive shell does: it can be stopped, and goes on once a line was typed. */
export const openInShellWithJobs = (args: readonly string[], options: OpenTerminalOptions = {}): OpenTerminal =>
	openTerminal({...options, command: 'bash', script: join(fixtures, 'in-a-shell-with-jobs.sh'), args});

/** The program that the shell has started. */
export const childOf = (terminal: OpenTerminal): number =>
	Number(readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, 'utf8').trim());

/** The modes that landfall uses; no mouse is among them. */
const usedModes = [7, 25, 1004, 1049, 2004, 2026, 2031];

/** Holds what was written to what gives a terminal back: its screen, its modes, its title, and the line settings. */
export async function expectRestored(terminal: OpenTerminal): Promise<void> {
	await terminal.see('line settings as before');
	expect(terminal.isAlternate()).toBe(false);
	// The cursor, and lines that go on in the next one.
	expect(terminal.modesOn().toSorted((a, b) => a - b)).toEqual([7, 25]);
	const written = terminal.written();
	const modes = [...written.matchAll(/\u001B\[\?([\d;]+)[hl]/g)].flatMap(([, numbers = '']) => numbers.split(';'));
	expect(usedModes).toEqual(expect.arrayContaining([...new Set(modes)].map(Number)));
	// Neither a keyboard protocol nor the keypad's other mode was ever asked for.
	expect(written).not.toMatch(/\u001B(?:\[[<>=][\d;]*[a-z]|[=>])/);
	expect(written.split('\u001B[22;0t').length).toBe(written.split('\u001B[23;0t').length);
	expect(written.lastIndexOf('\u001B]2;')).toBeLessThanOrEqual(written.lastIndexOf('\u001B[23;0t'));
}
