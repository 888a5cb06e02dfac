import {existsSync} from 'node:fs';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createSystemClock} from '../../src/clock.ts';
import {createSandbox, type Sandbox} from '../../src/sandbox/sandbox.ts';
import {type Served, serve} from '../../src/sandbox/serve.ts';
import {childOf, expectRestored, openInShell} from '../kit/app/shell.ts';
import {type OpenTerminal, program} from '../kit/app/terminal.ts';

const apiKey = 'the-key-of-the-sandbox';
let sandbox: Sandbox;
let served: Served;
let terminal: OpenTerminal;

beforeEach(async () => {
	const clock = createSystemClock();
	sandbox = createSandbox({clock, apiKey, world: 'quiet'});
	served = await serve(sandbox, {clock});
	terminal = openInShell([process.execPath, program, '--base-url', served.address], {
		env: {LANDFALL_API_KEY: apiKey},
		columns: 200,
		rows: 50,
	});
	await terminal.see('1 of 12');
});
afterEach(async () => {
	terminal.close();
	await served.close();
	sandbox.close();
});

/** Stops reading output and causes more full frames than the terminal buffers. Requests at the service show that the program still runs. */
async function stallTerminal() {
	terminal.hold();
	for (let step = 0; step < 40; step++) {
		const before = sandbox.requests.length;
		terminal.resize(200, 50 - ((step + 1) % 2));
		terminal.type('r');
		await expect.poll(() => sandbox.requests.length, {timeout: 5000, interval: 2}).toBeGreaterThan(before);
	}
}

test('a terminal that stops reading output gets the latest screen when it resumes', {
	tags: ['fault-55'],
}, async () => {
	const before = terminal.written().length;
	await stallTerminal();
	await terminal.press('j');
	terminal.release();
	await terminal.see('2 of 12');
	// What the terminal had buffered, the rest of one frame, and the latest frame.
	expect(terminal.written().length - before).toBeLessThan(64 * 1024);
	await terminal.press('?');
	await terminal.see('╭─ Help');
});

test('landfall exits even if the terminal reads no output', async () => {
	await stallTerminal();
	const pid = childOf(terminal);
	process.kill(pid, 'SIGTERM');
	await expect.poll(() => existsSync(`/proc/${pid}`), {timeout: 2000}).toBe(false);
	terminal.release();
	await terminal.wrote(written => written.includes('exited with 143'));
});

test('a terminal that reads slowly is restored', {tags: ['fault-64']}, async () => {
	await stallTerminal();
	process.kill(childOf(terminal), 'SIGTERM');
	terminal.release();
	await terminal.see('exited with 143');
	await expectRestored(terminal);
});
