import fc from 'fast-check';
import {expect, test} from 'vitest';
import {backoffMs, quietEndsAt} from '../../../src/store/model/requests/backoff.ts';

test('a pause is never longer than the trouble has lasted, two seconds at least and a minute at most, jitter included', {
	tags: ['fault-90'],
}, () => {
	fc.assert(
		fc.property(fc.integer({min: -5000, max: 10_000_000}), fc.string(), (lastedMs, seed) => {
			const pauseMs = backoffMs(lastedMs, seed);
			expect(pauseMs).toBeLessThanOrEqual(Math.min(60_000, Math.max(2000, lastedMs)));
			expect(pauseMs).toBeGreaterThanOrEqual(1000);
			expect(backoffMs(lastedMs, seed)).toBe(pauseMs);
		}),
	);
});

test('jitter takes half of a short pause and six seconds of a long one, evenly', () => {
	for (const [lastedMs, minMs, maxMs] of [
		[0, 1000, 2000],
		[8000, 4000, 8000],
		[30_000, 24_000, 30_000],
		[3_600_000, 54_000, 60_000],
	] as const) {
		const pauses = Array.from({length: 4000}, (_, seed) => backoffMs(lastedMs, `${seed}`)).sort((a, b) => a - b);
		for (const quarter of [0, 1, 2, 3]) {
			const expected = minMs + (quarter / 4) * (maxMs - minMs);
			expect(Math.abs((pauses[quarter * 1000] ?? 0) - expected), `quarter ${quarter}`).toBeLessThan(
				(maxMs - minMs) / 15,
			);
		}
	}
});

test('pauses in a row grow, and after some minutes each is about a minute', {tags: ['fault-13']}, () => {
	for (let seed = 0; seed < 500; seed++) {
		let lastedMs = 0;
		const pauses: number[] = [];
		while (lastedMs < 20 * 60_000) {
			pauses.push(backoffMs(lastedMs, `${seed} ${lastedMs}`));
			lastedMs += pauses.at(-1) ?? 0;
		}

		expect(pauses.length).toBeLessThanOrEqual(40);
		expect(Math.min(...pauses.slice(-10))).toBeGreaterThanOrEqual(54_000);
	}
});

test('quiet lasts as long as it was asked for, and a tenth longer at most', {tags: ['fault-11']}, () => {
	fc.assert(
		fc.property(fc.integer({min: 0, max: 2e12}), fc.integer({min: -1000, max: 900_000}), (at, quietMs) => {
			const endsAt = quietEndsAt(at + quietMs, at);
			expect(endsAt).toBeGreaterThanOrEqual(at + quietMs);
			expect(endsAt).toBeLessThanOrEqual(at + quietMs + Math.max(0, quietMs) / 10 + 1);
			expect(endsAt).toBeLessThanOrEqual(at + 900_000);
		}),
	);
});
