import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

/** The sequences that landfall itself writes to move the cursor, to colour and to erase. */
const own = /\u001B(?:\[\?\d+[hl]|\[[\d;]*[HmKGrt]|M|\]11;\?\u001B\\|\]2;(?:[✖◐]\d+ )*landfall\u0007)|\n/g;

const forbidden = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/;

test('escape sequences and invisible characters in names never reach the screen', {tags: ['fault-60']}, async () => {
	app = await openDemo({world: 'hostile', columns: 120, rows: 60});
	await app.see('1 of 90');
	for (let row = 0; row < 24; row++) {
		if (row % 4 === 0) {
			await app.press('enter');
			await app.see('esc back');
			await app.press('esc', 'e');
			await app.see('Edit project');
			await app.press('esc', 'D');
			await app.see('Permanently delete');
			await app.press('esc');
		}

		await app.press('j');
	}

	expect(app.terminal.writes.join('').replaceAll(own, '')).not.toMatch(forbidden);
});

test('columns stay in place, whatever the names contain', {tags: ['fault-61']}, async () => {
	app = await openDemo({world: 'hostile', columns: 120, rows: 60});
	await app.see('1 of 90');
	await app.press('p');
	const rules = Array.from({length: 57}, (_, row) => app.terminal.columnOf('│', row + 1));
	expect(new Set(rules).size).toBe(1);
	expect(rules[0]).toBeGreaterThan(60);
});

test('unknown status words are shown verbatim', {tags: ['fault-31']}, async () => {
	app = await openDemo({world: 'odd', columns: 100});
	await app.see(/käytössä|glimmering/);
	await app.clock.advance(5000);
	await app.see('◇');
});
