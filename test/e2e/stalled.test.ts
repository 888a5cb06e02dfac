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

/** Stops the terminal, and asks for more frames than it takes: each is a whole one. The service hears that the program goes on. */
async function lookAway() {
	terminal.hold();
	for (let step = 0; step < 40; step++) {
		const heard = sandbox.requests.length;
		terminal.resize(200, 50 - ((step + 1) % 2));
		terminal.type('r');
		await expect.poll(() => sandbox.requests.length, {timeout: 5000, interval: 2}).toBeGreaterThan(heard);
	}
}

test('a terminal that takes nothing for a while stops nothing but the picture, and then gets the newest', {
	tags: ['fault-55'],
}, async () => {
	const before = terminal.written().length;
	await lookAway();
	await terminal.press('j');
	terminal.release();
	await terminal.see('2 of 12');
	// All that waited in the terminal itself, what was left of one frame, and the newest one.
	expect(terminal.written().length - before).toBeLessThan(64 * 1024);
	await terminal.press('?');
	await terminal.see('╭─ Help');
});

test('a terminal that takes nothing does not keep the program from ending', async () => {
	await lookAway();
	const pid = childOf(terminal);
	process.kill(pid, 'SIGTERM');
	await expect.poll(() => existsSync(`/proc/${pid}`), {timeout: 2000}).toBe(false);
	terminal.release();
	await terminal.wrote(written => written.includes('left with 143'));
});

test('a terminal that is slow is given back all the same', {tags: ['fault-64']}, async () => {
	await lookAway();
	process.kill(childOf(terminal), 'SIGTERM');
	terminal.release();
	await terminal.see('left with 143');
	await expectRestored(terminal);
});
