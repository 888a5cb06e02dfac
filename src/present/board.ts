import {type Deployment, isConcluded} from '../api/types.ts';
import type {LocalTime} from '../clock.ts';
import {outcomeOf, outcomeWord} from '../status-words.ts';
import {plain, type SafeText} from '../text.ts';
import {
	type Cell,
	type Column,
	type Context,
	momentColumn,
	momentText,
	saidCell,
	textOrNothing,
	versionText,
	watchMark,
} from './column.ts';
import {tookSpan} from './deployment.ts';
import {age} from './format.ts';
import {fitSpans, type Line, type SafeSpan} from './line.ts';
import {shapeOf, wordTone} from './outcome.ts';

/** A row of the watch board. */
export type BoardLine = {
	readonly project: SafeText;
	/** Undefined for a watched project without a known deployment. */
	readonly deployment: Deployment | undefined;
	/** Shown instead of the deployment while the service refuses it. */
	readonly unavailable: SafeText | undefined;
	readonly isWatched: boolean;
	/** When this was read, by the local clock. */
	readonly readAt: LocalTime | undefined;
};

const space: SafeSpan = {text: plain` `, tone: 'plain'};
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

/** When the deployment concluded, else when it began. */
const whenSpan = ({deployment}: BoardLine, context: Context): SafeSpan => {
	const moment =
		deployment && isConcluded(deployment) ? (deployment.concludedAt ?? deployment.createdAt) : deployment?.createdAt;
	return textOrNothing(momentText(moment, context.now, context), context, 'quiet');
};

const readSpan = ({readAt}: BoardLine, context: Context): SafeSpan =>
	textOrNothing(readAt === undefined ? undefined : age(readAt, context.localNow), context, 'quiet');

export const boardColumns: ReadonlyArray<Column<BoardLine>> = [
	{title: '  PROJECT', width: 'content', minWidth: 16, maxWidth: 34, keep: 9, cell: projectCell},
	{
		title: 'OUTCOME',
		width: 'content',
		minWidth: 10,
		maxWidth: 20,
		keep: 8,
		cell: (line, context) => [outcomeSpan(line, context)],
	},
	{
		title: 'TOOK',
		width: 8,
		keep: 7,
		align: 'right',
		cell: (line, context) => [tookCell(line, context)],
	},
	{
		title: 'VERSION',
		width: 7,
		keep: 4,
		align: 'right',
		cell: ({deployment}, context) => [textOrNothing(versionText(deployment?.uploadVersion), context)],
	},
	{
		title: 'ENVIRONMENT',
		width: 'content',
		minWidth: 11,
		maxWidth: 24,
		keep: 5,
		cell: ({deployment}, context) => saidCell(deployment?.environmentId, context),
	},
	{title: 'WHEN', ...momentColumn, keep: 3, cell: (line, context) => [whenSpan(line, context)]},
	{title: 'READ', ...momentColumn, keep: 6, cell: (line, context) => [readSpan(line, context)]},
];

/** Returns a row of the board as two lines of exactly `width` cells, for a screen too narrow for columns. */
export function boardCard(line: BoardLine, width: number, context: Context): readonly [Line, Line] {
	const tookWidth = Math.min(9, Math.max(0, width));
	return [
		[
			...fitSpans(projectCell(line, context), width - tookWidth),
			...fitSpans([tookCell(line, context)], tookWidth, 'right'),
		],
		fitSpans(
			[
				gap,
				outcomeSpan(line, context),
				gap,
				textOrNothing(versionText(line.deployment?.uploadVersion), context),
				gap,
				{text: plain`read `, tone: 'quiet'},
				readSpan(line, context),
			],
			width,
		),
	];
}
