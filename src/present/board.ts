import {type Deployment, isConcluded} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {counted, plain, type SafeText} from '../base/text.ts';
import type {BoardRow} from '../model/board.ts';
import {durationMs} from '../model/durations.ts';
import {versionOf} from '../model/upload-version.ts';
import {progressBar, timesUsual, tookSpan} from './deployment.ts';
import {space} from './line.ts';
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

/** A row of the board as it is drawn, with what changes more often than the row. */
export type BoardLine = BoardRow & {
	readonly recent: readonly Deployment[];
	/** Shown instead of the deployment while the service refuses it. */
	readonly unavailable: SafeText | undefined;
	readonly readAt: LocalTime | undefined;
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

/** The columns of the board: those with these names, if any are given, else how old each row is only where one is too old. */
export const boardColumns = (isStale = true, names?: readonly string[]): ReadonlyArray<Column<BoardLine>> =>
	chosenColumns(
		boardColumnTable.filter(column => column !== boardAgeColumn || isStale || names !== undefined),
		names,
	);
