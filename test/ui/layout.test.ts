import {afterEach, expect, test} from 'vitest';
import {cells} from '../../src/text.ts';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

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

test('a project takes two lines below 60 columns and one from 60 on', async () => {
	app = await openDemo({columns: 59});
	await app.see('1 of 12');
	expect(lines().filter(line => line.startsWith('▌'))).toHaveLength(2);
	await app.resize(60, 24);
	await app.see('LAST DEPLOYMENT');
	expect(lines().filter(line => line.startsWith('▌'))).toHaveLength(1);
});

test('details appear beside the projects where the list keeps all its columns', async () => {
	app = await openDemo({columns: 344});
	await app.see(/ID .*│ waitlist-lumen/);
	await app.see('request id');
	await app.resize(334, 24);
	await app.see(/ID *$/m);
	expect(app.screen()).not.toContain('request id');
});

test('the project list shows the outcomes of the last deployments from 140 columns on', async () => {
	app = await openDemo({columns: 139});
	await app.see('1 of 12');
	await app.press('enter');
	await app.see('1 of 35');
	await app.press('esc');
	await app.see('1 of 12');
	expect(app.screen()).not.toContain('LAST 12');
	await app.resize(140, 24);
	await app.see('LAST 12');
	expect(app.selectedLine()).toMatch(/ {2}[✔✖⊘◇]{12} {2}/);
});

test('details beside the deployments cost no column, and those below leave the list half of the lines', async () => {
	app = await openDemo({columns: 180, rows: 24});
	await app.see('1 of 12');
	await app.press('enter');
	await app.see(/STARTED +ID .*│/);
	await app.see(/│ project id/);
	for (const rows of [20, 24, 40]) {
		await app.resize(100, rows);
		await app.see(/^─+$/m);
		const rule = lines().findIndex(line => /^─+$/.test(line));
		expect(rule - 1).toBeGreaterThanOrEqual((rows - 4) / 2);
	}
});

test.each([80, 120, 200])('at %d columns the name of the selected row is bold', async columns => {
	app = await openDemo({columns});
	await app.see('1 of 12');
	await app.press('j');
	await app.see('2 of 12');
	const isBold = (row: number) => app.terminal.emulator.buffer.active.getLine(row)?.getCell(4)?.isBold() !== 0;
	expect([2, 3, 4].map(isBold)).toEqual([false, true, false]);
});

test('arrows at the right edge mark where a list continues', async () => {
	app = await openDemo({rows: 12});
	await app.see('1 of 12');
	const marks = () =>
		lines()
			.map(line => (line.length === 80 ? line.at(-1) : ''))
			.join('');
	expect(marks()).toBe('↓');
	await app.press(...'j'.repeat(8));
	await app.see('9 of 12');
	expect(marks()).toBe('↑↓');
	await app.press('G');
	await app.see('12 of 12');
	expect(marks()).toBe('↑');
});

test('an arrow does not touch the figure at the end of a narrow row', async () => {
	app = await openDemo({columns: 40, rows: 12});
	await app.see('1 of 12');
	await app.press('G');
	await app.see('12 of 12');
	const marked = lines().filter(line => line.endsWith('↑'));
	expect(marked).toHaveLength(1);
	expect(marked[0]).toMatch(/^ {3}active .* ↑$/);
});

test('a question covers the list without moving its lines', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	const before = lines();
	await app.press('t');
	await app.see('╭─ Deploy waitlist-lumen?');
	const moved = lines().filter((line, row) => !/[╭│╰]/.test(line) && line !== before[row] && row < 22);
	expect(moved).toEqual([]);
	expect(lines().filter(line => /[╭│╰]/.test(line)).length).toBeLessThan(12);
});

test('the selected row survives a resize', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('G');
	await app.see('12 of 12');
	const {id} = app.session.store.get().projects.position;
	await app.resize(40, 12);
	await app.see('12 of 12');
	expect(app.session.store.get().projects.position.id).toBe(id);
	expect(app.selectedLine()).not.toBe('');
});
