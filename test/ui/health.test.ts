import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

const checkMs = 30_000;
const tableSize = () => app.session.store.get().deployments.table.size;
const pagesKept = () => app.session.store.get().projects.list.kept.length;

async function openHealth() {
	await app.press(':');
	await app.type('health');
	await app.press('enter');
	return app.see('─ Health ─');
}

test('if landfall uses too much memory, it says so once and keeps less, step by step', async () => {
	app = await openDemo({projects: 3000});
	await app.see('1 of');
	await app.press('G');
	await app.see(/3,?000 of 3,?000/);
	await app.press('g');
	await app.clock.advance(120_000);
	const [tableBefore, pagesBefore] = [tableSize(), pagesKept()];
	expect(pagesBefore).toBe(30);

	app.gauges.resident = 600e6;
	await app.clock.advance(checkMs);
	await app.see('High memory use, so landfall keeps less: see :health');
	await app.press('j');
	const row = app.selectedLine();
	await app.clock.advance(checkMs);
	expect(tableSize()).toBeLessThan(tableBefore);
	await app.clock.advance(checkMs);
	expect(pagesKept()).toBe(10);
	expect(app.screen()).not.toContain('High memory use');
	expect(app.selectedLine().slice(0, 30)).toBe(row.slice(0, 30));
});

test('rows that were dropped are read again when they come into view', async () => {
	app = await openDemo({projects: 3000});
	await app.see('1 of');
	await app.press('G');
	await app.see(/3,?000 of 3,?000/);
	app.gauges.resident = 600e6;
	await app.press('g');
	await app.clock.advance(4 * checkMs);
	expect(pagesKept()).toBe(10);
	await app.press('ctrl+f', 'ctrl+f');
	await app.clock.advance(3000);
	const {position, list} = app.session.store.get().projects;
	expect(list.pages.some(({start, rows}) => rows && start <= position.index)).toBe(true);
	expect(app.selectedLine()).toMatch(/^▌\S/);
});

test('a filtered list loses no rows when landfall uses too much memory', async () => {
	app = await openDemo({projects: 3000});
	await app.see('1 of');
	await app.press('G');
	await app.see(/3,?000 of 3,?000/);
	await app.press('s', 'j', 'enter');
	await app.clock.advance(5000);
	const count = app.session.store.get().projects.view?.rows.length;
	expect(count).toBe(3000);
	app.gauges.resident = 600e6;
	await app.clock.advance(4 * checkMs);
	expect(app.session.store.get().projects.view?.rows.length).toBe(3000);
});

test('if most requests fail, landfall says so and drops nothing', async () => {
	let count = 0;
	let isFailing = false;
	app = await openDemo({projects: 300, connectError: () => (isFailing && ++count % 3 > 0 ? 'ECONNRESET' : undefined)});
	await app.clock.advance(60_000);
	isFailing = true;
	await app.clock.advance(10 * 60_000);
	expect(app.session.store.get().health.exceeded).toEqual(['requests']);
	await app.clock.advance(1000);
	expect(await openHealth()).toMatch(/requests +\d+ of \d+ failed in the last 5 minutes/);
	expect(app.session.store.get().health.trims.size).toBe(0);
});

test(':health is up to date every two seconds while it is open', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.clock.advance(5000);
	expect(await openHealth()).toMatch(/memory +80 MB/);
	app.gauges.resident = 91e6;
	await app.clock.advance(2000);
	await app.see(/memory +91 MB/);
});

test(':health shows the longest time of the last check and since, so that looking does not change it', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	app.gauges.blockMs = 80;
	await app.clock.advance(checkMs + 5000);
	expect(await openHealth()).toContain('for 80 ms at a time');
	await app.clock.advance(10_000);
	await app.see('for 80 ms at a time');
});

test('a demo tells other processes nothing', async () => {
	app = await openDemo();
	await app.clock.advance(3 * checkMs);
	expect(app.reports.length).toBeGreaterThan(0);
	expect(app.reports.every(report => report === undefined)).toBe(true);
});
