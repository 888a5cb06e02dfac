import {execFileSync} from 'node:child_process';
import {readFileSync, readlinkSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {childOf, expectRestored, openInShell, openInShellWithJobs} from '../kit/app/shell.ts';
import {type OpenTerminal, openTerminal, program} from '../kit/app/terminal.ts';

let terminal: OpenTerminal;
afterEach(() => terminal.close());

const demo = ['--demo', '--world', 'quiet'];
const root = join(import.meta.dirname, '../..');

/** npm, which asks nobody for news about itself. */
const env = {npm_config_update_notifier: 'false', npm_config_offline: 'true'};

/** What shells do to the line settings of a terminal that is theirs again. */
const stty = (settings: string) =>
	execFileSync('stty', ['-F', readlinkSync(`/proc/${childOf(terminal)}/fd/0`), settings]);

/** Whether a process is stopped, as the kernel says it. */
const isStopped = (pid: number) => /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));

async function expectStopped() {
	// SIGTSTP, and SIGSTOP, as shells count them.
	await terminal.see(/stopped with 14[89]/);
	await expectRestored(terminal);
}

async function leave() {
	await terminal.press('q', 'q');
	await terminal.see('left with 0');
}

test.each([
	['itself', [process.execPath, program, ...demo]],
	['npx', ['npx', '--prefix', root, 'landfall', ...demo]],
	['npm exec', ['npm', 'exec', '-c', `"${process.execPath}" "${program}" ${demo.join(' ')}`]],
	['npm start', ['npm', '--prefix', root, 'start', '--', ...demo]],
])(
	'started by %s, ctrl+z gives the shell its terminal, and fg brings the screens back',
	{
		tags: ['fault-65'],
	},
	async (_by, command) => {
		terminal = openInShellWithJobs(command, {env});
		await terminal.see('1 of 12');
		await terminal.press('j');
		await terminal.see('2 of 12');
		await terminal.press('ctrl+z');
		await expectStopped();
		terminal.type('\r');
		await terminal.see('2 of 12');
		await terminal.press('j');
		await terminal.see('3 of 12');
		await leave();
	},
);

test('a form that was left by ctrl+z is there after fg, with what was typed into it', {
	tags: ['fault-65'],
}, async () => {
	terminal = openInShellWithJobs([process.execPath, program, ...demo]);
	await terminal.see('1 of 12');
	await terminal.press('a');
	await terminal.see('New project');
	terminal.type('half a na');
	await terminal.see('half a na');
	await terminal.press('ctrl+z');
	await expectStopped();
	terminal.type('\r');
	await terminal.see('half a na');
	terminal.type('me');
	await terminal.see('half a name');
	expect(terminal.isAlternate()).toBe(true);
});

test('a stop that somebody else asks for gives the shell its terminal', {tags: ['fault-65']}, async () => {
	terminal = openInShellWithJobs([process.execPath, program, ...demo]);
	await terminal.see('1 of 12');
	process.kill(childOf(terminal), 'SIGTSTP');
	await expectStopped();
	terminal.type('\r');
	await terminal.see('1 of 12');
	await terminal.press('j');
	await terminal.see('2 of 12');
	await leave();
});

test('sent to the background it leaves the terminal alone, until fg', {tags: ['fault-65']}, async () => {
	terminal = openInShellWithJobs([process.execPath, program, ...demo]);
	await terminal.see('1 of 12');
	const pid = childOf(terminal);
	await terminal.press('ctrl+z');
	await expectStopped();
	const {length} = terminal.written();
	terminal.type('bg\r');
	await terminal.see('in the background');
	await expect.poll(() => isStopped(pid)).toBe(true);
	expect(terminal.written().slice(length)).toBe('bg\r\nin the background\r\n');
	await expectRestored(terminal);
	terminal.type('\r');
	await terminal.see('1 of 12');
	await terminal.press('j');
	await terminal.see('2 of 12');
	await leave();
	await expectRestored(terminal);
});

test('started in the background it waits for the terminal without touching it', {tags: ['fault-65']}, async () => {
	terminal = openTerminal({
		command: 'bash',
		script: join(import.meta.dirname, 'fixtures/in-the-background.sh'),
		args: [process.execPath, program, ...demo],
	});
	await expect.poll(() => childOf(terminal) > 0 && isStopped(childOf(terminal)), {timeout: 5000}).toBe(true);
	expect(terminal.written()).toBe('');
	terminal.type('\r');
	await terminal.see('1 of 12');
	expect(terminal.written()).toMatch(/^\r\nline settings as before\r\n/);
	await terminal.press('j');
	await terminal.see('2 of 12');
	await leave();
});

test('ended while it is stopped, it leaves the terminal as it was found', {
	tags: ['fault-64', 'fault-65'],
}, async () => {
	terminal = openInShellWithJobs([process.execPath, program, ...demo]);
	await terminal.see('1 of 12');
	await terminal.press('ctrl+z');
	await expectStopped();
	process.kill(childOf(terminal), 'SIGTERM');
	terminal.type('\r');
	await terminal.see('left with 143');
	await expectRestored(terminal);
});

test('an editor that is stopped stops landfall with it, and both come back', {tags: ['fault-65']}, async () => {
	const editor = join(import.meta.dirname, 'fixtures/an-editor-that-stops.sh');
	terminal = openInShellWithJobs([process.execPath, program, ...demo], {env: {EDITOR: `sh ${editor}`}});
	await terminal.see('1 of 12');
	await terminal.press('E');
	await terminal.see('the editor stops');
	await expectStopped();
	terminal.type('\r');
	await terminal.see('No changes yet.');
	await terminal.press('esc');
	await terminal.see('1 of 12');
	await leave();
});

test('whoever stopped it and used the terminal meanwhile finds the screen and the keys again', {
	tags: ['fault-65'],
}, async () => {
	terminal = openInShell([process.execPath, program, ...demo]);
	await terminal.see('1 of 12');
	process.kill(childOf(terminal), 'SIGSTOP');
	stty('sane');
	terminal.emulator.write('\u001B[?1049l\u001B[2Jwhat a shell shows');
	await terminal.see('what a shell shows');
	process.kill(childOf(terminal), 'SIGCONT');
	await terminal.see('1 of 12');
	expect(terminal.isAlternate()).toBe(true);
	await terminal.press('j');
	await terminal.see('2 of 12');
	await leave();
	await expectRestored(terminal);
});
