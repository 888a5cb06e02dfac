import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {settled} from '../kit/fixtures/clock.ts';

let app: OpenApp;
afterEach(() => app.close());

test('every key paints one frame with one write, without Ink or a request', async () => {
	app = await openDemo({columns: 108, rows: 40, projects: 1000});
	await app.see('1 of 200+');
	const writes = app.terminal.writes.length;
	const requestCount = app.requests().length;
	await app.press(...'j'.repeat(60));
	await app.see('61 of 200+');
	const written = app.terminal.writes.slice(writes);
	expect(written).toHaveLength(60);
	expect(Math.max(...written.map(text => Buffer.byteLength(text)))).toBeLessThan(300);
	expect(app.requests()).toHaveLength(requestCount);
	expect(app.inkLoads()).toBe(0);
});

test.each([
	['without', 108],
	['with', 140],
])('%s details beside the list, moving and ticking cause no work in Ink or React', async (_, columns) => {
	app = await openDemo({columns, rows: 40, projects: 1000});
	await app.see('1 of 200+');
	await app.press('?');
	await app.see('half a page down');
	await app.press('esc');
	await app.see('1 of 200+');
	await app.clock.advance(1000);
	const before = app.inkWork();
	expect(Math.min(before.frames, before.reads)).toBeGreaterThan(0);
	await app.press(...'j'.repeat(200));
	await app.see('201 of ');
	await app.press(...Array.from({length: 20}, () => 'pageDown'));
	await app.see(/\D[5-9]\d\d of /);
	await app.clock.advance(2500);
	expect(app.inkWork()).toEqual(before);
	await app.press('?');
	await app.see('half a page down');
	expect(app.inkWork().frames).toBeGreaterThan(before.frames);
	expect(app.inkWork().reads).toBeGreaterThan(before.reads);
});

test('Ink is loaded once, when the first form is opened', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('a');
	await app.see('New project');
	await app.press('esc', 'e');
	await app.see('Edit project');
	expect(app.inkLoads()).toBe(1);
});

test('text typed before Ink is loaded reaches the field', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	app.burst('aquick');
	await app.see(/▌ name +quick/);
});

test('ages update once a second while the terminal has focus, and not without', async () => {
	app = await openDemo();
	await app.see('just now');
	await app.clock.advance(5500);
	await app.see('5s ago');
	await app.clock.advance(0);
	const writes = app.terminal.writes.length;
	await app.clock.advance(3000);
	// Besides, each read may change the count of requests.
	expect(app.terminal.writes.length - writes).toBeGreaterThanOrEqual(3);
	expect(app.terminal.writes.length - writes).toBeLessThanOrEqual(3 + 3);
	app.terminal.type('\u001B[O');
	await settled();
	const before = app.terminal.writes.length;
	const timers = app.clock.pending();
	await app.clock.advance(9000);
	// Only what the three reads in this time may have changed.
	expect(app.terminal.writes.length).toBeLessThanOrEqual(before + 3);
	// The timers left are the next read and the check for sleep.
	expect(timers).toBe(2);
});

test('repainting an unchanged screen writes nothing', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	const writes = app.terminal.writes.length;
	await app.press('k', 'k', 'k', 'k');
	expect(app.terminal.writes).toHaveLength(writes);
});

test('a slow first page shows a spinner before Ink is loaded', async () => {
	app = await openDemo({latencyMs: 1000});
	expect(app.inkLoads()).toBe(0);
	await app.clock.advance(450);
	await app.see(/^ {2}[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Reading projects/m);
	await app.clock.advance(1000);
	await app.see(/1 of \d+/);
});
