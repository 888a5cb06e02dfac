import fc from 'fast-check';
import {expect, test} from 'vitest';
import {backoffMs, quietEndsAt} from '../../src/api/retry-delay.ts';

test('a backoff delay never exceeds the time since the first failure, within 2–60 s, jitter included', {
	tags: ['fault-90'],
}, () => {
	fc.assert(
		fc.property(fc.integer({min: -5000, max: 10_000_000}), fc.string(), (elapsedMs, seed) => {
			const delayMs = backoffMs(elapsedMs, seed);
			expect(delayMs).toBeLessThanOrEqual(Math.min(60_000, Math.max(2000, elapsedMs)));
			expect(delayMs).toBeGreaterThanOrEqual(1000);
			expect(backoffMs(elapsedMs, seed)).toBe(delayMs);
		}),
	);
});

test('jitter shortens a short delay by up to half and a long one by up to six seconds, evenly distributed', () => {
	for (const [elapsedMs, minMs, maxMs] of [
		[0, 1000, 2000],
		[8000, 4000, 8000],
		[30_000, 24_000, 30_000],
		[3_600_000, 54_000, 60_000],
	] as const) {
		const delays = Array.from({length: 4000}, (_, seed) => backoffMs(elapsedMs, `${seed}`)).sort((a, b) => a - b);
		for (const quarter of [0, 1, 2, 3]) {
			const expected = minMs + (quarter / 4) * (maxMs - minMs);
			expect(Math.abs((delays[quarter * 1000] ?? 0) - expected), `quarter ${quarter}`).toBeLessThan(
				(maxMs - minMs) / 15,
			);
		}
	}
});

test('backoff delays grow to about a minute within twenty minutes', {tags: ['fault-13']}, () => {
	for (let seed = 0; seed < 500; seed++) {
		let elapsedMs = 0;
		const delays: number[] = [];
		while (elapsedMs < 20 * 60_000) {
			delays.push(backoffMs(elapsedMs, `${seed} ${elapsedMs}`));
			elapsedMs += delays.at(-1) ?? 0;
		}

		expect(delays.length).toBeLessThanOrEqual(40);
		expect(Math.min(...delays.slice(-10))).toBeGreaterThanOrEqual(54_000);
	}
});

test('a wait lasts as long as the service asked for, plus at most a tenth', {tags: ['fault-11']}, () => {
	fc.assert(
		fc.property(fc.integer({min: 0, max: 2e12}), fc.integer({min: -1000, max: 900_000}), (at, waitMs) => {
			const endsAt = quietEndsAt(at + waitMs, at);
			expect(endsAt).toBeGreaterThanOrEqual(at + waitMs);
			expect(endsAt).toBeLessThanOrEqual(at + waitMs + Math.max(0, waitMs) / 10 + 1);
			expect(endsAt).toBeLessThanOrEqual(at + 900_000);
		}),
	);
});

test('clients that are asked to wait until different moments return at different times after them', () => {
	const extraMs = Array.from({length: 1000}, (_, index) => quietEndsAt(600_000 + index, index) - 600_000 - index);
	for (const minMs of [0, 15_000, 30_000, 45_000]) {
		const count = extraMs.filter(ms => ms >= minMs && ms < minMs + 15_000).length;
		expect(count, `${minMs} ms and more`).toBeGreaterThan(200);
	}
});
