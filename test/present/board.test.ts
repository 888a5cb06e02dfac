import fc from 'fast-check';
import {expect, test} from 'vitest';
import {plain} from '../../src/base/text.ts';
import {laneSpansMs} from '../../src/model/layout.ts';
import {type BoardLine, boardColumns, type Lane, laneAxis, laneLine} from '../../src/present/board.ts';
import {clockTime} from '../../src/present/format.ts';
import {layout, type RowContext, rowLine} from '../../src/present/table.ts';
import {contradictoryRecords} from './arbitrary-records.ts';
import {
	ascii,
	boardLineOf,
	cancelled,
	change,
	failure,
	look,
	now,
	running,
	textOf,
	tonesOf,
	took,
	unicode,
} from './records.ts';

const minuteMs = 60_000;
const usualMs = minuteMs;

const columns = boardColumns({spanMs: 15 * minuteMs});
const shown = layout(columns, 119, unicode);
const draw = (line: BoardLine, context: RowContext = unicode) => textOf(rowLine(shown, line, context)).trimEnd();

test.each([
	[
		'succeeded',
		boardLineOf(took(60, {}, 300), {recent: [took(60), took(60, failure)]}),
		/^✔ docs +success +production +v42 +1m +4m ago +just now {12}✖✔ {15}█✔$/,
	],
	['failed', boardLineOf(took(60, failure, 60)), /^✖ docs .* failure .* 1m +just now .*█✖$/],
	[
		'has been running for half the usual duration',
		boardLineOf(running(30), {usualMs}),
		/^◐ docs .* 30s {2}████░{4} .*◐$/,
	],
	['has taken longer than usual', boardLineOf(running(80), {usualMs}), /1m 20s {2}██████▓▓ /],
	['has taken twice as long as usual', boardLineOf(running(150), {usualMs}), /2m 30s {6}2\.5× .*███◐$/],
	[
		'began at an unknown time',
		boardLineOf(running(150, 'building', {createdAt: undefined}), {usualMs}),
		/^◐ docs .* building .* v42 {8}– {9}– .*◐$/,
	],
	['has no usual duration', boardLineOf(running(150)), /2m 30s {4}2m ago /],
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

const quarter = {spanMs: 15 * minuteMs, width: 30};

const lane = (deployment: Lane['deployment'], rest: Partial<Lane> = {}): Lane => ({
	deployment,
	changes: [],
	asOf: undefined,
	...rest,
});

const staged = [
	change(look('queued'), look('building'), -420, -415),
	change(look('building'), look('uploading'), -180, -170),
];

/** Draws one lane with half a minute per cell. */
const drawLane = (shown: Lane, context: RowContext = unicode): string => textOf(laneLine(shown, quarter, context));

/** A word that begins in this cell. */
const at = (cell: number, word: string) => ' '.repeat(cell) + word;

test.each([
	['succeeded', took(120, {}, 300), at(20, '████✔'), at(20, '####+')],
	['took no time', took(0, {}, 300), at(20, '✔'), at(20, '+')],
	['is running', running(90), at(27, '██◐'), at(27, '##o')],
	['began before the window', took(120, cancelled, 960), '‹█⊘', '<#-'],
	['ended before it began', took(-60, {}, 300), at(18, '✔'), at(18, '+')],
	['begins in the future', running(-90), at(29, '◐'), at(29, 'o')],
	['began and ended in the future', took(60, {}, -90), at(29, '✔'), at(29, '+')],
	['ends in the future', took(600, {}, 60), at(28, '█✔'), at(28, '#+')],
	['has no start', took(120, {createdAt: undefined}, 300), at(24, '✔'), at(24, '+')],
	['has no end', took(0, {concludedAt: undefined}, 300), at(20, '✔~'), at(20, '+~')],
	['has no times at all', took(0, {createdAt: undefined, concludedAt: undefined}), '', ''],
])('a lane shows a deployment that %s', (_what, row, text, inAscii) => {
	expect(drawLane(lane(row))).toBe(text.padEnd(30));
	expect(drawLane(lane(row), ascii)).toBe(inAscii.padEnd(30));
});

const [queued, building, failed] = [look('queued'), look('building'), look('done', 'failure')];
const readLate = [change(queued, building, -540, -300), change(building, failed, -190, -170)];
const readOnce = [change(building, look('done', 'success'), -130, -121)];

test.each([
	['has a shade for each stage', lane(running(450, 'uploading'), {changes: staged}), at(15, '▒▒▓▓▓▓▓▓▓▓████◐')],
	[
		'is dotted where time was not observed',
		lane(took(420, failure, 600), {changes: readLate}),
		at(10, '▓▓▓┈┈┈┈┈┈┈████✖'),
	],
	['is dotted since it was last seen', lane(running(450), {asOf: now - 5 * minuteMs}), at(15, '█████◐┈┈┈┈┈┈┈┈┈')],
	[
		'ends at the observed conclusion if the service tells none',
		lane(took(0, {concludedAt: undefined}, 300), {changes: readOnce}),
		at(20, '█████✔'),
	],
])('a lane %s', (_rule, shown, text) => {
	expect(drawLane(shown)).toBe(text.padEnd(30));
});

test('the bar of a lane has the tone of its outcome, and dots are quiet', () => {
	const line = laneLine(lane(running(450), {asOf: now - 5 * minuteMs}), quarter, unicode);
	expect(tonesOf(line).slice(15)).toEqual([...Array(6).fill('busy'), ...Array(9).fill('quiet')]);
});

test('the bar of a lane lies between the start of its deployment and its conclusion or now', () => {
	fc.assert(
		fc.property(
			contradictoryRecords,
			fc.constantFrom(...laneSpansMs),
			fc.integer({min: 1, max: 220}),
			(lanes, spanMs, width) => {
				const cellAt = (ms: number) => Math.min(width - 1, Math.floor((ms - (now - spanMs)) / (spanMs / width)));
				for (const shown of lanes) {
					const text = textOf(laneLine(shown, {spanMs, width}, unicode));
					expect(text).toHaveLength(width);
					const {createdAt, concludedAt} = shown.deployment;
					if (createdAt === undefined || concludedAt === undefined || concludedAt < createdAt) continue;
					const [begin, end] = [cellAt(createdAt), cellAt(concludedAt)];
					expect(text.trimEnd()).toHaveLength(Math.max(0, end) + 1);
					if (end >= 0) expect(text[end]).toMatch(/[✔✖⊘◇]/);
					if (begin >= 0) expect(text.search(/\S/)).toBe(begin);
				}
			},
		),
	);
});

test.each([
	['a quarter of an hour', 15, 60, /^ *┊..:.[05]( +┊..:.[05])+ +now$/],
	['an hour', 60, 60, /^ *┊..:.0( +┊..:.0)+ +now$/],
	['six hours', 360, 80, /^ *┊..:00( +┊..:00)+ +now$/],
	['a day', 1440, 80, /^ *┊..:00( +┊..:00)+ +now$/],
])('the axis of %s has round times at their columns and ends with now', (_what, minutes, width, axis) => {
	const line = textOf(laneAxis({spanMs: minutes * minuteMs, width}, unicode));
	expect(line).toMatch(axis);
	expect(line).toHaveLength(width);
	const cellMs = (minutes * minuteMs) / width;
	for (const {1: time = '', index} of line.matchAll(/┊(..:..)/g)) {
		const ago = Array.from({length: minutes}, (_, minute) => (minute + 1) * minuteMs);
		const found = ago.filter(ms => clockTime(now - ms).startsWith(time));
		expect(found.map(ms => width + Math.floor(-ms / cellMs))).toEqual([index]);
	}

	expect(textOf(laneAxis({spanMs: minutes * minuteMs, width}, ascii))).toBe(line.replaceAll('┊', '|'));
});
