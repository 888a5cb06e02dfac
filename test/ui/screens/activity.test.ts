import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

/** Deploys a project and opens the activity. */
async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await openDemo(size);
	await app.see('1 of 12');
	await app.press('t');
	await app.readQuestion();
	await app.press('y');
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

test('esc leaves the activity', async () => {
	await open();
	await app.press('esc');
	expect(app.state().interface.screens.at(-1)?.name).not.toBe('activity');
});
