import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

test('a very wide screen shows the selected project beside the list', async () => {
	app = await openDemo({columns: 340, rows: 50});
	await app.see('1 of 12');
	await app.press('j');
	expect(await app.see('2 of 12')).toMatch(/│ product-tour-nordwind/);
});

test('enter opens the live view of the selected project', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('j', 'enter');
	await app.see(/^ product-tour-nordwind .*latest upload · active/m);
	expect(app.state().interface.screens.at(-1)?.name).toBe('deployments');
});

test('space marks projects, and the footer counts them', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press(' ', 'j', ' ');
	await app.see('2 marked');
});

test('the footer reports a key that does nothing on the project list', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('X');
	expect(app.lines().at(-2)).toMatch(/X/);
});
