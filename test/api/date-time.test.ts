import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseDateTime} from '../../src/api/decode.ts';

test.each<[text: string, written: string]>([
	['2026-06-01T12:00:00Z', '2026-06-01T12:00:00.000Z'],
	['2026-06-01t12:00:00z', '2026-06-01T12:00:00.000Z'],
	['2026-06-01 12:00:00Z', '2026-06-01T12:00:00.000Z'],
	[' 2026-06-01T12:00Z\n', '2026-06-01T12:00:00.000Z'],
	['2026-06-01T12:00:00.5Z', '2026-06-01T12:00:00.500Z'],
	['2026-06-01T12:00:00.05 +12', '2026-06-01T00:00:00.050Z'],
	['2026-06-01T12:00-02:30', '2026-06-01T14:30:00.000Z'],
	['2026-06-01T12:00:00,123456789Z', '2026-06-01T12:00:00.123Z'],
	['2026-06-01T12:00:00+02:00', '2026-06-01T10:00:00.000Z'],
	['2026-06-01T12:00:00-0530', '2026-06-01T17:30:00.000Z'],
	['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
	['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
	['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
])('the date %j is read as %s', (text, written) => {
	expect(parseDateTime(text)).toEqual({at: Date.parse(written)});
});

test.each(['2026-06-01T00:00:00', '2026-06-01'])('the date %s has no zone, so UTC is assumed and reported', text => {
	expect(parseDateTime(text)).toEqual({at: Date.UTC(2026, 5, 1), problem: 'zone assumed'});
});

test.each([
	...['', 'yesterday', '1780000000', '2026', '2026-06', '01.06.2026', '2026-6-1', 'Mon Jun 1 2026'],
	...['2026-02-30T00:00:00Z', '2025-02-29', '1900-02-29', '2026-04-31', '2026-06-00', '2026-13-01', '2026-00-10'],
	...['2026-06-01T24:00:00Z', '2026-06-01T25:00:00Z', '2026-06-01T12:00:60Z', '2026-06-01T12:60:00Z'],
	...['2026-06-01T12:00:00+99:99', '2026-06-01T12:00:00+02:60'],
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
