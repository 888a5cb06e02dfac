import {existsSync} from 'node:fs';
import {expect, test} from 'vitest';
import {childOf, expectRestored, openInShell} from '../kit/app/shell.ts';
import {serveSandbox} from '../kit/services/local-services.ts';

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
	// The terminal's buffer, the rest of one frame, and the latest frame.
	expect(terminal.written().length - before).toBeLessThan(64 * 1024);
	await terminal.go('?', '╭─ Help');
});

test.each([
	['reads no output', true],
	['reads slowly', false],
])('landfall exits though its terminal %s, and restores it if possible', {tags: ['fault-64']}, async (_how, isHeld) => {
	const opened = await open();
	const {terminal} = opened;
	await stall(opened);
	const pid = childOf(terminal);
	process.kill(pid, 'SIGTERM');
	if (isHeld) await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
	terminal.release();
	await terminal.wrote(written => written.includes('exited with 143'));
	// Output that was held back when landfall ended is lost.
	if (!isHeld) await expectRestored(terminal);
});
