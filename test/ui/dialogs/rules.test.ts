import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openList} from '../../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await openList(size);
	await app.press('W');
	await app.see('─ Notifications ─');
}

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
