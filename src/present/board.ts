import {type Deployment, isConcluded} from '../api/types.ts';
import type {LocalTime, ServiceTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import type {BoardRow} from '../model/board.ts';
import {durationMs, validTime} from '../model/durations.ts';
import {type Outcome, outcomeOf} from '../model/status-words.ts';
import {progressBar, tookSpan} from './deployment.ts';
import {countsOverTime, fittingParts, sparkline} from './drawing.ts';
import {countOrMore} from './format.ts';
import {laneAxis, laneLine} from './lanes.ts';
import {type Line, type SafeSpan, space} from './line.ts';
import {outcomesColumn, shapeOf, signOf, wordSpan} from './outcome.ts';
import {
	type Cell,
	type Column,
	momentCell,
	momentColumn,
	momentWidths,
	type RowContext,
	readColumn,
	textCell,
	textOrNothing,
	versionColumn,
	watchMark,
} from './table.ts';

export type BoardLine = Pick<BoardRow, 'project' | 'deployment' | 'changes' | 'usual' | 'isWatched'> & {
	readonly recent: readonly Deployment[];
	/** Shown instead of the deployment while the service refuses it. */
	readonly unavailable: SafeText | undefined;
	/** When this was read, by the local clock and by the service's. */
	readonly readAt: LocalTime | undefined;
	readonly asOf: ServiceTime | undefined;
};

const projectCell = ({project, deployment, isWatched}: BoardLine, context: RowContext): Cell => [
	deployment ? signOf(deployment, context) : space,
	space,
	...(isWatched ? [watchMark(context), space] : []),
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
	if (times < slowFactor) return context.isSpoken ? undefined : progressBar(deployment, usual, width, context);
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
	if (!deployment || context.isSpoken) return [];
	const isFresh = asOf !== undefined && context.now - asOf < observedMs;
	// What was never read is known to have begun, and nothing since.
	const lane = {deployment, changes, asOf: isFresh ? undefined : (asOf ?? deployment.createdAt)};
	return laneLine(lane, {spanMs, width}, context);
}

export const minLaneWidth = 20;

const columns: ReadonlyArray<Column<BoardLine>> = [
	{title: '  PROJECT', width: [14, 34], keep: 9, isEssential: true, cell: projectCell},
	{
		title: 'OUTCOME',
		width: [9, 20],
		keep: 8,
		isEssential: true,
		cell: ({deployment, unavailable}, context) => [
			deployment ? wordSpan(deployment, context) : textOrNothing(unavailable, context, 'quiet'),
		],
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
		keep: 6,
		align: 'right',
		cell: ({deployment}, context) => [deployment ? tookSpan(deployment, context) : textOrNothing(undefined, context)],
	},
	{
		title: 'WHEN',
		...momentColumn,
		keep: 5,
		cell: (line, context, width = momentWidths.age) =>
			progressCell(line, context, width) ?? whenCell(line, context, width),
	},
	readColumn(4),
	outcomesColumn(3),
];

export const boardColumns = (lanes?: {
	readonly spanMs: number;
	readonly maxWidth?: number;
}): ReadonlyArray<Column<BoardLine>> => {
	if (!lanes) return columns;
	const {spanMs, maxWidth = Number.POSITIVE_INFINITY} = lanes;
	const laneColumn: Column<BoardLine> = {
		title: '',
		width: [minLaneWidth, maxWidth],
		isRest: true,
		keep: 7,
		head: (context, width) => laneAxis({spanMs, width}, context),
		cell: (line, context, width = 0) => laneCell(line, context, spanMs, width),
	};
	return [...columns, laneColumn];
};

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
		return [value > 0 ? shape : {...shape, tone: 'quiet'}, text];
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
