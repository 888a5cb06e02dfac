import {expect, test} from 'vitest';
import {plain} from '../../src/base/text.ts';
import {boardColumns, type DrawnBoardRow} from '../../src/present/board-columns.ts';
import {layout, type RowContext, rowLine} from '../../src/present/table.ts';
import {ascii, boardLineOf, failure, running, textOf, took, unicode} from './records.ts';

const usualMs = 60_000;

const shown = layout(boardColumns(), 119, unicode);
const draw = (line: DrawnBoardRow, context: RowContext = unicode) => textOf(rowLine(shown, line, context)).trimEnd();

test.each([
	[
		'succeeded',
		boardLineOf(took(60, {}, 300), {recent: [took(60), took(60, failure)]}),
		/^✔ docs +success +production +v42 +1m +4m ago +just now {12}✖✔$/,
	],
	['failed', boardLineOf(took(60, failure, 60)), /^✖ docs .* failure .* 1m +just now /],
	['has been running for half the usual duration', boardLineOf(running(30), {usualMs}), /^◐ docs .* 30s {2}████░{4} /],
	['has taken longer than usual', boardLineOf(running(80), {usualMs}), /1m 20s {2}██████▓▓ /],
	['has taken twice as long as usual', boardLineOf(running(150), {usualMs}), /2m 30s {6}2\.5× /],
	[
		'began at an unknown time',
		boardLineOf(running(150, 'building', {createdAt: undefined}), {usualMs}),
		/^◐ docs .* building .* v42 {8}– {9}– /,
	],
	['has no usual duration', boardLineOf(running(150)), /2m 30s {4}2m ago /],
	['is watched', boardLineOf(running(150), {isWatched: true}), /^◐ ◉ docs /],
	['is unknown', boardLineOf(undefined, {isWatched: true, readAt: undefined}), /^ {2}◉ docs +– +– +– +– +– +–$/],
	['could not be read', boardLineOf(undefined, {failedRead: plain`n/a (403)`}), /^ {2}docs +n\/a \(403\) /],
])('the board shows a deployment that %s', (_what, line, text) => {
	expect(draw(line)).toMatch(text);
	expect(draw(line, ascii)).toMatch(/^[ -~–]*$/);
});
