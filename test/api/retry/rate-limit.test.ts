import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createRateLimit} from '../../../src/api/retry/rate-limit.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {never} from '../../kit/services/test-client.ts';

const admitted = async (rate: {status: number} | undefined, calls: number) => {
	const clock = createTestClock();
	const limited = createRateLimit(clock);
	const begunAt = clock.now();
	const times: number[] = [];
	if (rate) limited.heed('GET', rate.status);
	const all = Array.from({length: calls}, () =>
		limited.admit('GET', never).then(() => times.push(clock.now() - begunAt)),
	);
	await clock.advance(60_000);
	await Promise.all(all);
	return times;
};

test('twenty calls go out at once, and twenty in each second after that', async () => {
	const times = await admitted(undefined, 100);
	expect(times.filter(at => at === 0)).toHaveLength(20);
	expect(times.at(-1)).toBe(4000);
	for (let from = 1; from < 4000; from += 100) {
		expect(times.filter(at => at >= from && at < from + 1000).length).toBeLessThanOrEqual(20);
	}
});

test('a service that is overburdened gets half of that, and more again with time', async () => {
	for (const status of [429, 500, 503]) expect((await admitted({status}, 60)).at(-1)).toBe(4000);
	const clock = createTestClock();
	const limited = createRateLimit(clock);
	for (let times = 0; times < 20; times++) {
		limited.heed('GET', 503);
		await clock.advance(5000);
	}

	await clock.advance(10 * 60_000);
	let last = 0;
	const all = Array.from({length: 40}, () => limited.admit('GET', never).then(() => (last = clock.now())));
	const begunAt = clock.now();
	await clock.advance(5000);
	await Promise.all(all);
	expect(last - begunAt).toBe(1000);
});

test('answers to calls made at once are one sign that the service is overburdened', async () => {
	for (const [laterMs, lastAt] of [
		[4999, 4000],
		[5000, 8000],
	] as const) {
		const clock = createTestClock();
		const limited = createRateLimit(clock);
		limited.heed('GET', 503);
		await clock.advance(laterMs);
		limited.heed('GET', 503);
		const begunAt = clock.now();
		let last = 0;
		const all = Array.from({length: 60}, () => limited.admit('GET', never).then(() => (last = clock.now())));
		await clock.advance(20_000);
		await Promise.all(all);
		// The rate has grown a little meanwhile.
		expect(last - begunAt).toBeGreaterThan(lastAt * 0.95);
		expect(last - begunAt).toBeLessThanOrEqual(lastAt);
	}
});

test('a write does not wait for a read', async () => {
	const clock = createTestClock();
	const limited = createRateLimit(clock);
	limited.heed('GET', 200);
	const at = clock.now();
	await limited.admit('PATCH', never);
	expect(clock.now()).toBe(at);
	expect(clock.pending()).toBe(0);
});

test('a write waits until a second after the end of the one before, a read does not', async () => {
	const clock = createTestClock();
	const limited = createRateLimit(clock);
	await limited.admit('POST', never);
	limited.heed('POST', 201);
	await clock.advance(300);
	await limited.admit('GET', never);
	let isAdmitted = false;
	void limited.admit('DELETE', never).then(() => (isAdmitted = true));
	await clock.advance(699);
	expect(isAdmitted).toBe(false);
	await clock.advance(1);
	expect(isAdmitted).toBe(true);
});

test('a clock that is set back holds nothing back, and full speed is back in its time', {
	tags: ['fault-54'],
}, async () => {
	const clock = createTestClock();
	const limited = createRateLimit(clock);
	for (let call = 0; call < 30; call++) void limited.admit('GET', never);
	limited.heed('GET', 503);
	clock.setBack(3_600_000);
	const at = clock.now();
	await limited.admit('GET', never);
	expect(clock.now()).toBe(at);
	await clock.advance(10 * 60_000);
	let last = 0;
	const all = Array.from({length: 40}, () => limited.admit('GET', never).then(() => (last = clock.now())));
	const begunAt = clock.now();
	await clock.advance(5000);
	await Promise.all(all);
	expect(last - begunAt).toBe(1000);
});

test('no clock that is set makes it hold a call back for long', {tags: ['fault-54']}, () =>
	fc.assert(
		fc.asyncProperty(fc.array(fc.integer({min: -1e10, max: 1e10}), {maxLength: 6}), async jumps => {
			const clock = createTestClock();
			const limited = createRateLimit(clock);
			for (const jump of jumps) {
				for (let call = 0; call < 30; call++) void limited.admit('GET', never);
				limited.heed('POST', 503);
				clock.setBack(jump);
			}

			const all = Promise.all([limited.admit('GET', never), limited.admit('POST', never)]);
			await clock.advance(62_000);
			await all;
		}),
		{numRuns: 30},
	),
);
