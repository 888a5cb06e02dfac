import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {conclusionCounts, summaryLine} from '../../src/present/board.ts';
import {countsOverTime, sparkline} from '../../src/present/drawing.ts';
import {ascii, cancelled, failure, textOf, tonesOf, took, unicode} from './chart-records.ts';
import {now} from './records.ts';

const rows = [
	took(1, {}, 10),
	took(1, {}, 20),
	took(1, {}, 3000),
	took(1, failure, 1800),
	took(1, cancelled, 60),
	took(1, {}, 3700),
	took(1, failure, 80_000),
	took(1, {}, 90_000),
	took(1, {concludedAt: undefined}, 10),
	took(1, {concludedAt: Number.NaN}, 10),
];

/** The figures above a board that knows all deployments. */
function summaryOf(concluded: readonly Deployment[], running: number) {
	const {lastHour, lastDay, rate} = conclusionCounts(concluded, unicode);
	const [isRunningAtLeast, isAtLeast] = [false, false];
	return {running, isRunningAtLeast, lastHour: {...lastHour, isAtLeast}, lastDay: {...lastDay, isAtLeast}, rate};
}

test.each([
	[100, '◐ 2 running   ✔ 3  ✖ 1 in the last hour   ▁▁▃▁▁▁▃▁▁▁▁█   ✔ 4  ✖ 2 in the last day'],
	[70, '◐ 2 running   ✔ 3  ✖ 1 in the last hour   ✔ 4  ✖ 2 in the last day'],
	[40, '◐ 2 running   ✔ 3  ✖ 1 in the last hour'],
	[20, '◐ 2 running'],
	[5, '◐ 2 …'],
])('in %i cells the summary shows as much as fits', (width, text) => {
	expect(textOf(summaryLine(summaryOf(rows, 2), width, unicode))).toBe(text);
});

test('a count that may lack deployments says so', () => {
	const {lastDay, ...rest} = summaryOf(rows, 2);
	const summary = {...rest, lastDay: {...lastDay, isAtLeast: true}};
	expect(textOf(summaryLine(summary, 70, unicode))).toBe(
		'◐ 2 running   ✔ 3  ✖ 1 in the last hour   ✔ 4+  ✖ 2+ in the last day',
	);
});

test('counts of zero are quiet', () => {
	const line = summaryLine(summaryOf([], 0), 100, unicode);
	expect(new Set(tonesOf(line))).toEqual(new Set(['quiet']));
});

test.each([
	[[0, 1, 2, 4, 8], '▁▂▃▅█', '_.:=#'],
	[[0, 1, 100], '▁▂█', '_.#'],
	[[3, 3], '██', '##'],
	[[0, 0], '▁▁', '__'],
	[[Number.NaN, -5, Number.POSITIVE_INFINITY, 1], '▁▁▁█', '___#'],
	[[], '', ''],
])('the sparkline of %j distinguishes zero from low counts', (counts, text, inAscii) => {
	expect(sparkline(counts, unicode).text).toBe(text);
	expect(sparkline(counts, ascii).text).toBe(inAscii);
});

test('events are counted in equal intervals before now', () => {
	const times = [0, -1, 5, -59, -60, -61, -239, -240, -9999].map(seconds => now + seconds * 1000);
	const window = {now, spanMs: 240_000, width: 4};
	expect(countsOverTime([...times, undefined, Number.NaN], window)).toEqual([1, 0, 2, 4]);
	expect(countsOverTime(times, {...window, width: 0})).toEqual([]);
});
