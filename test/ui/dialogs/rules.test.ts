import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openList} from '../../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await openList(size);
	await app.press('W');
	await app.see('─ Notifications ─');
}

test('enter sets the selected notification rule to its next value', async () => {
	await open();
	await app.press('enter');
	await app.see(/▌ notify me about +every deployment/);
	await app.press('j', 'enter');
	await app.see(/▌ failures only +yes/);
	expect(app.session.store.get().presence.rules).toMatchObject({scope: 'any', isOnlyBad: true});
});

test('right and left set a notification rule to its next and previous value', async () => {
	await open();
	await app.press('right');
	await app.see(/notify me about +every deployment/);
	await app.press('left', 'left');
	await app.see(/notify me about +deployments started here/);
});

test('the notification rules scroll on a small screen', async () => {
	await open({columns: 40, rows: 11});
	expect(app.screen()).not.toContain('run a command');
	await app.press('j', 'j', 'j', 'j', 'j');
	await app.see(/▌ run a command +none/);
});

/** Opens the quiet hours from the notification rules. */
async function openHours(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await openList(size);
	await app.press('W', 'j', 'j', 'enter');
	await app.see('Quiet hours');
}

test('enter saves the quiet hours and returns to the notification rules', async () => {
	await openHours();
	await app.type('22:00-7:00');
	await app.press('enter');
	await app.see(/▌ quiet hours +22:00/);
	expect(app.session.store.get().presence.rules.quiet).toBeDefined();
});

test('invalid quiet hours stay in the field with an explanation', async () => {
	await openHours();
	await app.type('late');
	await app.press('enter');
	await app.see('Enter hours as 22:00-7:00.');
	expect(app.screen()).toContain('late');
});

test('esc leaves the quiet hours at once if nothing was typed, otherwise when pressed twice', async () => {
	await openHours();
	await app.press('esc');
	await app.see('▌ quiet hours');
	await app.press('enter');
	await app.type('2');
	await app.press('esc');
	await app.see('Press esc again to discard your changes.');
	await app.press('esc');
	await app.see(/▌ quiet hours +none/);
});

test('the request body of a deployment must be a JSON object', async () => {
	app = await openList();
	await app.press('t');
	await app.readQuestion();
	await app.press('e', 'backspace', 'enter');
	await app.see('Not a JSON object');
	await app.type('"environment_id": "preview"}');
	await app.press('enter');
	await app.see('{"environment_id": "preview"}');
	expect(app.session.store.get().interface.dialog).toMatchObject({
		name: 'deploy',
		body: '{"environment_id": "preview"}',
	});
});
