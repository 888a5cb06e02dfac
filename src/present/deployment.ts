import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {duration, elapsed} from '../base/duration.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import type {Change} from '../model/deployment-changes.ts';
import {durationMs, timesUsualText, type UsualRange} from '../model/durations.ts';
import {outcomeOf, outcomeWord} from '../model/status-words.ts';
import {type Field, flawFields, linkField, momentField, textField} from './fields.ts';
import {dateText, hourMinute} from './format.ts';
import {type SafeSpan, space} from './line.ts';
import {shapeOf, toneOf, wordTone} from './outcome.ts';
import {progressBar} from './progress.ts';
import {
	type Cell,
	type Column,
	dateColumn,
	linkCell,
	type RowContext,
	textCell,
	textOrNothing,
	versionColumn,
	versionText,
	watchMark,
} from './table.ts';
import {timelineFields} from './timeline.ts';

/**
Returns how long a deployment took, or how long it has been running.

A concluded one is measured by the service's own times, a running one up to `now`. Undefined if the service does not give the times.
*/
export function tookText(deployment: Deployment, {now}: Pick<RowContext, 'now'>): SafeText | undefined {
	const ms = durationMs(deployment, now);
	if (ms === undefined) return undefined;
	return isConcluded(deployment) ? duration(ms) : elapsed(ms);
}

export const tookSpan = (deployment: Deployment, context: RowContext): SafeSpan =>
	textOrNothing(tookText(deployment, context), context, isConcluded(deployment) ? 'plain' : 'busy');

/** Returns `as of` with the time for today, else with the date. Both times are by the service's clock. */
export const asOfText = (asOf: ServiceTime, context: Pick<RowContext, 'now' | 'isTwelveHour'>): SafeText => {
	const day = dateText(asOf);
	return plain`as of ${day === dateText(context.now) ? hourMinute(asOf, context) : day}`;
};

/** Marks a deployment that the service no longer lists. */
const goneMark = ({isAscii, isSpoken}: RowContext): SafeSpan => ({
	text: isSpoken ? plain`no longer listed` : isAscii ? plain`%` : plain`↺`,
	tone: 'quiet',
});

export type LiveRow = {
	readonly deployment: Deployment;
	/** When the service last listed it, by the service's clock. Undefined if the last list has it. */
	readonly asOf: ServiceTime | undefined;
	/** Whether it is certain that the service no longer lists it. */
	readonly isGone: boolean;
	readonly isWatched: boolean;
	/** Whether it was observed to change after its conclusion. */
	readonly hasChangedAgain: boolean;
	readonly usual: UsualRange | undefined;
};

const outcomeCell = ({deployment, isGone, isWatched, hasChangedAgain}: LiveRow, context: RowContext): Cell => {
	const outcome = outcomeOf(deployment, context.wordMeanings);
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

/** The context to measure a deployment in: a remembered one counts as running only until the service last listed it. */
const measuredIn = ({asOf}: LiveRow, context: RowContext): RowContext =>
	asOf === undefined ? context : {...context, now: asOf};

const miniBarWidth = 8;

/** A progress bar while a deployment is running, or how many times the usual duration it took if that is unusual. */
function usualSpans(deployment: Deployment, usual: UsualRange | undefined, context: RowContext): Cell {
	const ms = durationMs(deployment, context.now);
	if (!usual || ms === undefined) return [];
	const times = timesUsualText(ms, usual, context);
	if (times) return [{text: times, tone: isConcluded(deployment) ? 'quiet' : 'bad'}];
	if (isConcluded(deployment)) return [];
	const expected: SafeSpan = {text: plain` ~${duration(usual.medianMs)}`, tone: 'quiet'};
	return context.isSpoken ? [expected] : [...progressBar(deployment, usual, miniBarWidth, context), expected];
}

/** Returns the usual duration as text: `1m 10s, 9 of 10 by 1m 32s, from 12 successes`. */
const usualText = ({medianMs, p90Ms, sampleCount}: UsualRange): SafeText =>
	plain`${duration(medianMs)}, 9 of 10 by ${duration(p90Ms)}, from ${sampleCount} successes`;

/** The comparison with the usual duration, or the time of the last look for a deployment that may be out of date. */
const usualCell = (row: LiveRow, context: RowContext): Cell =>
	row.asOf === undefined || row.isGone
		? usualSpans(row.deployment, row.usual, measuredIn(row, context))
		: [{text: asOfText(row.asOf, context), tone: 'quiet'}];

export const deploymentColumns: ReadonlyArray<Column<LiveRow>> = [
	{title: '  OUTCOME', width: [12, 24], keep: 9, cell: outcomeCell},
	{
		title: 'ENVIRONMENT',
		width: [11, 20],
		keep: 7,
		cell: ({deployment: {environmentId}}, context) => textCell(environmentId, context),
	},
	versionColumn('VERSION', 8, ({deployment}) => deployment.uploadVersion, 'name'),
	{
		title: 'TOOK',
		width: 7,
		keep: 6,
		align: 'right',
		cell: (row, context) => [tookSpan(row.deployment, measuredIn(row, context))],
	},
	{title: 'USUAL', width: 16, keep: 4, cell: usualCell},
	dateColumn('STARTED', 5, ({deployment}) => deployment.createdAt),
	{
		title: 'ID',
		width: [12, 36],
		keep: 1,
		cell: ({deployment: {id, url}}, context) => linkCell(safe(id), url, context),
	},
];

type Observations = {
	readonly usual: UsualRange | undefined;
	readonly changes: readonly Change[];
	/** When the service last listed it, by the service's clock. Undefined if the last list has it. */
	readonly asOf: ServiceTime | undefined;
};

/** Returns every field of a deployment, with its observed changes, for the details pane. */
export const deploymentFields = (
	deployment: Deployment,
	{usual, changes, asOf}: Observations,
	context: RowContext,
): readonly Field[] => [
	textField('status', deployment.status?.shown, context),
	{
		label: 'conclusion',
		value: textOrNothing(deployment.conclusion?.shown, context, toneOf(outcomeOf(deployment, context.wordMeanings))),
	},
	textField('environment', deployment.environmentId?.shown, context),
	textField('upload version', versionText(deployment.uploadVersion), context),
	linkField('url', deployment.url?.shown, deployment.url, context),
	momentField('created', deployment.createdAt, context),
	momentField('concluded', deployment.concludedAt, context),
	{
		label: isConcluded(deployment) ? 'took' : 'running for',
		value: tookSpan(deployment, asOf === undefined ? context : {...context, now: asOf}),
	},
	...(usual ? [textField('usually', usualText(usual), context)] : []),
	...timelineFields(deployment, changes, context),
	...(asOf === undefined ? [] : [momentField('as of', asOf, context)]),
	linkField('id', safe(deployment.id), deployment.url, context),
	textField('project id', safe(deployment.projectId), context),
	textField('request id', deployment.requestId?.shown, context),
	...flawFields(deployment.flaws),
];
