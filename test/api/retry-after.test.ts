import {expect, test} from 'vitest';
import {parseHttpDate} from '../../src/api/http-date.ts';
import {parseRetryAfter} from '../../src/api/retry-after.ts';

const now = Date.UTC(2026, 5, 1, 12);
const quarterOfAnHour = 15 * 60_000;

test.each<[text: string, waitMs: number | undefined]>([
	['7', 7000],
	['0', 0],
	['120', 120_000],
	['9999999999', quarterOfAnHour],
	['99999999999', undefined],
	['-1', undefined],
	['+1', undefined],
	['1.5', undefined],
	['1e9', undefined],
	['', undefined],
	['soon', undefined],
	['7, 7', undefined],
	['Mon, 01 Jun 2026 12:00:09 GMT', 9000],
	['Monday, 01-Jun-26 12:00:09 GMT', 9000],
	['Mon Jun  1 12:00:09 2026', 9000],
	['Mon, 01 Jun 2026 11:00:00 GMT', 0],
	['Mon, 01 Jun 2099 12:00:00 GMT', quarterOfAnHour],
	['Mon, 01 Jun 2026 12:00:09 CET', undefined],
	['2026-06-01T12:00:09Z', undefined],
])('Retry-After: %j', (text, waitMs) => {
	expect(parseRetryAfter(new Map([['retry-after', text]]), now)).toBe(waitMs);
});

test('a date counts from when the service says that it answered', () => {
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
])('the date %j', (text, written) => {
	const at = parseHttpDate(text);
	expect(at === undefined ? undefined : new Date(at).toISOString()).toBe(written);
});
