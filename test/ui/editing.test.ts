import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

const writes = () => app.requests().filter(request => !request.startsWith('GET'));

test('only the changed fields are sent, and the list shows the new name', async () => {
	app = await openDemo();
	await app.see('1 of 12');
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
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('e');
	await app.see('Edit project');
	await app.press('enter');
	await app.see('nothing was sent');
	expect(writes()).toHaveLength(0);
});

test('a form keeps its text after a refusal and after leaving it', async () => {
	app = await openDemo();
	await app.see('1 of 12');
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
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('a');
	await app.see('New project');
	await app.type('q?tDr');
	await app.see('q?tDr');
	await app.press('enter');
	await app.see('Added q?tDr');
	await app.see('No deployments yet');
});

test('a project is deleted only if its name is typed', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('D');
	await app.see('Permanently delete waitlist-lumen?');
	await app.readQuestion();
	await app.press('enter');
	await app.see('That does not match. Type waitlist-lumen to delete the project.');
	await app.type('waitlist-lumen');
	await app.press('enter');
	await app.see('Deleted waitlist-lumen');
	await app.see('1 of 11');
	expect(writes()).toHaveLength(1);
});

test('a read-only connection explains why nothing can be changed', async () => {
	app = await openDemo({isReadOnly: true});
	await app.see('1 of 12');
	await app.press('t');
	await app.see('This connection is read-only');
	await app.press('D');
	await app.see('This connection is read-only');
	expect(writes()).toHaveLength(0);
});
