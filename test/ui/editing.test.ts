import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {withActivityEntry} from '../../src/store/state/lists.ts';
import {type OpenApp, openList} from '../kit/app/open.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

let app: OpenApp;
afterEach(() => app.close());

const writes = () => app.requests().filter(request => !request.startsWith('GET'));

test('only the changed fields are sent, and the list shows the new name', async () => {
	app = await openList();
	await app.press('e');
	await app.see('No changes yet.');
	await app.type('-two');
	await app.see('Will be sent: name.');
	await app.press('enter');
	await app.see('Saved waitlist-lumen-two');
	expect(app.selectedLine()).toContain('waitlist-lumen-two');
	expect(writes()).toHaveLength(1);
});

test('a form without changes sends nothing', async () => {
	app = await openList();
	await app.press('e');
	await app.see('Edit project');
	await app.press('enter');
	await app.see('nothing was sent');
	expect(writes()).toHaveLength(0);
});

test('a form keeps its text after a refusal and after leaving it', async () => {
	app = await openList();
	app.sandbox.outages.set('PATCH /v1/projects', 422);
	await app.press('e');
	await app.see('Edit project');
	await app.type('-kept');
	await app.press('enter');
	await app.see('422');
	await app.see('waitlist-lumen-kept');
	await app.press('esc');
	await app.see('1 of 12');
	await app.press('e');
	await app.see('waitlist-lumen-kept');
});

test('letters typed into a field do not act as keys', async () => {
	app = await openList();
	await app.press('a');
	await app.see('New project');
	await app.type('q?tDr');
	await app.see('q?tDr');
	await app.press('enter');
	await app.see('Added q?tDr');
	await app.see('No deployments yet');
});

test('the activity lists deployments and their conclusions, also after a restart', async () => {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	app = await openList({journalPath});
	await app.press('3');
	await app.see('No activity yet');
	await app.press('1', 't');
	await app.readQuestion();
	await app.press('y');
	await app.see('Deploying waitlist-lumen');
	for (let second = 0; second < 100; second++) await app.clock.advance(1000);
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
	await app.press('t');
	await app.readQuestion();
	await app.press('y');
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
	const [newest] = app.session.store.get().interface.activity;
	if (newest) app.session.store.change(state => withActivityEntry(state, {...newest, id: '99'}));
	await app.see('3 of 4 · ▲ 1 new');
	expect(app.selectedLine()).toBe(selected);
	await app.press('g');
	await app.see('1 of 4');
	if (newest) app.session.store.change(state => withActivityEntry(state, {...newest, id: '100'}));
	await app.see('1 of 5');
});
