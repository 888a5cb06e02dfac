import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseHttpDate, probePauseMs, quietEndsAt, retryAfterIn} from '../../src/api/retry-delay.ts';

const now = Date.UTC(2026, 5, 1, 12);
const hour = 60 * 60_000;

test.each<[text: string, waitMs: number | undefined]>([
	['7', 7000],
	['0', 0],
	['86400', 24 * hour],
	['9999999999', 9_999_999_999_000],
	['99999999999', undefined],
	['-1', undefined],
	['1.5', undefined],
	['', undefined],
	['soon', undefined],
	['7, 7', undefined],
	['Mon, 01 Jun 2026 12:00:09 GMT', 9000],
	['Mon, 01 Jun 2026 11:00:00 GMT', 0],
	['Tue, 02 Jun 2026 12:00:00 GMT', 24 * hour],
	['Mon, 01 Jun 2026 12:00:09 CET', undefined],
])('a Retry-After of %j is read correctly', (text, waitMs) => {
	expect(retryAfterIn(new Map([['retry-after', text]]), now)).toEqual({text, askedMs: waitMs});
});

test('a Retry-After date is relative to the response’s own date', () => {
	const headers = new Map([
		['retry-after', 'Mon, 01 Jun 2026 15:00:09 GMT'],
		['date', 'Mon, 01 Jun 2026 15:00:00 GMT'],
	]);
	expect(retryAfterIn(headers, now)?.askedMs).toBe(9000);
});

test.each<[text: string, written: string | undefined]>([
	['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
	['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
	['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
	['Sun, 06 Nov 1994 25:49:37 GMT', undefined],
	['Sun, 06 Nov 1994 08:49:37 GMT; x', undefined],
	['', undefined],
])('the HTTP date %j is parsed or rejected', (text, written) => {
	const at = parseHttpDate(text);
	expect(at === undefined ? undefined : new Date(at).toISOString()).toBe(written);
});

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
