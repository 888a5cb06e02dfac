import {expect, test} from 'vitest';
import {createRateLimit, paceWithin} from '../../src/api/rate-limit.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {never} from '../kit/fixtures/http-client.ts';

const admitted = async (requestCount: number) => {
	const clock = createTestClock();
	const limited = createRateLimit(clock);
	const startedAt = clock.now();
	const times: number[] = [];
	const all = Array.from({length: requestCount}, () =>
		limited.admit(never).then(() => times.push(clock.now() - startedAt)),
	);
	await clock.advance(60_000);
	await Promise.all(all);
	return times;
};

test('twenty requests go out at once, then twenty per second', async () => {
	const times = await admitted(100);
	expect(times.filter(at => at === 0)).toHaveLength(20);
	expect(times.at(-1)).toBe(4000);
	for (let from = 1; from < 4000; from += 100) {
		expect(times.filter(at => at >= from && at < from + 1000).length).toBeLessThanOrEqual(20);
	}
});

test('a long queue starts no second burst, and nobody waits longer than half a minute', async () => {
	const times = await admitted(800);
	expect(times.filter(at => at === 0)).toHaveLength(20);
	expect(times.at(-1)).toBeLessThanOrEqual(30_000);
});

test('setting the clock back delays no request', {tags: ['fault-54']}, async () => {
	const clock = createTestClock();
	const limited = createRateLimit(clock);
	for (let count = 0; count < 30; count++) void limited.admit(never);
	await clock.advance(2000);
	clock.setBack(3_600_000);
	const at = clock.now();
	await limited.admit(never);
	expect(clock.now()).toBe(at);
});

test('at the pace within a budget, no minute holds more requests, even if some arrive half a second late', () => {
	for (let perMinute = 1; perMinute <= 600; perMinute++) {
		const {perSecond, burst} = paceWithin(perMinute);
		expect(burst).toBeLessThanOrEqual(10);
		expect(burst + Math.floor(60.5 * perSecond)).toBeLessThanOrEqual(perMinute);
		// Little of the budget is lost.
		expect(perSecond * 60).toBeGreaterThanOrEqual(perMinute * 0.8);
	}
});

test('a pace of one request a minute is kept by requests that wait together', async () => {
	const clock = createTestClock();
	const limited = createRateLimit(clock, paceWithin(1));
	const times: number[] = [];
	for (let count = 0; count < 6; count++) void limited.admit(never).then(() => times.push(clock.now()));
	await clock.advance(6 * 61_000);
	expect(times.map(at => at - (times[0] ?? 0))).toEqual([0, 61_000, 122_000, 183_000, 244_000, 305_000]);
});
