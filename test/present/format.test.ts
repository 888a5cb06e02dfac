import fc from 'fast-check';
import {expect, onTestFinished, test, vi} from 'vitest';
import {duration} from '../../src/base/duration.ts';
import {age, clockTime, dateTime, hourMinute, shortTime, zoneText} from '../../src/present/format.ts';
import {hour, minute, second} from '../kit/fixtures/moment.ts';

const day = 24 * hour;

test.each([
	[0, '0s'],
	[42_999, '42s'],
	[minute + 12 * second, '1m 12s'],
	[12 * minute + 7 * second, '12m 07s'],
	[hour + 2 * minute + 7 * second, '1h 02m'],
	[day - 1, '23h 59m'],
	[3 * day + 4.5 * hour, '3d 4h'],
	[10 * minute, '10m'],
	[2 * hour + 59 * second, '2h'],
	[day, '1d'],
	[-5000, '0s'],
])('a duration of %i ms is %s', (ms, text) => {
	expect(duration(ms)).toBe(text);
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
])('the age of %i ms is shown as %s', {tags: ['fault-32']}, (ms, text) => {
	expect(age(1e12 - ms, 1e12)).toBe(text);
});

test.each([
	[4, '04:02:08'],
	[0, '00:02:08'],
	[23, '23:02:08'],
])('hour %i of the day is written as %s', (hour, text) => {
	const at = new Date(2026, 5, 1, hour, 2, 8).getTime();
	expect(clockTime(at)).toBe(text);
	expect(dateTime(at)).toBe(`2026-06-01 ${text} ${zoneText(at)}`);
	expect(hourMinute(at)).toBe(text.replace(':08', ''));
	expect(shortTime(at, at + 3 * day)).toBe(`06-01 ${text.replace(':08', '')}`);
});

test.each([
	['UTC', 'UTC', 'UTC'],
	['Europe/Berlin', 'UTC+1', 'UTC+2'],
	['America/St_Johns', 'UTC-3:30', 'UTC-2:30'],
	['Asia/Kathmandu', 'UTC+5:45', 'UTC+5:45'],
	['Pacific/Kiritimati', 'UTC+14', 'UTC+14'],
])('the time zone %s is written as %s in winter and as %s in summer', (zone, winter, summer) => {
	onTestFinished(() => void vi.unstubAllEnvs());
	vi.stubEnv('TZ', zone);
	expect([zoneText(Date.UTC(2026, 0, 15)), zoneText(Date.UTC(2026, 6, 15))]).toEqual([winter, summer]);
});

test.each([
	[2026, 5, 1, '04:02:08'],
	[2026, 4, 31, '05-31 04:02'],
	[2025, 5, 1, '2025-06-01'],
])('a short time on %i-%i-%i omits the parts it shares with now', (year, month, day, text) => {
	const now = new Date(2026, 5, 1, 14).getTime();
	const at = new Date(year, month, day, 4, 2, 8).getTime();
	expect(shortTime(at, now)).toBe(text);
});

const anyNumber = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 8.64e15));

test('no number is formatted as NaN, Infinity or a negative time', {tags: ['fault-32']}, () => {
	fc.assert(
		fc.property(anyNumber, anyNumber, (a, b) => {
			for (const text of [duration(a), age(a, b), clockTime(a)]) {
				expect(text).not.toMatch(/nan|infinity|-|e\+/i);
			}

			expect(dateTime(a)).toMatch(/^(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC(?:[+-]\d{1,2}(?::\d\d)?)?|–)$/);
			expect(shortTime(a, b).length).toBeLessThanOrEqual(11);
		}),
	);
});
