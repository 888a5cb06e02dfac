import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseDateTime} from '../../src/api/fields.ts';

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
	...[
		'2026-06-01T24:00:00Z',
		'2026-06-01T25:00:00Z',
		'2026-06-01T12:00:60Z',
		'2026-06-01T12:60:00Z',
		'2026-06-01T12:00:00+99:99',
		'2026-06-01T12:00:00+02:60',
	],
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

test('every day of the calendar is accepted, and no other', () => {
	const isDay = (year: number, month: number, day: number) => {
		const date = new Date(0);
		date.setUTCFullYear(year, month - 1, day);
		return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
	};
	const written = (number: number, length: number) => String(number).padStart(length, '0');
	for (const year of [0, 1, 99, 100, 1600, 1896, 1900, 1969, 1970, 1972, 2000, 2024, 2026, 2100, 9999]) {
		for (let month = 0; month <= 13; month++) {
			for (let day = 0; day <= 32; day++) {
				const text = `${written(year, 4)}-${written(month, 2)}-${written(day, 2)}`;
				for (const whole of [text, `${text}T00:00:00Z`, `${text} 23:59:59.999+00:00`]) {
					expect(parseDateTime(whole).at !== undefined, whole).toBe(isDay(year, month, day));
				}
			}
		}
	}
});

test('a date with a character changed, added or removed is read as Date reads it, if at all', () => {
	for (const text of ['2026-06-01T12:00:00Z', '2026-06-01T23:59:59.250+01:30', '2026-06-01']) {
		for (let at = 0; at <= text.length; at++) {
			for (const character of ['', ...'0123456789-+:.,TZtz/;x \u0660']) {
				for (const taken of [0, 1]) {
					const changed = text.slice(0, at) + character + text.slice(at + taken);
					const {at: found, problem} = parseDateTime(changed);
					// Date takes a time without a zone for local time, and does not know every form.
					const known = Date.parse(changed.toUpperCase().replace(',', '.'));
					if (found !== undefined && problem === undefined && !Number.isNaN(known)) expect(found, changed).toBe(known);
				}
			}
		}
	}
});
