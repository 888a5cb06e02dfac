import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseDateTime} from '../../../src/api/date-time.ts';

test.each<[text: string, written: string]>([
	['2026-06-01T12:00:00Z', '2026-06-01T12:00:00.000Z'],
	['2026-06-01t12:00:00z', '2026-06-01T12:00:00.000Z'],
	['2026-06-01 12:00:00Z', '2026-06-01T12:00:00.000Z'],
	['2026-06-01T12:00Z', '2026-06-01T12:00:00.000Z'],
	['2026-06-01T12:00:00.5Z', '2026-06-01T12:00:00.500Z'],
	['2026-06-01T12:00:00.05 +12', '2026-06-01T00:00:00.050Z'],
	['2026-06-01T12:00-02:30', '2026-06-01T14:30:00.000Z'],
	['2026-06-01T12:00:00,123456789Z', '2026-06-01T12:00:00.123Z'],
	['2026-06-01T12:00:00+02:00', '2026-06-01T10:00:00.000Z'],
	['2026-06-01T12:00:00-0530', '2026-06-01T17:30:00.000Z'],
	['2026-06-01T12:00:00+02', '2026-06-01T10:00:00.000Z'],
	['0000-02-29T00:00:00Z', '0000-02-29T00:00:00.000Z'],
	['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
	['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
	['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
])('the date %s is read as %s', (text, written) => {
	expect(parseDateTime(text)).toEqual({at: Date.parse(written)});
});

test.each<[text: string, written: string]>([
	['2026-06-01T12:00:00', '2026-06-01T12:00:00.000Z'],
	['2026-06-01', '2026-06-01T00:00:00.000Z'],
])('the date %s has no zone, so UTC is assumed and reported', (text, written) => {
	expect(parseDateTime(text)).toEqual({at: Date.parse(written), problem: 'zone assumed'});
});

test.each([
	...['', 'yesterday', '1780000000', '2026', '2026-06', '01.06.2026', '2026-6-1', 'Mon Jun 1 2026'],
	...['2026-02-30T00:00:00Z', '2025-02-29', '1900-02-29', '2026-04-31', '2026-06-00', '2026-13-01', '2026-00-10'],
	...['2026-06-01T25:00:00Z', '2026-06-01T12:60:00Z', '2026-06-01T12:00:00+99:99', '2026-06-01T12:00:00+02:60'],
	...['2026-06-01T12:00:00Z and more', '+012026-06-01T12:00:00Z', '1234-06-07T02026-06-01'],
])('%j is rejected rather than read as a wrong date', {tags: ['fault-32']}, text => {
	expect(parseDateTime(text)).toEqual({at: undefined, problem: 'unreadable'});
});

test('any date survives formatting and parsing', () => {
	const withinFourDigits = {
		min: new Date('0000-01-01T00:00:00Z'),
		max: new Date('9999-12-31T23:59:59Z'),
		noInvalidDate: true,
	};
	fc.assert(fc.property(fc.date(withinFourDigits), date => parseDateTime(date.toISOString()).at === date.getTime()));
});

const grammar =
	/^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(?:Z|(?<sign>[+-])(?<hours>\d\d)(?::?(?<minutes>\d\d))?)?)?$/i;

/** A slow reference implementation: a date that `Date` would have to correct is rejected. */
function readSlowly(text: string): ReturnType<typeof parseDateTime> {
	const found = grammar.exec(text);
	if (!found) return {at: undefined, problem: 'unreadable'};
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
		.slice(1, 7)
		.map(part => Number(part ?? 0));
	const fraction = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3));
	const date = new Date(0);
	date.setUTCFullYear(year, month - 1, day);
	date.setUTCHours(hour, minute, second, fraction);
	const {sign, hours = '0', minutes = '0'} = found.groups ?? {};
	const isDate =
		date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24;
	const isZone = Number(hours) < 24 && Number(minutes) < 60;
	if (!isDate || minute > 59 || second > 59 || !isZone) return {at: undefined, problem: 'unreadable'};
	const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
	const hasZone = sign !== undefined || /z$/i.test(text);
	return {at: date.getTime() - offsetMs, ...(!hasZone && {problem: 'zone assumed' as const})};
}

test.each([
	'2026-06-01T12:00:00Z',
	'2026-06-01T12:00:00.250Z',
	'2026-06-01T12:00:00.25Z',
	'2026-06-01T12:00:00,123456789Z',
	'2026-06-01T12:00Z',
	'2026-06-01T12:00:00 +01:30',
	'2026-06-01T12:00-0130',
	'2026-06-01T12:00:00+01',
	'2026-06-01T12:00:00.250+01',
	'2026-06-01T23:59:59.999Z',
	'2026-06-01 23:59:59Z',
	'2026-06-01T23:59:59+23:59',
	'2026-06-01T00:00:00-23:59',
	'2026-06-01T12:00:00.250',
	'2026-06-01T12:00',
	'2026-06-01',
])('%s with a character changed, added or removed is either rejected or read correctly', text => {
	for (let at = 0; at <= text.length; at++) {
		for (const character of ['', ...'0123456789-+:.,TZtz/;x \u0660']) {
			for (const taken of [0, 1]) {
				const changed = text.slice(0, at) + character + text.slice(at + taken);
				expect(parseDateTime(changed), changed).toEqual(readSlowly(changed));
			}
		}
	}
});

test('every day of the calendar is accepted, and no other', () => {
	const numbers = (from: number, to: number, digits: number) =>
		Array.from({length: to - from + 1}, (_, index) => String(from + index).padStart(digits, '0'));
	const years = [0, 1, 99, 100, 1600, 1896, 1900, 1969, 1970, 1972, 2000, 2024, 2026, 2100, 9999];
	const days = years.flatMap(year =>
		numbers(0, 13, 2).flatMap(month =>
			numbers(0, 32, 2).map(day => `${String(year).padStart(4, '0')}-${month}-${day}`),
		),
	);
	const isWrong = (text: string) => {
		const [found, expected] = [parseDateTime(text), readSlowly(text)];
		return found.at !== expected.at || found.problem !== expected.problem;
	};
	const written = days.flatMap(day => [day, `${day}T00:00:00Z`, `${day} 00:00:00+00:00`]);
	expect(written.filter(isWrong)).toEqual([]);
});
