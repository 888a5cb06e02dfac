import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/open.ts';

let app: OpenApp;
afterEach(() => app.close());

test('an outage is named, keeps the rows and their age, and is over by itself', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	app.sandbox.outages.set('/v1/projects', 503);
	await app.clock.advance(13_000);
	await app.see('503');
	await app.see('waitlist-lumen');
	await app.see(/as of \d\d:\d\d:\d\d/);
	app.sandbox.outages.clear();
	await app.clock.advance(5000);
	await app.see('live');
});

test('a service that is down is asked again after 1, 2, 4 and 8 seconds, not more often', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	const pages = () => app.asked().filter(asked => asked === 'GET /v1/projects?limit=100').length;
	app.sandbox.outages.set('/v1/projects', 503);
	const before = pages();
	while (pages() === before) await app.clock.advance(100);
	await app.clock.advance(15_500);
	expect(pages() - before).toBe(5);
});

test('a refused key stops all reading and says what to do', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	app.sandbox.outages.set('/v1/projects', 401);
	await app.clock.advance(13_000);
	await app.see('key refused');
	await app.see('Press , to enter another key');
	const before = app.asked().length;
	await app.clock.advance(300_000);
	expect(app.asked()).toHaveLength(before);
	await app.see('waitlist-lumen');
});

test('r tries at once', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	app.sandbox.outages.set('/v1/projects', 500);
	await app.clock.advance(40_000);
	app.sandbox.outages.clear();
	await app.press('r');
	await app.see('live');
});

test('a service that is out of reach is named whatever was asked first, and the header counts down to the next try', async () => {
	let isAway = false;
	app = await openDemo({isAway: () => isAway});
	await app.clock.advance(3000);
	await app.see('live');
	isAway = true;
	while (!app.screen().includes('connection refused')) await app.clock.advance(100);
	expect(app.clock.now() - Date.UTC(2026, 5, 1, 12)).toBeLessThan(16_000);
	await app.see('Nothing takes calls at demo.invalid (connection refused).');
	await app.see(/as of 12:00:0\d · (?:next try in \d+s|trying again)/);
	await app.press('j');
	await app.clock.advance(60_000);
	await app.see(/as of 12:00:0\d · next try in \d+s/);
	isAway = false;
	await app.clock.advance(61_000);
	await app.see('live');
	expect(app.screen()).not.toContain('connection refused');
});
