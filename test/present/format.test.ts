import fc from 'fast-check';
import {expect, test} from 'vitest';
import {duration, elapsed} from '../../src/duration.ts';
import {age, clockTime, count, dateTime, shortTime} from '../../src/present/format.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
	[0, '0s', '0:00'],
	[42_999, '42s', '0:42'],
	[minute + 12 * second, '1m 12s', '1:12'],
	[12 * minute + 7 * second, '12m 07s', '12:07'],
	[hour + 2 * minute + 7 * second, '1h 02m', '1:02:07'],
	[day - 1, '23h 59m', '23:59:59'],
	[3 * day + 4.5 * hour, '3d 4h', '3d 4h'],
	[-5000, '0s', '0:00'],
])('%i ms took %s, and is %s while it goes on', (ms, took, ticking) => {
	expect([duration(ms), elapsed(ms)]).toEqual([took, ticking]);
});

test.each([
	[4.9 * second, 'just now'],
	[12 * second, '12s ago'],
	[59.9 * second, '59s ago'],
	[minute, '1m ago'],
	[3 * hour + minute, '3h ago'],
	[5 * day, '5d ago'],
	[29.9 * day, '29d ago'],
	[61 * day, '2mo ago'],
	[364 * day, '12mo ago'],
	[365 * day, '1y ago'],
	[800 * day, '2y ago'],
	[-hour, 'just now'],
])('what happened %i ms ago happened %s', {tags: ['fault-32']}, (ms, text) => {
	expect(age(1e12 - ms, 1e12)).toBe(text);
});

test('dates are local and always of the same form', () => {
	const at = new Date(2026, 5, 1, 4, 2, 8).getTime();
	expect(dateTime(at)).toBe('2026-06-01 04:02:08');
	expect(clockTime(at)).toBe('04:02:08');
	expect(dateTime(Number.NaN)).toBe('–');
	expect(dateTime(1e300)).toBe('–');
});

test('a date in a column is as short as it can be without being mistaken', () => {
	const now = new Date(2026, 5, 1, 14).getTime();
	expect(shortTime(new Date(2026, 5, 1, 4, 2, 8).getTime(), now)).toBe('04:02:08');
	expect(shortTime(new Date(2026, 4, 31, 4, 2, 8).getTime(), now)).toBe('05-31 04:02');
	expect(shortTime(new Date(2025, 5, 1, 4, 2, 8).getTime(), now)).toBe('2025-06-01');
});

test.each([
	[0, '0'],
	[999, '999'],
	[1204, '1,204'],
	[1_000_000, '1,000,000'],
	[-3, '0'],
	[12.9, '12'],
])('%d things are counted as %s', (value, text) => {
	expect(count(value)).toBe(text);
});

const anyNumber = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 8.64e15));

test('no number makes a text with NaN, Infinity or a minus in it, or one that is too wide', {
	tags: ['fault-32'],
}, () => {
	fc.assert(
		fc.property(anyNumber, anyNumber, (a, b) => {
			for (const text of [duration(a), elapsed(a), age(a, b), clockTime(a), count(a)]) {
				expect(text).not.toMatch(/nan|infinity|-|e\+/i);
			}

			expect(dateTime(a)).toMatch(/^(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|–)$/);
			expect(shortTime(a, b).length).toBeLessThanOrEqual(11);
		}),
	);
});

test('a longer time never reads as a shorter one', () => {
	const inSeconds = (text: string) => text.split(':').reduce((total, part) => total * 60 + Number(part), 0);
	fc.assert(fc.property(fc.nat(day - 1), ms => inSeconds(elapsed(ms)) === Math.floor(ms / second)));
});
