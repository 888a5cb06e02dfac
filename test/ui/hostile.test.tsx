import {afterEach, expect, test} from 'vitest';
import {cells} from '../../src/text.ts';
import {type OpenApp, openDemo} from '../kit/open.tsx';

let app: OpenApp;
afterEach(() => app.close());

const forbidden = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/;

test('names that hold escape sequences and invisible characters reach no screen', async () => {
	app = await openDemo({world: 'hostile', columns: 120, rows: 60});
	await app.see('1 of 90');
	for (let row = 0; row < 24; row++) {
		expect(app.screen()).not.toMatch(forbidden);
		if (row % 4 === 0) {
			await app.press('enter');
			await app.see('esc back');
			expect(app.screen()).not.toMatch(forbidden);
			await app.press('esc', 'e');
			expect(app.screen()).not.toMatch(forbidden);
			await app.press('esc', 'D');
			expect(app.screen()).not.toMatch(forbidden);
			await app.press('esc');
		}

		await app.press('j');
	}
});

test('columns stand where they stand, whatever the names are', async () => {
	app = await openDemo({world: 'hostile', columns: 120, rows: 60});
	await app.see('1 of 90');
	const rows = app.screen().split('\n').slice(1, 58);
	const rules = rows.map(line => cells(line.slice(0, line.indexOf('│'))));
	expect(new Set(rules).size).toBe(1);
});

test('words that nobody knows are shown as they were sent', async () => {
	app = await openDemo({world: 'odd', columns: 100});
	await app.see(/käytössä|glimmering/);
	await app.see('◇');
});
