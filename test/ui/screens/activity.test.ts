import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {withActivityEntry} from '../../../src/state/lists.ts';
import {type OpenApp, openDemo, openList} from '../../kit/app/open.ts';
import {temporaryDirectory} from '../../kit/fixtures/temporary-directory.ts';

let app: OpenApp;
afterEach(() => app.close());

/** Deploys a project and opens the activity. */
async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await openDemo(size);
	await app.see('1 of 12');
	await app.answer('t', 'y');
	await app.see('Deploying waitlist-lumen');
	await app.press('3');
	await app.see('deployed');
}

test('an empty activity says so', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('3');
	await app.see('No activity yet: no changes made here, and no conclusions observed.');
});

test('enter on an activity entry opens its deployment', async () => {
	await open();
	await app.press('enter');
	await app.see('waitlist-lumen');
	expect(app.state().interface.screens.at(-1)?.name).toBe('deployment');
});

test('the activity lists deployments and their conclusions, also after a restart', async () => {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	app = await openList({journalPath});
	await app.press('3');
	await app.see('No activity yet');
	await app.press('1');
	await app.answer('t', 'y');
	await app.see('Deploying waitlist-lumen');
	await app.seconds(100);
	await app.press('3');
	await app.see(/concluded +waitlist-lumen .* (success|failure|cancelled) v44/);
	await app.see(/deployed +waitlist-lumen .* Deploying/);
	app.close();

	app = await openList({journalPath});
	await app.press('3');
	await app.see(/2 of 2|1 of 2/);
});

test('the activity lists a refused deployment', async () => {
	app = await openList();
	app.sandbox.outages.set('POST /v1/projects', 422);
	await app.answer('t', 'y');
	await app.see('422');
	await app.press('esc', '3');
	await app.see(/not accepted +waitlist-lumen/);
});

test('the selected activity entry stays selected when a new one arrives, and the newest if the list is at its top', async () => {
	app = await openList();
	for (const suffix of ['-x', '-y', '-z']) {
		await app.press('e');
		await app.type(suffix);
		await app.press('enter');
		await app.see(suffix);
		await app.see('Saved');
		await app.clock.advance(1000);
	}

	await app.press('3');
	await app.see('1 of 3');
	await app.press('j');
	const selected = app.selectedLine();
	const [newest] = app.state().interface.activity;
	if (newest) app.session.store.change(state => withActivityEntry(state, {...newest, id: '99'}));
	await app.see('3 of 4 · ▲ 1 new');
	expect(app.selectedLine()).toBe(selected);
	await app.press('g');
	await app.see('1 of 4');
	if (newest) app.session.store.change(state => withActivityEntry(state, {...newest, id: '100'}));
	await app.see('1 of 5');
});
