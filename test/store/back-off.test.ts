import fc from 'fast-check';
import {expect, test} from 'vitest';
import {backOffMs, quietEndsAt} from '../../src/store/back-off.ts';

test('every pause is somewhere between a quarter of a second and its rung, and the same for the same seed', () => {
	fc.assert(
		fc.property(fc.integer({min: 1, max: 6}), fc.string(), (count, seed) => {
			const pauseMs = backOffMs(count, seed);
			expect(pauseMs).toBeGreaterThanOrEqual(250);
			expect(pauseMs).toBeLessThanOrEqual(1000 * 2 ** (count - 1));
			expect(backOffMs(count, seed)).toBe(pauseMs);
		}),
	);
});

test('pauses are spread over all of their rung, so that many who failed together do not come back together', () => {
	const pauses = Array.from({length: 4000}, (_, seed) => backOffMs(5, `${seed}`)).sort((a, b) => a - b);
	for (const quarter of [1, 2, 3]) {
		expect(Math.abs((pauses[quarter * 1000] ?? 0) - quarter * 4000), `quarter ${quarter}`).toBeLessThan(500);
	}
});

test('at the top of the ladder it is never less than a minute, however often it failed', () => {
	fc.assert(
		fc.property(fc.integer({min: 7, max: 100_000}), fc.string(), (count, seed) => {
			const pauseMs = backOffMs(count, seed);
			expect(pauseMs).toBeGreaterThanOrEqual(60_000);
			expect(pauseMs).toBeLessThanOrEqual(72_000);
		}),
	);
});

test('quiet lasts as long as it was asked for, and a tenth longer at most', {tags: ['fault-11']}, () => {
	fc.assert(
		fc.property(fc.integer({min: 0, max: 2e12}), fc.integer({min: -1000, max: 900_000}), (at, quietMs) => {
			const endsAt = quietEndsAt(at + quietMs, at);
			expect(endsAt).toBeGreaterThanOrEqual(at + quietMs);
			expect(endsAt).toBeLessThanOrEqual(at + quietMs + Math.max(0, quietMs) / 10 + 1);
		}),
	);
});
