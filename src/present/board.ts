import {type Deployment, isConcluded} from '../api/types.ts';
import {clamp} from '../base/clamp.ts';
import type {LocalTime, ServiceTime} from '../base/clock.ts';
import {minuteMs} from '../base/duration.ts';
import {counted, plain, type SafeText} from '../base/text.ts';
import type {BoardRow} from '../model/board.ts';
import {durationMs} from '../model/durations.ts';
import {versionOf} from '../model/upload-version.ts';
import {type DeploymentView, outdatedAfterMs, progressBar, timesUsual, tookSpan} from './deployment.ts';
import {blankRow, drawnLine, put, wholeCells} from './drawing.ts';
import {hourMinute} from './format.ts';
import {type Line, space, type Tone} from './line.ts';
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

const boardProjectCell = ({project, deployment, isWatched}: BoardLine, context: RowContext): Cell => [
	deployment ? signOf(deployment, context) : space,
	space,
	...(isWatched ? [signSpan('watched', 'accent', context), space] : []),
	{text: project, tone: 'name'},
];

const maxOutcomeWidth = 18;

/** The service's word, and after how many failures: `success after ✖2`, or `success ✖2` where room is short. */
function boardOutcomeCell(
	{deployment, unavailable, folded}: BoardLine,
	context: RowContext,
	width = maxOutcomeWidth,
): Cell {
	if (!deployment) return [textOrNothing(unavailable, context, 'quiet')];
	const word = wordSpan(deployment, context);
	if (folded.length === 0) return [word];
	const after = width < maxOutcomeWidth ? plain`` : plain` after`;
	const text = plain`${after} ${shapeOf('bad', context).text}${folded.length}`;
	return [word, {text, tone: 'quiet', spoken: plain`after ${counted(folded.length, 'failure')}`}];
}

/** The progress of a running deployment with a usual duration and a known beginning, and otherwise when it ended or began. */
function whenCell({deployment, usualMs}: BoardLine, context: RowContext, width: number): Cell {
	const isOver = deployment !== undefined && isConcluded(deployment);
	const ms = !deployment || isOver ? undefined : durationMs(deployment, context.now);
	if (deployment && usualMs !== undefined && ms !== undefined) {
		const times = timesUsual(ms, usualMs, context);
		return times ? [{text: times, tone: 'bad'}] : progressBar(deployment, usualMs, width, context);
	}

	const concludedAt = isOver ? deployment.concludedAt : undefined;
	return momentCell(concludedAt ?? deployment?.createdAt, context.now, context, width);
}

const boardAgeColumn: Column<BoardLine> = readColumn(1);

/** What tells one deployment from another stays the longest. Why there is none may need the room of its environment. */
const boardColumnTable: ReadonlyArray<Column<BoardLine>> = [
	{name: 'project', title: '  PROJECT', width: [20, 34], keep: 9, cell: boardProjectCell},
	{name: 'outcome', width: [10, maxOutcomeWidth], keep: 8, cell: boardOutcomeCell},
	{
		name: 'environment',
		width: [11, 20],
		keep: 7,
		cell: ({deployment, unavailable}, context) =>
			unavailable === undefined ? textCell(deployment?.environmentId, context) : [],
	},
	versionColumn('version', 6, ({deployment}) => versionOf(deployment)),
	{
		name: 'took',
		width: 7,
		keep: 4,
		align: 'right',
		cell: ({deployment}, context) => [deployment ? tookSpan(deployment, context) : textOrNothing(undefined, context)],
	},
	{
		name: 'when',
		...momentColumn,
		keep: 5,
		cell: (line, context, width = momentWidths.age) => whenCell(line, context, width),
	},
	boardAgeColumn,
	outcomesColumn(2),
];

/** The columns of the board: those with these names, if any are given, else how old each row is only where one is too old. With a time span, lanes fill the rest. */
export function boardColumns(
	{spanMs, isStale = true}: {readonly spanMs?: number | undefined; readonly isStale?: boolean} = {},
	names?: readonly string[],
): ReadonlyArray<Column<BoardLine>> {
	const chosen = chosenColumns(
		boardColumnTable.filter(column => column !== boardAgeColumn || isStale || names !== undefined),
		names,
	);
	if (spanMs === undefined) return chosen;
	const laneColumn: Column<BoardLine> = {
		name: 'lanes',
		title: '',
		width: [20, Number.POSITIVE_INFINITY],
		keep: Number.NEGATIVE_INFINITY,
		head: (context, width) => laneAxis({spanMs, width}, context),
		cell({deployment, changes, asOf}, context, width = 0) {
			if (!deployment) return [];
			// Up to then it counts as observed, so that its bar does not flicker between two reads.
			const isFresh = asOf !== undefined && context.now - asOf < outdatedAfterMs;
			// What was never read is known to have begun, and nothing since.
			const lane = {deployment, changes, asOf: isFresh ? undefined : (asOf ?? deployment.createdAt)};
			return laneLine(lane, {spanMs, width}, context);
		},
	};
	return [...chosen, laneColumn];
}

export type Lane = Pick<DeploymentView, 'deployment' | 'changes' | 'asOf'>;

/** The time until now that lanes show, in `width` cells. */
type LaneWindow = {readonly spanMs: number; readonly width: number};

/** Later stages are darker, so stages can be told apart without colour. */
const laneSigns = {stages: ['█', '▓', '▒', '░'], unobserved: '┈', earlier: '‹', unknown: '~'};
const asciiLaneSigns = {stages: ['#', '%', '=', '-'], unobserved: '.', earlier: '<', unknown: '~'};

/** The window in cells. `cellAt` returns the cell of a moment, negative before the window. What lies in the future is now. */
function scaleOf({spanMs, width}: LaneWindow, now: ServiceTime) {
	const room = wholeCells(width);
	const cellMs = spanMs / Math.max(1, room);
	return {now, width: room, cellAt: (ms: number) => Math.min(room - 1, Math.floor((ms - (now - spanMs)) / cellMs))};
}

/**
A line of exactly `width` cells for a deployment: a bar from when it began to when it concluded, or to now, by the service or else by what was seen.

The bar ends with its outcome. Stages are shaded, or solid if none was observed; unobserved time is dotted; and `‹` stands for what began before the window.
*/
export function laneLine({deployment, changes, asOf}: Lane, window: LaneWindow, context: RowContext): Line {
	const {now, width, cellAt} = scaleOf(window, context.now);
	const row = blankRow(width);
	const isOver = isConcluded(deployment);
	const start = deployment.createdAt ?? changes[0]?.after;
	const end = isOver ? (deployment.concludedAt ?? concludedMoment(changes)?.before) : now;
	if (start === undefined && end === undefined) return drawnLine(row);
	// A record that ends before it begins says at most when it ended.
	const to = cellAt(end ?? start ?? 0);
	const from = start === undefined || (end !== undefined && end < start) ? to : Math.min(to, cellAt(start));
	const signs = context.isAscii ? asciiLaneSigns : laneSigns;
	if (from < 0) put(row, 0, signs.earlier, 'quiet');
	if (to < 0) return drawnLine(row);
	const first = from < 0 && to > 0 ? 1 : Math.max(0, from);
	// A remembered deployment is known only up to when it was last seen.
	const seenAt = isOver ? undefined : asOf;
	const seenTo = seenAt === undefined ? to : clamp(cellAt(seenAt), first, to);
	const {text, tone} = signOf(deployment, context);
	const stages = stagesOf(deployment, changes);
	/** The pieces of the bar: a shade for each stage, dots for whole cells without an observation. */
	const pieces = stages.flatMap(({ended}, index): ReadonlyArray<readonly [until: number, sign: string, tone: Tone]> => {
		const sign = signs.stages[Math.min(stages.length - 1 - index, signs.stages.length - 1)] ?? '';
		if (!ended) return [[to, sign, tone]];
		return [
			[cellAt(ended.after) + 1, sign, tone],
			[cellAt(ended.before), signs.unobserved, 'quiet'],
		];
	});
	const bar = pieces.length > 0 ? pieces : [[to, signs.stages[0] ?? '', tone] as const];
	for (let at = first; at <= to; at++) {
		const piece = at < seenTo ? bar.find(([until]) => at < until) : undefined;
		const [, sign, own] = piece ?? [at, signs.unobserved, 'quiet'];
		put(row, at, sign, own);
	}

	put(row, seenTo, text, tone);
	if (end === undefined) put(row, seenTo + 1, signs.unknown, 'quiet');
	return drawnLine(row);
}

const stepsMs = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map(minutes => minutes * minuteMs);

const minTickGap = 3;

/** The first full multiple of a step, counted from local midnight, that is not before a moment. */
function firstTick(ms: number, stepMs: number): number {
	const zoneMs = new Date(ms).getTimezoneOffset() * minuteMs;
	return Math.ceil((ms - zoneMs) / stepMs) * stepMs + zoneMs;
}

/** The axis above lanes, exactly `width` cells wide: local times at round moments, each right of its mark, and `now`. */
export function laneAxis(window: LaneWindow, {now, isAscii}: RowContext): Line {
	const {spanMs} = window;
	const {width, cellAt} = scaleOf(window, now);
	const row = blankRow(width);
	const write = (at: number, text: string) => {
		for (const [index, sign] of [...text].entries()) put(row, at + index, sign, 'quiet');
	};
	// A tick is a mark and a time.
	const tickWidth = 6;
	const stepMs = stepsMs.find(step => (step / spanMs) * width >= tickWidth + minTickGap);
	for (let tick = stepMs ? firstTick(now - spanMs, stepMs) : now; stepMs && tick < now; tick += stepMs) {
		const at = cellAt(tick);
		if (at + tickWidth + ' now'.length <= width) write(at, `${isAscii ? '|' : '┊'}${hourMinute(tick)}`);
	}

	write(width - 'now'.length, 'now');
	return drawnLine(row);
}
