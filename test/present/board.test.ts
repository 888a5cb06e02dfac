import {describe, expect, test} from 'vitest';
import {type BoardLine, boardColumns} from '../../src/present/board.ts';
import {type Context, headLine, layout, rowLine} from '../../src/present/table.ts';
import {noPins} from '../../src/status-words.ts';
import {plain, serviceText} from '../../src/text.ts';
import {usualRange} from '../../src/usual-range.ts';
import {ascii, failure, running, textOf, tonesOf, took, unicode} from './chart-records.ts';
import {boardLineOf, now} from './records.ts';

const minuteMs = 60_000;
const usual = usualRange(
	Array.from({length: 10}, (_, index) => took(55 + index)),
	noPins,
);

const columns = boardColumns({spanMs: 15 * minuteMs, maxWidth: 20});
const widths = [14, 9, 11, 7, 7, 8, 8, 12, 20];
const shown = layout(columns, 118, index => widths[index] ?? 0);
const draw = (line: BoardLine, context: Context = unicode) => textOf(rowLine(shown, line, context)).trimEnd();

test('the head of the board has column titles and a time axis', () => {
	expect(textOf(headLine(shown, unicode))).toMatch(
		/^ {2}PROJECT {7}OUTCOME {4}ENVIRONMENT {2}VERSION {5}TOOK {6}WHEN {6}READ {7}LAST 12 +┊\d\d:\d\d +now *$/,
	);
});

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

describe('the lane of a running deployment', () => {
	const barOf = (asOf: number) => draw(boardLineOf(running(600), {asOf})).slice(-14);

	test('extends to now for half a minute after a read, so that it does not flicker', () => {
		expect(barOf(now)).toBe('█████████████◐');
		expect(barOf(now - 29_000)).toBe('█████████████◐');
	});

	test('is dotted since the last read if that is longer ago', () => {
		expect(barOf(now - 3 * minuteMs)).toMatch(/^█{9,10}◐┈{3,4}$/);
	});

	test('is dotted from its start on if it was never read', () => {
		const line = boardLineOf(running(600), {asOf: undefined, readAt: undefined});
		expect(draw(line)).toMatch(/ ◐┈{12,13}$/);
	});
});

test('a multiple of the usual duration has the tone of a failure', () => {
	const line = rowLine(shown, boardLineOf(running(150), {usual}), unicode);
	expect(tonesOf(line)[textOf(line).indexOf('2.5×')]).toBe('bad');
});

test('the board shows an unknown conclusion verbatim', () => {
	expect(draw(boardLineOf(took(60, {conclusion: serviceText('gelandet')})))).toMatch(/^◇ docs +gelandet /);
});
