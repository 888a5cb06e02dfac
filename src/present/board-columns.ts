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
	droppedInOrder,
	momentCell,
	momentColumn,
	type RowContext,
	readColumn,
	textCell,
	textOrNothing,
	versionColumn,
} from './table.ts';

export type DrawnBoardRow = BoardRow & {
	readonly recent: readonly Deployment[];
	/** The reason for a failed read, in place of the deployment. */
	readonly failedRead: SafeText | undefined;
	readonly readAt: LocalTime | undefined;
	readonly isStale: boolean;
};

const boardProjectCell = ({project, deployment, isWatched}: DrawnBoardRow, context: RowContext): Cell => [
	deployment ? signOf(deployment, context) : space,
	space,
	...(isWatched ? [signSpan('watched', 'accent', context), space] : []),
	{text: project, tone: 'name'},
];

const maxOutcomeWidth = 18;

function boardOutcomeCell({deployment, failedRead, folded}: DrawnBoardRow, context: RowContext, width: number): Cell {
	if (!deployment) return [textOrNothing(failedRead, context, 'quiet')];
	const word = wordSpan(deployment, context);
	if (folded.length === 0) return [word];
	const after = width < maxOutcomeWidth ? plain`` : plain` after`;
	const text = plain`${after} ${shapeOf('bad', context).text}${folded.length}`;
	return [word, {text, tone: 'quiet', spoken: plain`after ${counted(folded.length, 'failure')}`}];
}

function whenCell({deployment, usualMs}: DrawnBoardRow, context: RowContext, width: number): Cell {
	const isOver = deployment !== undefined && isConcluded(deployment);
	const ms = !deployment || isOver ? undefined : durationMs(deployment, context.now);
	if (deployment && usualMs !== undefined && ms !== undefined) {
		const times = timesUsual(ms, usualMs, context);
		return times ? [{text: times, tone: 'bad'}] : progressBar(deployment, usualMs, width, context);
	}

	const concludedAt = isOver ? deployment.concludedAt : undefined;
	return momentCell(concludedAt ?? deployment?.createdAt, context.now, context);
}

/** Facts that identify a deployment stay the longest. */
const boardDropOrder = ['read', 'last 12', 'took', 'when', 'version', 'environment', 'outcome', 'project'];

const boardColumnTable = droppedInOrder<DrawnBoardRow>(
	[
		{name: 'project', title: '  PROJECT', width: [20, 34], cell: boardProjectCell},
		{name: 'outcome', width: [10, maxOutcomeWidth], cell: boardOutcomeCell},
		{
			name: 'environment',
			width: [11, 20],
			// Empty where the reason for a failed read runs on from the outcome.
			cell: ({deployment, failedRead}, context) =>
				failedRead === undefined ? textCell(deployment?.environmentId, context) : [],
		},
		versionColumn('version', ({deployment}) => versionOf(deployment)),
		{
			name: 'took',
			width: 7,
			align: 'right',
			cell: ({deployment}, context) => [deployment ? tookSpan(deployment, context) : textOrNothing(undefined, context)],
		},
		{
			name: 'when',
			...momentColumn,
			cell: whenCell,
		},
		readColumn,
		outcomesColumn,
	],
	boardDropOrder,
);

/** Without `names`, the age of rows is a column only if a row is stale. */
export const boardColumns = (isStale = true, names?: readonly string[]): ReadonlyArray<Column<DrawnBoardRow>> =>
	chosenColumns(
		boardColumnTable.filter(({name}) => name !== 'read' || isStale || names !== undefined),
		names,
	);
