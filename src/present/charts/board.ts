import {type Deployment, isConcluded} from '../../api/types.ts';
import type {LocalTime, ServiceTime} from '../../clock.ts';
import {durationMs} from '../../deployment-times.ts';
import {outcomeOf, outcomeWord} from '../../status-words.ts';
import type {BoardRow} from '../../store/model/board.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {
	type Cell,
	type Column,
	type Context,
	momentColumn,
	momentText,
	momentWidths,
	textCell,
	textOrNothing,
	versionText,
	watchMark,
} from '../column.ts';
import {age} from '../format.ts';
import {fitSpans, type Line, type SafeSpan, space} from '../line.ts';
import {outcomesColumn, shapeOf, wordTone} from '../outcome.ts';
import {tookSpan} from '../took.ts';
import {laneAxis, laneLines} from './lanes.ts';
import {progressBar} from './progress.ts';

/** A row of the watch board. */
export type BoardLine = Pick<BoardRow, 'project' | 'deployment' | 'changes' | 'usual' | 'isWatched'> & {
	/** The newest deployments of the project, newest first. */
	readonly recent: readonly Deployment[];
	/** Shown instead of the deployment while the service refuses it. */
	readonly unavailable: SafeText | undefined;
	/** When this was read, by the local clock and by the service's. */
	readonly readAt: LocalTime | undefined;
	readonly asOf: ServiceTime | undefined;
};

const gap: SafeSpan = {text: plain`  `, tone: 'plain'};

const projectCell = ({project, deployment, isWatched}: BoardLine, context: Context): Cell => [
	deployment ? shapeOf(outcomeOf(deployment, context.pins), context) : space,
	space,
	...(isWatched ? [watchMark(context), space] : []),
	{text: project, tone: 'name'},
];

const outcomeSpan = ({deployment, unavailable}: BoardLine, context: Context): SafeSpan =>
	deployment
		? textOrNothing(outcomeWord(deployment), context, wordTone(outcomeOf(deployment, context.pins)))
		: textOrNothing(unavailable, context, 'quiet');

const tookCell = ({deployment}: BoardLine, context: Context): SafeSpan =>
	deployment ? tookSpan(deployment, context) : textOrNothing(undefined, context);

/** From this multiple of the usual duration on, the multiple says more than a bar. */
const slowFactor = 2;

/** The progress of a running deployment. Undefined if it has concluded, or without a usual duration or a known beginning. */
function progressCell({deployment, usual}: BoardLine, context: Context, width: number): Cell | undefined {
	if (!deployment || !usual || isConcluded(deployment)) return undefined;
	const ms = durationMs(deployment, context.now);
	if (ms === undefined) return undefined;
	const times = usual.medianMs > 0 ? ms / usual.medianMs : 0;
	if (times < slowFactor) return context.isSpoken ? undefined : progressBar(deployment, usual, width, context);
	const shown = times < 99.95 ? times.toFixed(1) : '99+';
	return [{text: safe(`${shown}${context.isAscii ? 'x' : '×'}`), tone: 'bad'}];
}

/** When a deployment concluded or began. */
function whenSpan({deployment}: BoardLine, context: Context, width = momentWidths.age): SafeSpan {
	const isOver = deployment !== undefined && isConcluded(deployment);
	const moment = isOver ? (deployment.concludedAt ?? deployment.createdAt) : deployment?.createdAt;
	return textOrNothing(momentText(moment, context.now, context, width), context, 'quiet');
}

const readSpan = ({readAt}: BoardLine, context: Context): SafeSpan =>
	textOrNothing(readAt === undefined ? undefined : age(readAt, context.localNow), context, 'quiet');

/** A deployment counts as observed up to now if it was read less than this long ago, so that its bar does not flicker between two reads. */
const observedMs = 30_000;

const isFresh = ({asOf}: BoardLine, {now}: Context): boolean => asOf !== undefined && now - asOf < observedMs;

function laneCell(line: BoardLine, context: Context, spanMs: number, width: number): Cell {
	const {deployment, changes, asOf} = line;
	if (!deployment || context.isSpoken) return [];
	// What was never read is known to have begun, and nothing since.
	const lane = {deployment, changes, asOf: isFresh(line, context) ? undefined : (asOf ?? deployment.createdAt)};
	return laneLines([lane], {spanMs, width}, context)[0] ?? [];
}

/** The width of lanes on a terminal of 80 columns. */
export const minLaneWidth = 20;

const columns: ReadonlyArray<Column<BoardLine>> = [
	{title: '  PROJECT', width: 'content', minWidth: 14, maxWidth: 34, keep: 9, cell: projectCell},
	{
		title: 'OUTCOME',
		width: 'content',
		minWidth: 9,
		maxWidth: 20,
		keep: 8,
		cell: (line, context) => [outcomeSpan(line, context)],
	},
	{
		title: 'ENVIRONMENT',
		width: 'content',
		minWidth: 11,
		maxWidth: 24,
		keep: 2,
		cell: ({deployment}, context) => textCell(deployment?.environmentId, context),
	},
	{
		title: 'VERSION',
		width: 7,
		keep: 1,
		align: 'right',
		cell: ({deployment}, context) => [textOrNothing(versionText(deployment?.uploadVersion), context)],
	},
	{
		title: 'TOOK',
		width: 7,
		keep: 6,
		align: 'right',
		cell: (line, context) => [tookCell(line, context)],
	},
	{
		title: 'WHEN',
		...momentColumn,
		keep: 5,
		cell: (line, context, width = momentWidths.age) =>
			progressCell(line, context, width) ?? [whenSpan(line, context, width)],
	},
	{title: 'READ', ...momentColumn, keep: 4, cell: (line, context) => [readSpan(line, context)]},
	outcomesColumn(3),
];

/** The columns of the board. A time axis comes last and fills the remaining width. */
export const boardColumns = (
	lanes?: Pick<Column<BoardLine>, 'maxWidth'> & {readonly spanMs: number},
): ReadonlyArray<Column<BoardLine>> => {
	if (!lanes) return columns;
	const {spanMs, ...limits} = lanes;
	const laneColumn: Column<BoardLine> = {
		title: '',
		width: 'rest',
		minWidth: minLaneWidth,
		...limits,
		keep: 7,
		head: (context, width) => laneAxis({spanMs, width}, context),
		cell: (line, context, width = 0) => laneCell(line, context, spanMs, width),
	};
	return [...columns, laneColumn];
};

/** Returns a row of the board as two lines of exactly `width` cells, for a screen too narrow for columns. */
export function boardCard(line: BoardLine, width: number, context: Context): readonly [Line, Line] {
	const rightWidth = Math.min(9, Math.max(0, width));
	const progress = progressCell(line, context, rightWidth - 1) ?? [];
	const details: Line = [
		gap,
		outcomeSpan(line, context),
		gap,
		textOrNothing(versionText(line.deployment?.uploadVersion), context),
		gap,
		whenSpan(line, context),
		...(line.deployment === undefined || isFresh(line, context)
			? []
			: [gap, {text: plain`read `, tone: 'quiet'} as const, readSpan(line, context)]),
	];
	return [
		[
			...fitSpans(projectCell(line, context), width - rightWidth),
			...fitSpans([tookCell(line, context)], rightWidth, 'right'),
		],
		progress.length === 0
			? fitSpans(details, width)
			: [...fitSpans(details, width - rightWidth), ...fitSpans(progress, rightWidth, 'right')],
	];
}
