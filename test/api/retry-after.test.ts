import {expect, test} from 'vitest';
import {parseHttpDate, retryAfterIn} from '../../src/api/retry-after.ts';

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
