import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/open.ts';

let app: OpenApp;
afterEach(() => app.close());

test('an outage is named, keeps the rows and their age, and is over by itself', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	app.sandbox.outages.set('/v1/projects', 503);
	await app.clock.advance(11_000);
	await app.see('503');
	await app.see('waitlist-lumen');
	await app.see(/as of \d\d:\d\d:\d\d/);
	app.sandbox.outages.clear();
	await app.clock.advance(4000);
	await app.see('live');
});

test('a service that is down is asked again after 1, 2, 4 and 8 seconds, not more often', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	app.sandbox.outages.set('/v1/projects', 503);
	await app.clock.advance(10_000);
	const before = app.asked().length;
	await app.clock.advance(15_500);
	expect(app.asked().length - before).toBe(4);
});

test('a refused key stops all reading and says what to do', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	app.sandbox.outages.set('/v1/projects', 401);
	await app.clock.advance(11_000);
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
