import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {plain, serviceText} from '../../src/base/text.ts';
import {usualRange} from '../../src/model/durations.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {type BoardLine, boardColumns, conclusionCounts, summaryLine} from '../../src/present/board.ts';
import {countsOverTime, sparkline} from '../../src/present/drawing.ts';
import {outcomesColumn} from '../../src/present/outcome.ts';
import {layout, type RowContext, rowLine} from '../../src/present/table.ts';
import {ascii, boardLineOf, cancelled, failure, now, running, textOf, took, unicode} from './records.ts';

const minuteMs = 60_000;
const usual = usualRange(
	Array.from({length: 10}, (_, index) => took(55 + index)),
	noWordMeanings,
);

const columns = boardColumns(15 * minuteMs, false);
const widths = [14, 9, 11, 7, 7, 8, 8, 12, 20];
const shown = layout(columns, 118, index => widths[index] ?? 0);
const draw = (line: BoardLine, context: RowContext = unicode) => textOf(rowLine(shown, line, context)).trimEnd();

test.each([
	[
		'succeeded',
		boardLineOf(took(60, {}, 300), {recent: [took(60), took(60, failure)]}),
		/^✔ docs +success +production +v42 +1m 00s +4m ago +just now {12}✖✔ {15}█✔$/,
	],
	['failed', boardLineOf(took(60, failure, 60)), /^✖ docs .* failure .* 1m 00s +just now .*█✖$/],
	[
		'has been running for half the usual duration',
		boardLineOf(running(30), {usual}),
		/^◐ docs .* 0:30 {2}███[▏▎▍▌▋▊▉]?░+ .*◐$/,
	],
	['is slow', boardLineOf(running(150), {usual}), /2:30 {6}2\.5× .*███◐$/],
	['is very slow', boardLineOf(running(9000), {usual}), /2:30:00 {6}99\+× .*‹█+◐$/],
	[
		'began at an unknown time',
		boardLineOf(running(150, 'building', {createdAt: undefined}), {usual}),
		/^◐ docs .* building .* v42 {8}– {9}– .*◐$/,
	],
	['has no usual duration', boardLineOf(running(150)), /2:30 {4}2m ago /],
	['is watched', boardLineOf(running(150), {isWatched: true}), /^◐ ◉ docs /],
	[
		'is unknown',
		boardLineOf(undefined, {isWatched: true, readAt: undefined, asOf: undefined}),
		/^ {2}◉ docs +– +– +– +– +– +–$/,
	],
	['is refused', boardLineOf(undefined, {unavailable: plain`refused`}), /^ {2}docs +refused /],
])('the board shows a deployment that %s', (_what, line, text) => {
	expect(draw(line)).toMatch(text);
	expect(draw(line, ascii)).toMatch(/^[ -~–]*$/);
});

test.each([
	['extends to now for half a minute after a read, so that it does not flicker', now - 29_000, /^█{13}◐$/],
	['is dotted since the last read if that is longer ago', now - 3 * minuteMs, /^█{9,10}◐┈{3,4}$/],
	['is dotted from its start on if it was never read', undefined, /^◐┈{13}$/],
])('the lane of a running deployment %s', (_rule, asOf, bar) => {
	expect(draw(boardLineOf(running(600), {asOf, readAt: asOf})).slice(-14)).toMatch(bar);
});

const concluded = [
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
function summaryOf(rows: readonly Deployment[], running: number) {
	const {lastHour, lastDay, rate} = conclusionCounts(rows, unicode);
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
	expect(textOf(summaryLine(summaryOf(concluded, 2), width, unicode))).toBe(text);
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

const landed = took(60, {conclusion: serviceText('landed')});
const newestFirst = [running(10), took(60), took(60), took(60, failure), took(60, cancelled), landed, took(60)];

test('an outcome strip shows the newest outcome on the right, and drops the oldest ones', () => {
	const strip = (recent: readonly Deployment[], context: RowContext) => outcomesColumn(0).cell({recent}, context, 12);
	expect(textOf(strip(newestFirst, unicode))).toBe('✔◇⊘✖✔✔◐');
	expect(textOf(strip(newestFirst, ascii))).toBe('+?-x++o');
	expect(textOf(strip([...newestFirst, ...newestFirst], unicode))).toBe('⊘✖✔✔◐✔◇⊘✖✔✔◐');
	// Few spans need few escape sequences.
	expect(strip(newestFirst.slice(0, 3), unicode).map(({tone}) => tone)).toEqual(['good', 'busy']);
});
