import {afterEach, expect, test} from 'vitest';
import {plain} from '../../../src/text.ts';
import {expectToFit} from '../../kit/app/frames.ts';
import {type OpenApp, openDemo} from '../../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

async function open(options: Parameters<typeof openDemo>[0] = {}) {
	app = await openDemo(options);
	await app.see('1 of 12');
	await app.press(',');
	await app.see('Connect to a service');
}

test('the API key is hidden while it is typed', async () => {
	await open();
	await app.press('tab');
	await app.type('secret');
	expect(await app.see('******')).not.toContain('secret');
});

test('the API key can be edited at the caret without being shown', async () => {
	await open();
	await app.press('tab');
	await app.type('bcf');
	await app.press('home');
	await app.type('a');
	await app.press('end', 'left');
	await app.type('de');
	await app.press('right');
	await app.type('gx');
	await app.press('backspace');
	expect(app.state().interface.screens.at(-1)).toMatchObject({form: {values: {apiKey: 'abcdefg'}}});
	expect(app.screen()).toMatch(/▌ team API key {2}\*{7} /);
	await app.press('home');
	await app.type('\u000B');
	await app.see('(from the team settings; hidden as you type)');
});

test('a long API key scrolls within its field and leaves the layout alone', async () => {
	const size = {columns: 40, rows: 12};
	await open(size);
	await app.press('tab');
	const before = app.lines().map(line => line.slice(0, 15));
	await app.type('k'.repeat(100));
	expectToFit(app.lines(), size);
	expect(app.lines().map(line => line.slice(0, 15))).toEqual(before);
	expect(app.screen()).toMatch(/▌ team API key {2}…\*{17}/);
	await app.press('home');
	expect(app.screen()).toMatch(/▌ team API key {2}\*{17,}…/);
});

test('the connect form keeps its text when it is closed and opened again', async () => {
	await open();
	await app.type('https://api.acme.test');
	await app.press('tab');
	await app.type('secret');
	await app.press('esc', ',');
	await app.see('https://api.acme.test');
	expect(app.screen()).toMatch(/ team API key {2}\*{6}/);
	expect(app.state().interface.screens.at(-1)).toMatchObject({form: {values: {apiKey: 'secret'}}});
});

test('tab and shift+tab move between the fields of the connect form', async () => {
	await open();
	await app.press('tab');
	expect(app.screen()).toMatch(/│ ▌ team API key/m);
	await app.press('shift+tab');
	expect(app.screen()).toMatch(/│ ▌ address/m);
});

test('the connect form shows a failure below its fields', async () => {
	await open();
	await app.type('https://api.acme.test');
	await app.press('tab');
	await app.type('secret');
	await app.press('tab', 'tab', 'enter');
	await app.see('There is no network.');
});

test('the connect form has a menu for where the key is kept', async () => {
	await open();
	await app.press('tab', 'tab', 'tab', 'down');
	await app.see('▌ only until you quit');
	expect(app.state().interface.screens.at(-1)).toMatchObject({form: {values: {keep: 'session'}}});
});

test('the menu of saved profiles shows five at a time', async () => {
	const profiles = Array.from({length: 7}, (_, at) => ({
		name: `team-${at}`,
		host: plain`api.acme.test`,
		baseUrl: 'https://api.acme.test',
	}));
	app = await openDemo({profiles});
	await app.see('1 of 12');
	await app.press(',', 'a', 'shift+tab');
	await app.see('▌ team-0');
	expect(app.screen()).not.toContain('team-5');
	await app.press('down', 'down', 'down', 'down', 'down');
	expect(await app.see('▌ team-5')).not.toContain('team-0');
});

test('esc leaves the connect form', async () => {
	await open();
	await app.press('esc');
	await app.see('1 of 12');
});
