import fc from 'fast-check';
import {expect, test} from 'vitest';
import {probePauseMs, quietEndsAt} from '../../src/api/pauses.ts';

test.each([
	[3, 'at first', 0, 20],
	[10, 'once it has not answered for 20 s', 20, 300],
	[110, 'once it has not answered for five minutes', 300, 36_000],
])('a service is tried again within %i s %s', {tags: ['fault-90']}, (pauseS, _when, from, to) => {
	fc.assert(
		fc.property(fc.integer({min: from * 1000, max: to * 1000 - 1}), fc.string(), (elapsedMs, seed) => {
			const delayMs = probePauseMs(elapsedMs, seed);
			expect(delayMs).toBeLessThanOrEqual(pauseS * 1000);
			expect(delayMs).toBeGreaterThanOrEqual(pauseS * 950 - 1);
		}),
	);
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
