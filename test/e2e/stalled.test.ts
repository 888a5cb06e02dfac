import {existsSync} from 'node:fs';
import {expect, test} from 'vitest';
import {childOf, expectRestored, openInShell} from '../kit/app/shell.ts';
import {serveSandbox} from '../kit/services/local-services.ts';

/** Opens landfall in a shell, in a large window. */
async function open() {
	const {sandbox, env} = await serveSandbox();
	const terminal = openInShell([], {env, columns: 200, rows: 50});
	await terminal.see('1 of 12');
	return {sandbox, terminal};
}

/** Stops reading output and causes more full frames than the terminal buffers. Requests at the service show that the program still runs. */
async function stall({sandbox, terminal}: Awaited<ReturnType<typeof open>>) {
	terminal.hold();
	for (let step = 0; step < 40; step++) {
		const before = sandbox.requests.length;
		terminal.resize(200, 50 - ((step + 1) % 2));
		terminal.type('r');
		await expect.poll(() => sandbox.requests.length, {interval: 2}).toBeGreaterThan(before);
	}
}

test('a terminal that stops reading output gets the latest screen when it resumes', {tags: ['fault-55']}, async () => {
	const opened = await open();
	const {terminal} = opened;
	const before = terminal.written().length;
	await stall(opened);
	await terminal.press('j');
	terminal.release();
	await terminal.see('2 of 12');
	// What the terminal had buffered, the rest of one frame, and the latest frame.
	expect(terminal.written().length - before).toBeLessThan(64 * 1024);
	await terminal.go('?', '╭─ Help');
});

test('landfall exits even if the terminal reads no output', async () => {
	const opened = await open();
	const {terminal} = opened;
	await stall(opened);
	const pid = childOf(terminal);
	process.kill(pid, 'SIGTERM');
	await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
	terminal.release();
	await terminal.wrote(written => written.includes('exited with 143'));
});

test('a terminal that reads slowly is restored', {tags: ['fault-64']}, async () => {
	const opened = await open();
	const {terminal} = opened;
	await stall(opened);
	process.kill(childOf(terminal), 'SIGTERM');
	terminal.release();
	await terminal.see('exited with 143');
	await expectRestored(terminal);
});
