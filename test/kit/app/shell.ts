import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {expect} from 'vitest';
import {type OpenTerminal, type OpenTerminalOptions, openTerminal} from './terminal.ts';

const isRestored = `test "$(stty -g)" = "$before" && echo 'line settings restored'`;
const reportEnd = `echo "exited with $?"\n${isRestored}`;

/** Runs landfall, or a line of bash in which it is `"$@"`, in a shell that outlives it. */
export const openInShell = (args: readonly string[], {by = '"$@"', ...options}: OpenTerminalOptions = {}) =>
	openTerminal({...options, args, by: `before=$(stty -g)\n${by}\n${reportEnd}`});

/** With job control. When landfall is stopped, the line `bg` continues it in the background, any other line in the foreground. */
export const openInShellWithJobs = (args: readonly string[], {by = '"$@"', ...options}: OpenTerminalOptions = {}) =>
	openTerminal({
		...options,
		args,
		by: `set -m; before=$(stty -g)
${by}
echo "stopped with $?"
${isRestored}
while read -r line && test "$line" = bg; do bg >/dev/null && echo 'in the background'; done
fg >/dev/null
${reportEnd}`,
	});

export function childOf({pid}: OpenTerminal): number {
	const children = `/proc/${pid}/task/${pid}/children`;
	if (existsSync(children)) return Number(readFileSync(children, 'utf8'));
	const processes = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], {encoding: 'utf8'}).matchAll(/(\d+) +(\d+)/g);
	return Number([...processes].find(([, parent]) => Number(parent) === pid)?.[2]);
}

/** DEC modes. None of them reports the mouse. */
const usedModes = [7, 25, 1004, 1007, 1049, 2004, 2026, 2031];

export async function expectRestored(terminal: OpenTerminal): Promise<void> {
	await terminal.see('line settings restored');
	expect(terminal.isAlternate()).toBe(false);
	// Visible cursor and line wrapping.
	expect(terminal.modesOn().toSorted((a, b) => a - b)).toEqual([7, 25]);
	const written = terminal.written();
	const modes = [...written.matchAll(/\u001B\[\?([\d;]+)h/g)].flatMap(([, numbers = '']) => numbers.split(';'));
	expect(usedModes).toEqual(expect.arrayContaining([...new Set(modes)].map(Number)));
	// The program never requests a keyboard protocol or the application keypad. It only ends them.
	expect(written.replaceAll('\u001B>\u001B[>4m\u001B[=0u', '')).not.toMatch(/\u001B(?:\[[<>=][\d;]*[a-z]|[=>])/);
	expect(written.split('\u001B[22;0t').length).toBe(written.split('\u001B[23;0t').length);
	expect(written.lastIndexOf('\u001B]2;')).toBeLessThanOrEqual(written.lastIndexOf('\u001B[23;0t'));
}
