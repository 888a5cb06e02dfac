import {expect, test} from 'vitest';
import {retryAfterIn} from '../../src/api/retry-after.ts';

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
	['Monday, 01-Jun-26 12:00:09 GMT', 9000],
	['Mon Jun  1 12:00:09 2026', 9000],
	['Mon, 01 Jun 2026 25:00:09 GMT', undefined],
	['Mon, 01 Jun 2026 12:00:09 GMT; x', undefined],
	['Mon, 01 Jun 2026 12:00:09 CET', undefined],
])('reads a Retry-After of %j', (text, waitMs) => {
	expect(retryAfterIn(new Map([['retry-after', text]]), now)).toEqual({text, askedMs: waitMs});
});

test('reads a Retry-After date relative to the date of the response', () => {
	const headers = new Map([
		['retry-after', 'Mon, 01 Jun 2026 15:00:09 GMT'],
		['date', 'Mon, 01 Jun 2026 15:00:00 GMT'],
	]);
	expect(retryAfterIn(headers, now)?.askedMs).toBe(9000);
});
