import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync, readlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {childOf, expectRestored, openInShell, openInShellWithJobs} from '../kit/app/shell.ts';
import {type OpenTerminal, openTerminal, program} from '../kit/app/terminal.ts';

let terminal: OpenTerminal;

const demo = ['--demo', '--world', 'quiet'];
const root = join(import.meta.dirname, '../..');

const env = {npm_config_update_notifier: 'false', npm_config_offline: 'true'};

/** A shell knows that a process is stopped only once all its threads are. */
function isStopped(pid: number): boolean {
	const threads = readdirSync(`/proc/${pid}/task`);
	return threads.every(id => /\) T /.test(readFileSync(`/proc/${pid}/task/${id}/stat`, 'latin1')));
}

async function startDemo() {
	terminal = openInShellWithJobs(demo);
	await terminal.see('1 of 12');
}

async function stop(by: () => unknown = () => terminal.press('ctrl+z')) {
	await by();
	// 128 plus SIGTSTP or SIGTTIN.
	await terminal.see(/stopped with 14[89]/);
	await expectRestored(terminal);
}

const bringBack = (text: string) => terminal.go('\r', text);

async function expectKeys() {
	await terminal.go('j', '2 of 12');
	// Leftovers of a stopped program may push it onto two lines.
	await terminal.go(['q', 'q'], /exited\s+with 0/);
}

test.each([
	['itself', '"$@"'],
	['npx', `npx --prefix "${root}" landfall ${demo.join(' ')}`],
	['npm exec', `npm exec -c "'${process.execPath}' '${program}' ${demo.join(' ')}"`],
	['npm start', `npm --prefix "${root}" start -- ${demo.join(' ')}`],
])('started by %s, ctrl+z restores the terminal, and fg the screens', {tags: ['fault-65']}, async (_by, by) => {
	terminal = openInShellWithJobs(demo, {by, env});
	await terminal.see('1 of 12');
	await stop();
	await bringBack('1 of 12');
	await expectKeys();
});

test('ctrl+z and fg keep a form with its text and cursor', {tags: ['fault-65', 'fault-169']}, async () => {
	await startDemo();
	await terminal.go('a', 'enter add project');
	await terminal.go('half a na', 'half a na');
	await stop();
	await bringBack('half a na');
	await terminal.go('me', 'half a name');
	expect(terminal.beforeCursor()).toMatch(/half a name$/);
	expect(terminal.isAlternate()).toBe(true);
});

test('a window resized while landfall is stopped is filled again after fg', async () => {
	await startDemo();
	await stop();
	terminal.resize(60, 16);
	await bringBack('1 of 12');
	const lines = (await terminal.see('help')).split('\n');
	expect(lines).toHaveLength(16);
	expect(lines[0]).toContain('1 Projects');
	expect(lines.at(-1)).toContain('? help');
});

test('SIGTSTP restores the terminal, and landfall leaves it alone until fg', {tags: ['fault-65']}, async () => {
	await startDemo();
	const pid = childOf(terminal);
	// As another process does.
	await stop(() => process.kill(pid, 'SIGTSTP'));
	const {length} = terminal.written();
	await terminal.go('bg\r', 'in the background');
	await expect.poll(() => isStopped(pid)).toBe(true);
	expect(terminal.written().slice(length)).toBe('bg\r\nin the background\r\n');
	await expectRestored(terminal);
	await bringBack('1 of 12');
	await expectKeys();
	await expectRestored(terminal);
});

test('started in the background, it waits for fg without touching the terminal', {tags: ['fault-65']}, async () => {
	terminal = openTerminal({
		command: 'bash',
		script: join(import.meta.dirname, 'fixtures/background-job.sh'),
		args: [process.execPath, program, ...demo],
	});
	await expect.poll(() => childOf(terminal) > 0 && isStopped(childOf(terminal))).toBe(true);
	expect(terminal.written()).toBe('');
	await bringBack('1 of 12');
	expect(terminal.written()).toMatch(/^\r\nline settings restored\r\n/);
	await expectKeys();
});

test('after SIGSTOP, a question takes no letter of the word that opened it', {tags: ['fault-193']}, async () => {
	terminal = openInShell(demo);
	await terminal.see('? help');
	const pid = childOf(terminal);
	terminal.type('t');
	await terminal.wrote(written => written.includes('Deploy '));
	process.kill(pid, 'SIGSTOP');
	terminal.type('yes');
	const stoppedAt = performance.now();
	await expect.poll(() => performance.now() - stoppedAt, {interval: 100}).toBeGreaterThan(1000);
	process.kill(pid, 'SIGCONT');
	await terminal.see('Too soon: read the question');
	await terminal.go('esc', 'enter deployments');
});

test('the terminal is restored if landfall ends while it is stopped', {tags: ['fault-64', 'fault-65']}, async () => {
	await startDemo();
	await stop();
	process.kill(childOf(terminal), 'SIGTERM');
	await bringBack('exited with 143');
	await expectRestored(terminal);
});

test('after SIGSTOP and other use of the terminal, SIGCONT brings all back', {tags: ['fault-65']}, async () => {
	terminal = openInShell(demo);
	await terminal.see('? help');
	const pid = childOf(terminal);
	const device = readlinkSync(`/proc/${pid}/fd/0`);
	process.kill(pid, 'SIGSTOP');
	await expect.poll(() => isStopped(pid)).toBe(true);
	// As a shell does when it gets the terminal back.
	execFileSync('stty', ['-F', device, 'sane']);
	writeFileSync(device, '\u001B[?1049l\u001B[2Jwhat a shell shows');
	await terminal.see('what a shell shows');
	const {length} = terminal.written();
	process.kill(pid, 'SIGCONT');
	// A frame that became due while landfall was stopped may come first.
	await expect.poll(() => terminal.written().slice(length)).toContain('\u001B[?1049h');
	await terminal.see('1 of 12');
	expect(terminal.isAlternate()).toBe(true);
	await expectKeys();
	await expectRestored(terminal);
});
