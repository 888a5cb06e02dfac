import {expect, test} from 'vitest';
import {parseHttpDate, parseRetryAfter, pauseFor} from '../../src/api/retry-after.ts';

const now = Date.UTC(2026, 5, 1, 12);
const hour = 60 * 60_000;

test.each<[text: string, waitMs: number | undefined]>([
	['7', 7000],
	['0', 0],
	['120', 120_000],
	['86400', 24 * hour],
	['9999999999', 9_999_999_999_000],
	['99999999999', undefined],
	['-1', undefined],
	['+1', undefined],
	['1.5', undefined],
	['1e9', undefined],
	['', undefined],
	['soon', undefined],
	['7, 7', undefined],
	['Mon, 01 Jun 2026 12:00:09 GMT', 9000],
	['Mon, 01 Jun 2026 11:00:00 GMT', 0],
	['Tue, 02 Jun 2026 12:00:00 GMT', 24 * hour],
	['Mon, 01 Jun 2026 12:00:09 CET', undefined],
	['2026-06-01T12:00:09Z', undefined],
])('a Retry-After of %j is read correctly', (text, waitMs) => {
	expect(parseRetryAfter(new Map([['retry-after', text]]), now)).toBe(waitMs);
});

test.each<[askedMs: number | undefined, pauseMs: number | undefined]>([
	[7000, 7000],
	[hour / 4, hour / 4],
	[hour / 4 + 1000, hour / 4],
	[24 * hour, hour / 4],
	[9_999_999_999_000, hour / 4],
	[0, undefined],
	[undefined, undefined],
])('a service that asks for %j ms is paused for %j ms', {tags: ['fault-12']}, (askedMs, pauseMs) => {
	expect(pauseFor(askedMs)).toBe(pauseMs);
});

test('a Retry-After date is relative to the response’s own date', () => {
	const headers = new Map([
		['retry-after', 'Mon, 01 Jun 2026 15:00:09 GMT'],
		['date', 'Mon, 01 Jun 2026 15:00:00 GMT'],
	]);
	expect(parseRetryAfter(headers, now)).toBe(9000);
	expect(parseRetryAfter(new Map(), now)).toBeUndefined();
});

test.each<[text: string, written: string | undefined]>([
	['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
	['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
	['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
	['Tue, 31 Feb 2026 08:49:37 GMT', undefined],
	['Sun, 06 Nov 1994 25:49:37 GMT', undefined],
	['Sun, 06 Nov 1994 08:49:37 GMT; x', undefined],
	['', undefined],
])('the HTTP date %j is parsed or rejected', (text, written) => {
	const at = parseHttpDate(text);
	expect(at === undefined ? undefined : new Date(at).toISOString()).toBe(written);
});
