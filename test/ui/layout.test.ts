import {afterEach, expect, test} from 'vitest';
import {cells} from '../../src/text.ts';
import {type OpenApp, openDemo} from '../kit/open.ts';

let app: OpenApp;
afterEach(() => app.close());

const sizes = [
	[80, 24],
	[40, 12],
	[200, 50],
	[59, 20],
	[60, 19],
	[109, 30],
	[110, 20],
	[20, 6],
] as const;

const lines = () => app.screen().split('\n');

test.each(sizes)('at %d × %d every screen fills its lines and none is too long', async (columns, rows) => {
	app = await openDemo({columns, rows});
	await app.see('1 of 12');
	const steps = [
		[],
		['enter'],
		['enter'],
		['t'],
		['esc', 'q', 'q', 'e'],
		['esc', 'a'],
		['esc', 'D'],
		['esc', '?'],
		['esc', ','],
	];
	for (const keys of steps) {
		await app.press(...keys);
		expect(lines().length, app.screen()).toBeLessThanOrEqual(rows);
		for (const line of lines()) expect(cells(line), line).toBeLessThanOrEqual(columns);
	}
});

test('a project takes two lines below 60 columns, one from there on', async () => {
	app = await openDemo({columns: 59});
	await app.see('1 of 12');
	expect(lines().filter(line => line.startsWith('▌'))).toHaveLength(2);
	await app.resize(60, 24);
	await app.see('LAST DEPLOYMENT');
	expect(lines().filter(line => line.startsWith('▌'))).toHaveLength(1);
});

test('from 110 columns on the picked project stands beside the list', async () => {
	app = await openDemo({columns: 110});
	await app.see('request id');
	await app.resize(109, 24);
	await app.see('1 of 12');
	expect(app.screen()).not.toContain('request id');
});

test('a question lies over the list and moves none of its lines', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	const before = lines();
	await app.press('t');
	await app.see('╭─ Deploy waitlist-lumen?');
	const moved = lines().filter((line, row) => !/[╭│╰]/.test(line) && line !== before[row] && row < 22);
	expect(moved).toEqual([]);
	expect(lines().filter(line => /[╭│╰]/.test(line)).length).toBeLessThan(12);
});

test('the picked row survives a resize', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('G');
	await app.see('12 of 12');
	const {id} = app.session.store.get().position;
	await app.resize(40, 12);
	await app.see('12 of 12');
	expect(app.session.store.get().position.id).toBe(id);
	expect(app.picked()).not.toBe('');
});
