import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../clock.ts';
import {duration, elapsed} from '../duration.ts';
import type {Change} from '../journal/sighting.ts';
import {outcomeOf, outcomeWord} from '../status-words.ts';
import {plain, type SafeText, safe} from '../text.ts';
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
import {driftFields, type Field, momentField, textField} from './fields.ts';
import {dateTime} from './format.ts';
import {fitSpans, type Line, type SafeSpan} from './line.ts';
import {shapeOf, toneOf, wordTone} from './outcome.ts';
import {timelineFields} from './timeline.ts';
import {type Usual, usualSpans, usualText} from './usual.ts';

const space: SafeSpan = {text: plain` `, tone: 'plain'};

/** Marks a deployment that the service no longer lists. */
const goneMark = ({isAscii}: Context): SafeSpan => ({text: isAscii ? plain`%` : plain`↺`, tone: 'quiet'});

/** A deployment in the live view of its project. */
export type LiveRow = {
	readonly deployment: Deployment;
	/** When the service last listed it, by the service's clock. Undefined if the last list has it. */
	readonly asOf: ServiceTime | undefined;
	/** Whether it is certain that the service no longer lists it. */
	readonly isGone: boolean;
	readonly isWatched: boolean;
	/** Whether it was observed to change after its conclusion. */
	readonly hasChangedAgain: boolean;
	/** The usual duration for its environment, if known. */
	readonly usual: Usual | undefined;
};

const outcomeCell = ({deployment, isGone, isWatched, hasChangedAgain}: LiveRow, context: Context): Cell => {
	const outcome = outcomeOf(deployment, context.pins);
	const tone = wordTone(outcome);
	return [
		shapeOf(outcome, context),
		space,
		textOrNothing(outcomeWord(deployment), context, tone === 'plain' ? 'name' : tone),
		...(isWatched ? [space, watchMark(context)] : []),
		...(hasChangedAgain ? [{text: plain` again`, tone: 'bad'} as const] : []),
		...(isGone ? [space, goneMark(context)] : []),
	];
};

/**
Returns how long a deployment took, or how long it has been running.

A concluded one is measured by the service's own times, a running one up to `now`. Undefined if the service does not give the times.
*/
export function tookText(deployment: Deployment, {now}: Context): SafeText | undefined {
	const {createdAt, concludedAt} = deployment;
	if (createdAt === undefined) return undefined;
	if (!isConcluded(deployment)) return elapsed(now - createdAt);
	return concludedAt === undefined || concludedAt < createdAt ? undefined : duration(concludedAt - createdAt);
}

export const tookSpan = (deployment: Deployment, context: Context): SafeSpan =>
	textOrNothing(tookText(deployment, context), context, isConcluded(deployment) ? 'plain' : 'busy');

/** A remembered deployment counts as running only until the service last listed it. */
const tookCell = ({deployment, asOf}: LiveRow, context: Context): SafeSpan =>
	tookSpan(deployment, asOf === undefined ? context : {...context, now: asOf});

/** Returns `as of` with the time for today, else with the date. Both times are by the service's clock. */
export const asOfText = (asOf: ServiceTime, {now}: Context): SafeText => {
	const [time, later] = [dateTime(asOf), dateTime(now)];
	const isToday = time.slice(0, 10) === later.slice(0, 10);
	return plain`as of ${safe(isToday ? time.slice(11, 16) : time.slice(0, 10))}`;
};

const asOfSpan = (asOf: ServiceTime, context: Context): SafeSpan => ({text: asOfText(asOf, context), tone: 'quiet'});

/** The comparison with the usual duration, or the time of the last look for a deployment that may be out of date. */
const usualCell = ({deployment, usual, asOf, isGone}: LiveRow, context: Context): Cell =>
	asOf === undefined || isGone ? usualSpans(deployment, usual, context) : [asOfSpan(asOf, context)];

export const deploymentColumns: ReadonlyArray<Column<LiveRow>> = [
	{title: '  OUTCOME', width: 'content', minWidth: 12, maxWidth: 24, keep: 9, cell: outcomeCell},
	{
		title: 'ENVIRONMENT',
		width: 'content',
		minWidth: 11,
		maxWidth: 20,
		keep: 7,
		cell: ({deployment: {environmentId}}, context) => saidCell(environmentId, context),
	},
	{
		title: 'VERSION',
		width: 7,
		keep: 8,
		align: 'right',
		cell: ({deployment: {uploadVersion}}, context) => [textOrNothing(versionText(uploadVersion), context, 'name')],
	},
	{
		title: 'TOOK',
		width: 7,
		keep: 6,
		align: 'right',
		cell: (row, context) => [tookCell(row, context)],
	},
	{title: 'USUAL', width: 16, keep: 4, cell: usualCell},
	{
		title: 'STARTED',
		...momentColumn,
		keep: 5,
		cell: ({deployment: {createdAt}}, context) => [
			textOrNothing(momentText(createdAt, context.now, context), context, 'quiet'),
		],
	},
	{
		title: 'ID',
		width: 'content',
		minWidth: 12,
		maxWidth: 36,
		keep: 1,
		cell: ({deployment: {id}}, context) => [textOrNothing(safe(id), context, 'quiet')],
	},
];

/** Returns a deployment as two lines of exactly `width` cells, for a screen too narrow for columns. */
export function deploymentCard(row: LiveRow, width: number, context: Context): readonly [Line, Line] {
	const {deployment} = row;
	const tookWidth = Math.min(9, Math.max(0, width));
	const started = textOrNothing(momentText(deployment.createdAt, context.now, context), context, 'quiet');
	const version = textOrNothing(versionText(deployment.uploadVersion), context);
	const environment = textOrNothing(deployment.environmentId?.shown, context);
	const asOf = row.asOf === undefined || row.isGone ? [] : [asOfSpan(row.asOf, context), space, space];
	return [
		[
			...fitSpans(outcomeCell(row, context), width - tookWidth),
			...fitSpans([tookCell(row, context)], tookWidth, 'right'),
		],
		fitSpans([space, space, ...asOf, version, space, space, started, space, space, environment], width),
	];
}

/** What is known about a deployment besides its record. */
type Observations = {
	readonly usual: Usual | undefined;
	/** The observed changes of its status. */
	readonly changes: readonly Change[];
	/** When the service last listed it, by the service's clock. Undefined if the last list has it. */
	readonly asOf: ServiceTime | undefined;
};

/** Returns every field of a deployment, with its observed changes, for the details pane. */
export const deploymentFields = (
	deployment: Deployment,
	{usual, changes, asOf}: Observations,
	context: Context,
): readonly Field[] => [
	textField('status', deployment.status?.shown, context),
	{
		label: 'conclusion',
		value: textOrNothing(deployment.conclusion?.shown, context, toneOf(outcomeOf(deployment, context.pins))),
	},
	textField('environment', deployment.environmentId?.shown, context),
	textField('upload version', versionText(deployment.uploadVersion), context),
	textField('url', deployment.url?.shown, context),
	momentField('created', deployment.createdAt, context),
	momentField('concluded', deployment.concludedAt, context),
	{
		label: isConcluded(deployment) ? 'took' : 'running for',
		value: tookSpan(deployment, asOf === undefined ? context : {...context, now: asOf}),
	},
	...(usual ? [textField('usually', usualText(usual), context)] : []),
	...timelineFields(deployment, changes, context),
	...(asOf === undefined ? [] : [momentField('as of', asOf, context)]),
	textField('id', safe(deployment.id), context),
	textField('project id', safe(deployment.projectId), context),
	textField('request id', deployment.requestId?.shown, context),
	...driftFields(deployment.drift),
];
