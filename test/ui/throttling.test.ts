import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

/** Advances the clock and returns when requests were made, in milliseconds from now. */
async function requestTimes(durationMs: number): Promise<readonly number[]> {
	const times: number[] = [];
	for (let passedMs = 0; passedMs < durationMs; passedMs += 50) {
		const before = app.requests().length;
		await app.clock.advance(50);
		for (let count = before; count < app.requests().length; count++) times.push(passedMs);
	}

	return times;
}

test.each([
	['no Retry-After', {}],
	['an unreadable Retry-After', {'retry-after': 'soon'}],
	['a Retry-After of 0', {'retry-after': '0'}],
])(
	'429 with %s pauses all reads with backoff, and one read at a time probes',
	{tags: ['fault-12', 'fault-95']},
	async (_name, headers) => {
		app = await openDemo();
		await app.see('1 of 12');
		await app.clock.advance(60_000);
		app.sandbox.outages.set('/v1/projects', {status: 429, headers});
		await app.see('live');
		while (!app.screen().includes('429')) await app.clock.advance(50);
		const times = await requestTimes(10 * 60_000);
		const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
		expect(Math.min(...pauses)).toBeGreaterThanOrEqual(950);
		expect(Math.min(...pauses.slice(-5))).toBeGreaterThan(50_000);
		expect(times.length).toBeLessThan(25);
		await app.see(/next try in \d+s/);
		app.sandbox.outages.clear();
		await app.clock.advance(61_000);
		await app.see('live');
	},
);

test('a screen opened during a Retry-After pause waits and shows for how long', {
	tags: ['fault-95'],
}, async () => {
	app = await openDemo();
	await app.see('1 of 12');
	app.sandbox.outages.set('/v1/projects', {status: 429, headers: {'retry-after': '300'}});
	await app.clock.advance(13_000);
	const before = app.requests().length;
	await app.press('enter');
	await app.press('r');
	await app.clock.advance(20_000);
	expect(app.requests()).toHaveLength(before);
	await app.see(/It asked for 5m \(Retry-After:\s+300\)\./);
	await app.see(/Retrying in 4m \d\ds/);
	await app.see(/next try in 4m \d\ds/);
});

test('a Retry-After beyond the limit is shown next to the actual pause', {
	tags: ['fault-12', 'fault-95'],
}, async () => {
	app = await openDemo({columns: 120});
	await app.see('1 of 12');
	app.sandbox.outages.set('/v1/projects', {status: 429, headers: {'retry-after': '86400'}});
	await app.clock.advance(13_000);
	await app.see(/429: asked for 24h \(Retry-After: 86400\); retrying in 14m \d\ds/);
	expect(app.screen()).not.toContain('900');
	const before = app.requests().length;
	await app.clock.advance(14 * 60_000);
	expect(app.requests()).toHaveLength(before);
	app.sandbox.outages.clear();
	await app.clock.advance(61_000);
	await app.see('live');
});

test('after a Retry-After pause, one read is tried before the others', async () => {
	app = await openDemo({latencyMs: 400, requestsPerMinute: 600});
	await app.clock.advance(30_000);
	await app.see('live');
	app.sandbox.outages.set('/v1/projects', {status: 503, headers: {'retry-after': '60'}});
	while (!app.screen().includes('503')) await app.clock.advance(50);
	await app.clock.advance(2000);
	app.sandbox.outages.clear();
	const before = app.requests().length;
	while (app.requests().length === before) await app.clock.advance(50);
	await app.clock.advance(300);
	expect(app.requests().slice(before)).toHaveLength(1);
	await app.clock.advance(2000);
	await app.see('live');
	expect(app.requests().length - before).toBeGreaterThan(2);
});
