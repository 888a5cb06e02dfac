import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import type {Context} from '../../src/present/column.ts';
import {recordOf, stripLine, usualFor, usualSpans, usualText} from '../../src/present/usual.ts';
import {noPins} from '../../src/status-words.ts';
import {said} from '../../src/text.ts';
import {deployment, now} from './records.ts';

const context: Context = {now, localNow: now, isAscii: false, isTimeAbsolute: false, pins: noPins};

const took = (seconds: number, fields: Partial<Deployment> = {}): Deployment =>
	deployment({createdAt: now - 3_600_000, concludedAt: now - 3_600_000 + seconds * 1000, ...fields});

const underWay = (seconds: number): Deployment =>
	deployment({
		createdAt: now - seconds * 1000,
		status: said('building'),
		conclusion: undefined,
		concludedAt: undefined,
	});

const textOf = (spans: ReadonlyArray<{readonly text: string}>) => spans.map(({text}) => text).join('');

test('the median is one that half of them do not exceed, from five that concluded on', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({min: 0, max: 500}), {maxLength: 29}), times => {
			const rows = times.map(seconds => took(seconds));
			const usual = usualFor(recordOf(rows), deployment());
			if (times.length < 5) {
				expect(usual).toBeUndefined();
				return;
			}

			const half = times.length / 2;
			const medianS = (usual?.medianMs ?? 0) / 1000;
			expect(times.filter(seconds => seconds < medianS).length).toBeLessThanOrEqual(half);
			expect(times.filter(seconds => seconds > medianS).length).toBeLessThanOrEqual(half);
			expect(usual?.samples).toBe(times.length);
		}),
	);
});

test('only those count of which the service told both times, in their order', () => {
	const rows = [
		took(60),
		took(60, {concludedAt: undefined}),
		took(60, {createdAt: undefined}),
		took(-5),
		...[60, 60, 60, 90].map(seconds => took(seconds)),
	];
	expect(usualFor(recordOf(rows), deployment())).toEqual({medianMs: 60_000, samples: 5});
});

const usual = {medianMs: 60_000, samples: 12};

test.each([
	[underWay(0), '╌╌╌╌╌╌╌╌ ~1m 00s'],
	[underWay(30), '━━━━╌╌╌╌ ~1m 00s'],
	[underWay(89), '━━━━━━━━ ~1m 00s'],
	[underWay(90), '1.5× usual'],
	[underWay(138), '2.3× usual'],
	[underWay(-10), '╌╌╌╌╌╌╌╌ ~1m 00s'],
	[took(60), ''],
	[took(138), '2.3× usual'],
	[deployment({createdAt: undefined, conclusion: undefined, concludedAt: undefined}), ''],
])('beside what is usual %# looks like %s', (row, text) => {
	expect(textOf(usualSpans(row, usual, context))).toBe(text);
	expect(usualSpans(row, undefined, context)).toEqual([]);
});

test('what is usual says of how many', () => {
	expect(usualText(usual)).toBe('1m 00s, median of 12');
});

test('the strip counts only what has concluded, and shows no more than thirty', () => {
	const rows = [
		underWay(5),
		...Array.from({length: 40}, (_, index) => took(60, index < 3 ? {conclusion: said('failed')} : {})),
	];
	const line = textOf(stripLine(recordOf(rows), context));
	expect(line).toBe(`${'✔'.repeat(26)}✖✖✖◐   90% good, 26 of 29 · usually 1m 00s, median of 30`);
	expect(textOf(stripLine(recordOf([]), context))).toBe('');
});
