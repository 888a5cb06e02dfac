import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {createSystemClock} from '../../src/clock.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {createSandbox} from '../../src/sandbox/sandbox.ts';
import {serve} from '../../src/sandbox/serve.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const apiKey = 'a-key-for-tests';
const clock = createSystemClock();
const ends: Array<() => unknown> = [];
afterEach(async () => {
	for (const end of ends.splice(0).reverse()) await end();
});

test('quitting does not wait for the journal to be checkpointed, and loses no entry', {
	tags: ['fault-101'],
}, async () => {
	const sandbox = createSandbox({clock, apiKey, world: 'quiet'});
	ends.push(sandbox.close);
	const served = await serve(sandbox, {clock, latencyMs: 0});
	ends.push(served.close);
	const directory = temporaryDirectory();
	const terminal = openTerminal({
		args: ['--base-url', `http://127.0.0.1:${served.port}`],
		directory,
		env: {LANDFALL_API_KEY: apiKey},
	});
	ends.push(terminal.close);
	await terminal.see('1 of 12');
	await terminal.press('t');
	await terminal.see('y deploy');
	await terminal.press('y');
	await terminal.see('Deploying');
	await terminal.press('esc', '1', 'q', 'q');
	expect(await terminal.exited).toMatchObject({code: 0});

	const path = join(directory, 'state', 'journal.sqlite');
	// Closing the journal would checkpoint it and remove this file.
	expect(existsSync(`${path}-wal`)).toBe(true);
	const journal = openJournal({path, now: clock.now});
	ends.push(journal.close);
	expect(journal.recent(10).map(({kind}) => kind)).toContain('deployed');
	expect(journal.takeNotice()).toBeUndefined();
});
