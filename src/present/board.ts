import {type Deployment, isConcluded} from '../api/types.ts';
import type {LocalTime, ServiceTime} from '../base/clock.ts';
import {cells, counted, plain, type SafeText, safe} from '../base/text.ts';
import type {BoardRow} from '../model/board.ts';
import {durationMs, validTime} from '../model/durations.ts';
import {type Outcome, outcomeOf} from '../model/status-words.ts';
import {type DeploymentView, progressBar, tookSpan} from './deployment.ts';
import {blankRow, countsOverTime, drawnLine, fittingParts, put, sparkline, wholeCells} from './drawing.ts';
import {countOrMore, hourMinute} from './format.ts';
import {type Line, type SafeSpan, space, type Tone} from './line.ts';
import {outcomesColumn, shapeOf, signOf, wordSpan} from './outcome.ts';
import {signSpan} from './signs.ts';
import {
	type Cell,
	type Column,
	chosenColumns,
	momentCell,
	momentColumn,
	momentWidths,
	type RowContext,
	readColumn,
	textCell,
	textOrNothing,
	versionColumn,
} from './table.ts';
import {concludedMoment, stagesOf} from './timeline.ts';

/** A row of the board as it is drawn, with what changes more often than the row. */
export type BoardLine = BoardRow & {
	readonly recent: readonly Deployment[];
	/** Shown instead of the deployment while the service refuses it. */
	readonly unavailable: SafeText | undefined;
	/** When this was read, by the local clock and by the service's. */
	readonly readAt: LocalTime | undefined;
	readonly asOf: ServiceTime | undefined;
	/** Whether that was too long ago to show it as current. */
	readonly isStale: boolean;
};

const projectCell = ({project, deployment, isWatched}: BoardLine, context: RowContext): Cell => [
	deployment ? signOf(deployment, context) : space,
	space,
	...(isWatched ? [signSpan('watched', 'accent', context), space] : []),
	{text: project, tone: 'name'},
];

/** From this multiple of the usual duration on, the multiple says more than a bar. */
const slowFactor = 2;

/** The progress of a running deployment. Undefined if it has concluded, or without a usual duration or a known beginning. */
function progressCell({deployment, usual}: BoardLine, context: RowContext, width: number): Cell | undefined {
	if (!deployment || !usual || isConcluded(deployment)) return undefined;
	const ms = durationMs(deployment, context.now);
	if (ms === undefined) return undefined;
	const times = usual.medianMs > 0 ? ms / usual.medianMs : 0;
	if (times < slowFactor) return progressBar(deployment, usual, width, context);
	const shown = times < 99.95 ? times.toFixed(1) : '99+';
	return [{text: safe(`${shown}${context.isAscii ? 'x' : '×'}`), tone: 'bad'}];
}

function whenCell({deployment}: BoardLine, context: RowContext, width: number): Cell {
	const concludedAt = deployment && isConcluded(deployment) ? deployment.concludedAt : undefined;
	return momentCell(concludedAt ?? deployment?.createdAt, context.now, context, width);
}

/** A deployment counts as observed up to now if it was read less than this long ago, so that its bar does not flicker between two reads. */
const observedMs = 30_000;

function laneCell({deployment, changes, asOf}: BoardLine, context: RowContext, spanMs: number, width: number): Cell {
	if (!deployment) return [];
	const isFresh = asOf !== undefined && context.now - asOf < observedMs;
	// What was never read is known to have begun, and nothing since.
	const lane = {deployment, changes, asOf: isFresh ? undefined : (asOf ?? deployment.createdAt)};
	return laneLine(lane, {spanMs, width}, context);
}

/** The service's word, and after how many failures: `success after 2 failures`, with less room `success after ✖2`. */
function boardOutcomeCell({deployment, unavailable, folded}: BoardLine, context: RowContext, width: number): Cell {
	if (!deployment) return [textOrNothing(unavailable, context, 'quiet')];
	const word = wordSpan(deployment, context);
	if (folded.length === 0) return [word];
	const failures = counted(folded.length, 'failure');
	const hasRoom = cells(word.text) + cells(failures) + ' after '.length <= width;
	const text = hasRoom ? failures : plain`${shapeOf('bad', context).text}${folded.length}`;
	return [word, {text: plain` after ${text}`, tone: 'quiet', spoken: plain`after ${failures}`}];
}

const minLaneWidth = 20;

const columnsFor = (maxOutcomeWidth: number): ReadonlyArray<Column<BoardLine>> => [
	{title: '  PROJECT', width: [14, 34], keep: 9, essentialFrom: 0, cell: projectCell},
	{
		title: 'OUTCOME',
		width: [9, maxOutcomeWidth],
		keep: 8,
		essentialFrom: 0,
		cell: (line, context, width = maxOutcomeWidth) => boardOutcomeCell(line, context, width),
	},
	{
		title: 'ENVIRONMENT',
		width: [11, 24],
		keep: 2,
		cell: ({deployment}, context) => textCell(deployment?.environmentId, context),
	},
	versionColumn('VERSION', 1, ({deployment}) => deployment?.uploadVersion),
	{
		title: 'TOOK',
		width: 7,
		keep: 5,
		align: 'right',
		cell: ({deployment}, context) => [deployment ? tookSpan(deployment, context) : textOrNothing(undefined, context)],
	},
	{
		title: 'WHEN',
		...momentColumn,
		keep: 6,
		cell: (line, context, width = momentWidths.age) =>
			progressCell(line, context, width) ?? whenCell(line, context, width),
	},
	readColumn(4),
	outcomesColumn(3),
];

const narrowColumns = columnsFor(20);
const wideColumns = columnsFor(26);

/** The columns of the board: those with these names, if any are given, and lanes of a time span, if there is one. */
export function boardColumns(
	spanMs?: number,
	isWide = true,
	names?: readonly string[],
): ReadonlyArray<Column<BoardLine>> {
	const chosen = chosenColumns(isWide ? wideColumns : narrowColumns, names);
	if (spanMs === undefined) return chosen;
	const laneColumn: Column<BoardLine> = {
		title: '',
		width: [minLaneWidth, isWide ? Number.POSITIVE_INFINITY : minLaneWidth],
		isRest: true,
		keep: 7,
		head: (context, width) => laneAxis({spanMs, width}, context),
		cell: (line, context, width = 0) => laneCell(line, context, spanMs, width),
	};
	return [...chosen, laneColumn];
}

const hourMs = 3_600_000;
const sparklineWidth = 12;

type Counts = {readonly good: number; readonly bad: number};

/** Counts to which some that are not known may have to be added. */
type UncertainCounts = Counts & {readonly isAtLeast: boolean};

type DeploymentSummary = {
	readonly running: number;
	readonly isRunningAtLeast: boolean;
	readonly lastHour: UncertainCounts;
	readonly lastDay: UncertainCounts;
	/** How many concluded in each twelfth of the last hour, the newest last. */
	readonly rate: readonly number[];
};

export function conclusionCounts(
	concluded: readonly Deployment[],
	{now, wordMeanings}: Pick<RowContext, 'now' | 'wordMeanings'>,
): {readonly lastHour: Counts; readonly lastDay: Counts; readonly rate: readonly number[]} {
	const countSince = (sinceMs: number): Counts => {
		const outcomes = concluded
			.filter(deployment => (validTime(deployment.concludedAt) ?? Number.NaN) > now - sinceMs)
			.map(deployment => outcomeOf(deployment, wordMeanings));
		return {good: countOf(outcomes, 'good'), bad: countOf(outcomes, 'bad')};
	};
	const moments = concluded.map(({concludedAt}) => concludedAt);
	return {
		lastHour: countSince(hourMs),
		lastDay: countSince(24 * hourMs),
		rate: countsOverTime(moments, {now, spanMs: hourMs, width: sparklineWidth}),
	};
}

const countOf = (outcomes: readonly Outcome[], outcome: Outcome): number =>
	outcomes.filter(other => other === outcome).length;

/** `◐ 4 running   ✔ 31  ✖ 2 in the last hour   ▁▂▅▃▂▁▁▃▇▅▂▁   ✔ 212  ✖ 9 in the last day`, as much as fits. */
export function summaryLine(
	{running, isRunningAtLeast, lastHour, lastDay, rate}: DeploymentSummary,
	width: number,
	context: RowContext,
): Line {
	const counted = (outcome: Outcome, value: number, isAtLeast: boolean, words: SafeText): Line => {
		const shape = shapeOf(outcome, context);
		const text: SafeSpan = {
			text: plain` ${countOrMore(value, isAtLeast)}${words}`,
			tone: value > 0 ? 'plain' : 'quiet',
		};
		const sign = outcome === 'running' ? {...shape, spoken: plain``} : shape;
		return [value > 0 ? sign : {...sign, tone: 'quiet'}, text];
	};
	const both = ({good, bad, isAtLeast}: UncertainCounts, words: SafeText): Line => [
		...counted('good', good, isAtLeast, plain`  `),
		...counted('bad', bad, isAtLeast, plain``),
		{text: words, tone: 'quiet'},
	];
	return fittingParts(
		[
			{spans: counted('running', running, isRunningAtLeast, plain` running`), keep: 4},
			{spans: both(lastHour, plain` in the last hour`), keep: 3},
			{spans: [sparkline(rate, context)], keep: 1},
			{spans: both(lastDay, plain` in the last day`), keep: 2},
		],
		width,
	);
}

export type Lane = Pick<DeploymentView, 'deployment' | 'changes' | 'asOf'>;

/** The time until now that lanes show, in `width` cells. */
type LaneWindow = {readonly spanMs: number; readonly width: number};

/** Later stages are darker, so stages can be told apart without colour. */
const unicodeSigns = {stages: ['█', '▓', '▒', '░'], unobserved: '┈', earlier: '‹', unknown: '~'};
const asciiSigns = {stages: ['#', '%', '=', '-'], unobserved: '.', earlier: '<', unknown: '~'};

/** When a deployment ended, by the service or else by what was seen. Undefined if unknown. */
function endOf({deployment, changes}: Lane, now: ServiceTime): ServiceTime | undefined {
	if (!isConcluded(deployment)) return now;
	return validTime(deployment.concludedAt) ?? concludedMoment(changes)?.before;
}

/** When a deployment began, by the service or else when it was first seen to change. */
const startOf = ({deployment, changes}: Lane): number | undefined =>
	validTime(deployment.createdAt) ?? validTime(changes[0]?.after);

/** The window in cells. `cellAt` returns the cell of a moment, negative before the window. What lies in the future is now. */
type Scale = {readonly now: ServiceTime; readonly width: number; readonly cellAt: (ms: number) => number};

function scaleOf({spanMs, width}: LaneWindow, now: ServiceTime): Scale {
	const room = wholeCells(width);
	const cellMs = spanMs / Math.max(1, room);
	return {now, width: room, cellAt: ms => Math.min(room - 1, Math.floor((ms - (now - spanMs)) / cellMs))};
}

type Piece = {readonly until: number; readonly sign: string; readonly tone: Tone};

/** The pieces of a bar up to its last cell: a shade for each stage, dots for whole cells without an observation. */
function piecesOf({deployment, changes}: Lane, to: number, tone: Tone, {cellAt}: Scale, signs: typeof unicodeSigns) {
	const stages = stagesOf(deployment, changes);
	const pieces = stages.flatMap(({ended}, index): readonly Piece[] => {
		const sign = signs.stages[Math.min(stages.length - 1 - index, signs.stages.length - 1)] ?? '';
		if (!ended) return [{until: to, sign, tone}];
		return [
			{until: cellAt(ended.after) + 1, sign, tone},
			{until: cellAt(ended.before), sign: signs.unobserved, tone: 'quiet'},
		];
	});
	return pieces.length === 0 ? [{until: to, sign: signs.stages[0] ?? '', tone}] : pieces;
}

/**
A line of exactly `width` cells for a deployment: a bar from when it began to when it concluded, or to now.

The bar ends with its outcome. Stages are shaded, or solid if none was observed; unobserved time is dotted; and `‹` stands for what began before the window.
*/
export function laneLine(lane: Lane, window: LaneWindow, context: RowContext): Line {
	const scale = scaleOf(window, context.now);
	const row = blankRow(scale.width);
	const {deployment, asOf} = lane;
	const [start, end] = [startOf(lane), endOf(lane, scale.now)];
	if (start === undefined && end === undefined) return drawnLine(row);
	// A record that ends before it begins says at most when it ended.
	const to = scale.cellAt(end ?? start ?? 0);
	const from = start === undefined || (end !== undefined && end < start) ? to : Math.min(to, scale.cellAt(start));
	const signs = context.isAscii ? asciiSigns : unicodeSigns;
	if (from < 0) put(row, 0, signs.earlier, 'quiet');
	if (to < 0) return drawnLine(row);
	const first = from < 0 && to > 0 ? 1 : Math.max(0, from);
	// A remembered deployment is known only up to when it was last seen.
	const seenAt = isConcluded(deployment) ? undefined : validTime(asOf);
	const seenTo = seenAt === undefined ? to : Math.max(first, Math.min(to, scale.cellAt(seenAt)));
	const sign = signOf(deployment, context);
	const pieces = piecesOf(lane, to, sign.tone, scale, signs);
	for (let at = first; at <= to; at++) {
		const piece = at < seenTo ? pieces.find(({until}) => at < until) : undefined;
		put(row, at, piece?.sign ?? signs.unobserved, piece?.tone ?? 'quiet');
	}

	put(row, seenTo, sign.text, sign.tone);
	if (end === undefined) put(row, seenTo + 1, signs.unknown, 'quiet');
	return drawnLine(row);
}

const minuteMs = 60_000;
const stepsMs = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map(minutes => minutes * minuteMs);

const minTickGap = 3;

/** The first full multiple of a step, counted from local midnight, that is not before a moment. */
function firstTick(ms: number, stepMs: number): number {
	const zoneMs = new Date(ms).getTimezoneOffset() * minuteMs;
	return Math.ceil((ms - zoneMs) / stepMs) * stepMs + zoneMs;
}

/** The axis above lanes, exactly `width` cells wide: local times at round moments, each right of its mark, and `now`. */
export function laneAxis(window: LaneWindow, {now, isAscii, isTwelveHour = false}: RowContext): Line {
	const {spanMs} = window;
	const {width, cellAt} = scaleOf(window, now);
	const row = blankRow(width);
	const write = (at: number, text: string) => {
		for (const [index, sign] of [...text].entries()) put(row, at + index, sign, 'quiet');
	};
	// A tick is a mark and a time.
	const tickWidth = isTwelveHour ? 8 : 6;
	const stepMs = stepsMs.find(step => (step / spanMs) * width >= tickWidth + minTickGap);
	for (let tick = stepMs ? firstTick(now - spanMs, stepMs) : now; stepMs && tick < now; tick += stepMs) {
		const at = cellAt(tick);
		if (at + tickWidth + ' now'.length <= width) write(at, `${isAscii ? '|' : '┊'}${hourMinute(tick, {isTwelveHour})}`);
	}

	write(width - 'now'.length, 'now');
	return drawnLine(row);
}
