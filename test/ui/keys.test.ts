import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

test('help lists the keys of the screen below it, and why one is blocked', async () => {
	app = await openDemo({isReadOnly: true});
	await app.see('1 of 12');
	await app.press('?');
	await app.see(/D +delete project +This connection is read-only/);
	await app.press('esc');
	await app.see('1 of 12');
});

test('q on the first screen quits only on a second quick press', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('q');
	await app.see('Press q again to quit');
	await app.clock.advance(3000);
	await app.press('q');
	expect(app.hasLeft()).toBe(false);
	await app.press('q');
	expect(app.hasLeft()).toBe(true);
});

test('the key that quits paints nothing and restores the terminal at once', {tags: ['fault-101']}, async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('q');
	await app.see('Press q again to quit');
	const before = app.terminal.writes.length;
	await app.press('q');
	const last = app.terminal.writes.slice(before).join('');
	expect(last).toContain('\u001B[?1049l');
	expect(last).not.toContain('\u001B[?2026h');
	expect(app.terminal.isRaw()).toBe(false);
});

test('ctrl+c pressed twice quits even from a form', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('a', 'ctrl+c');
	await app.see('Press ctrl+c again to quit');
	expect(app.hasLeft()).toBe(false);
	await app.press('ctrl+c');
	expect(app.hasLeft()).toBe(true);
});

test('esc goes back one screen at a time and never quits', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('enter');
	await app.see('OUTCOME');
	await app.press('enter');
	await app.see('request id');
	await app.press('esc', 'esc');
	await app.see('1 of 12');
	await app.press('esc', 'esc', 'esc');
	expect(app.hasLeft()).toBe(false);
});

test('z shows dates instead of ages', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.clock.advance(1000);
	await app.see('6h ago');
	await app.press('z');
	await app.see(/\d\d:\d\d/);
});

test('a running deployment ticks once a second', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('t');
	await app.clock.advance(1000);
	await app.press('y');
	await app.see('0:00');
	await app.clock.advance(1000);
	await app.see('0:01');
	await app.clock.advance(1000);
	await app.see('0:02');
});

test('alt+b and alt+f move by words in a text field', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('/');
	await app.type('one three');
	await app.press('\u001Bb');
	await app.type('two ');
	await app.press('\u001Bf');
	await app.type('!');
	await app.see('/ one two three!');
});
