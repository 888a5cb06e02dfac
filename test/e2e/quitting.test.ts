import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {serveSandbox} from '../kit/services/local-services.ts';

test('quitting does not wait for the journal to be checkpointed, and loses no entry', {
	tags: ['fault-101'],
}, async () => {
	const {env} = await serveSandbox();
	const directory = temporaryDirectory();
	const terminal = openTerminal({directory, env});
	onTestFinished(terminal.close);
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
	const journal = openJournal({path, now: Date.now});
	onTestFinished(journal.close);
	expect(journal.recent(10).map(({kind}) => kind)).toContain('deployed');
	expect(journal.takeNotice()).toBeUndefined();
});
