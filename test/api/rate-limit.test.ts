import {expect, test} from 'vitest';
import {createRateLimit, paceWithin} from '../../src/api/rate-limit.ts';
import {createTestClock, type TestClock} from '../kit/fixtures/clock.ts';
import {never} from '../kit/fixtures/http-client.ts';

const admitted = async (rate: {status: number} | undefined, requestCount: number) => {
	const clock = createTestClock();
	const limited = createRateLimit(clock);
	const startedAt = clock.now();
	const times: number[] = [];
	if (rate) limited.record(rate.status);
	const all = Array.from({length: requestCount}, () =>
		limited.admit(never).then(() => times.push(clock.now() - startedAt)),
	);
	await clock.advance(60_000);
	await Promise.all(all);
	return times;
};

/** Returns the milliseconds until that many reads are admitted. */
async function timeFor(count: number, limited: ReturnType<typeof createRateLimit>, clock: TestClock): Promise<number> {
	const startedAt = clock.now();
	let last = 0;
	const all = Array.from({length: count}, () => limited.admit(never).then(() => (last = clock.now())));
	await clock.advance(20_000);
	await Promise.all(all);
	return last - startedAt;
}

test('twenty requests go out at once, then twenty per second', async () => {
	const times = await admitted(undefined, 100);
	expect(times.filter(at => at === 0)).toHaveLength(20);
	expect(times.at(-1)).toBe(4000);
	for (let from = 1; from < 4000; from += 100) {
		expect(times.filter(at => at >= from && at < from + 1000).length).toBeLessThanOrEqual(20);
	}
});

test('the request rate is halved for an overloaded service and recovers later', async () => {
	for (const status of [429, 500, 503]) expect((await admitted({status}, 60)).at(-1)).toBe(4000);
	const clock = createTestClock();
	const limited = createRateLimit(clock);
	for (let times = 0; times < 20; times++) {
		limited.record(503);
		await clock.advance(5000);
	}

	await clock.advance(10 * 60_000);
	// Twenty go out at once, and twenty in the second that follows.
	expect(await timeFor(40, limited, clock)).toBe(1000);
});

test('responses to concurrent requests halve the rate only once', async () => {
	for (const [laterMs, lastAt] of [
		[0, 4000],
		[4999, 4000],
		[5000, 8000],
	] as const) {
		const clock = createTestClock();
		const limited = createRateLimit(clock);
		limited.record(503);
		await clock.advance(laterMs);
		limited.record(503);
		const takenMs = await timeFor(60, limited, clock);
		// The rate has grown a little meanwhile.
		expect(takenMs).toBeGreaterThan(lastAt * 0.95);
		expect(takenMs).toBeLessThanOrEqual(lastAt);
	}
});

test('a long queue starts no second burst, and nobody waits longer than half a minute', async () => {
	const times = await admitted(undefined, 800);
	expect(times.filter(at => at === 0)).toHaveLength(20);
	expect(times.at(-1)).toBeLessThanOrEqual(30_000);
});

test('setting the clock back delays no request, and the full rate returns', {
	tags: ['fault-54'],
}, async () => {
	const clock = createTestClock();
	const limited = createRateLimit(clock);
	for (let count = 0; count < 30; count++) void limited.admit(never);
	limited.record(503);
	clock.setBack(3_600_000);
	const at = clock.now();
	await limited.admit(never);
	expect(clock.now()).toBe(at);
	await clock.advance(10 * 60_000);
	expect(await timeFor(40, limited, clock)).toBe(1000);
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
