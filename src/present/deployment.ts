import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {duration, elapsed, nothing} from '../base/duration.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import type {Change} from '../model/deployment-changes.ts';
import {durationMs, endedAt, hasSucceeded, tookMs, type UsualRange, validTime} from '../model/durations.ts';
import {outcomeOf, outcomeWord} from '../model/status-words.ts';
import {blankRow, drawnLine, put, wholeCells} from './drawing.ts';
import {type Field, flawFields, linkField, momentField, textField} from './fields.ts';
import {age, dateText, hourMinute} from './format.ts';
import {type Line, type SafeSpan, space} from './line.ts';
import {signOf, toneOf, wordTone} from './outcome.ts';
import {
	type Cell,
	type Column,
	dateColumn,
	linkCell,
	type RowContext,
	signIn,
	textCell,
	textOrNothing,
	versionColumn,
	versionText,
	watchMark,
} from './table.ts';
import {hasChangedAgain, stagesOf, timelineFields} from './timeline.ts';

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

const goneMark = (context: RowContext): SafeSpan => ({
	text: signIn({unicode: '↺', ascii: '%', spoken: 'no longer listed'}, context),
	tone: 'quiet',
});

/** A deployment, and what is known about it besides its record. */
export type DeploymentView = {
	readonly deployment: Deployment;
	/** When the service last listed it, by the service's clock. Undefined if the last list has it. */
	readonly asOf: ServiceTime | undefined;
	/** Whether it is certain that the service no longer lists it. */
	readonly isGone: boolean;
	readonly isWatched: boolean;
	/** How it was observed to change, oldest first. */
	readonly changes: readonly Change[];
	readonly usual: UsualRange | undefined;
};

/** A deployment that was just read, and nothing is known about. */
export const bareView = (deployment: Deployment, usual?: UsualRange): DeploymentView => ({
	deployment,
	asOf: undefined,
	isGone: false,
	isWatched: false,
	changes: [],
	usual,
});

const outcomeCell = ({deployment, isGone, isWatched, changes}: DeploymentView, context: RowContext): Cell => {
	const tone = wordTone(outcomeOf(deployment, context.wordMeanings));
	return [
		signOf(deployment, context),
		space,
		textOrNothing(outcomeWord(deployment), context, tone === 'plain' ? 'name' : tone),
		...(isWatched ? [space, watchMark(context)] : []),
		...(hasChangedAgain(changes) ? [{text: plain` again`, tone: 'bad'} as const] : []),
		...(isGone ? [space, goneMark(context)] : []),
	];
};

/** The context to measure a deployment in: one that is no longer listed counts as running only until it was last seen. */
export const measuredAt = (seenAt: ServiceTime | undefined, context: RowContext): RowContext =>
	seenAt === undefined ? context : {...context, now: seenAt};

/** The parts of a bar beyond the 90th percentile or without an observation have characters of their own, so that they show without colour. */
const unicodeSigns = {full: '█', slow: '▓', unseen: '▒', rest: '░', mark: '┊', parts: ' ▏▎▍▌▋▊▉'};
const asciiSigns = {full: '=', slow: '!', unseen: '?', rest: '.', mark: '|', parts: '....===='};

/** A bar ends a bit beyond the 90th percentile, or where a slower deployment is now. */
const marginFactor = 1.1;

/** In a shorter bar, the marks would hide too much of it. */
const minWidthForMarks = 12;

/** `2.3× usual` for a duration beyond the 90th percentile, as a multiple of the median. Undefined for any other. */
function timesUsualText(
	ms: number,
	{medianMs, p90Ms}: UsualRange,
	{isAscii}: Pick<RowContext, 'isAscii'>,
): SafeText | undefined {
	const times = medianMs > 0 ? (ms / medianMs).toFixed(1) : '1.0';
	return ms <= p90Ms || times === '1.0' ? undefined : safe(`${times}${isAscii ? 'x' : '×'} usual`);
}

/** Elapsed and expected: `0:42 of about 1:10`, `3:12 of about 1:10 · 2.7× usual`; when it is over, `took 3:12 · usually 1:10 · 2.7× usual`. Without a usual duration, only the elapsed time. */
export function progressText(deployment: Deployment, usual: UsualRange | undefined, context: RowContext): Line {
	const ms = durationMs(deployment, context.now);
	if (ms === undefined) return [textOrNothing(undefined, context)];
	const isOver = isConcluded(deployment);
	const spent: SafeSpan = isOver
		? {text: plain`took ${elapsed(ms)}`, tone: 'plain'}
		: {text: elapsed(ms), tone: 'busy'};
	if (!usual) return [spent];
	const median = elapsed(usual.medianMs);
	const expected: SafeSpan = {text: isOver ? plain` · usually ${median}` : plain` of about ${median}`, tone: 'quiet'};
	const times = timesUsualText(ms, usual, context);
	return times ? [spent, expected, {text: plain` · ${times}`, tone: isOver ? 'plain' : 'bad'}] : [spent, expected];
}

/** A bar of exactly `width` cells that shows how far along a deployment is, with the median and the 90th percentile marked. What lies after `seenAt` was not observed. */
export function progressBar(
	deployment: Deployment,
	usual: UsualRange,
	width: number,
	context: RowContext,
	seenAt = context.now,
): Line {
	const row = blankRow(wholeCells(width));
	const length = row.signs.length;
	const ms = durationMs(deployment, context.now) ?? 0;
	const seenMs = durationMs(deployment, seenAt) ?? 0;
	const signs = context.isAscii ? asciiSigns : unicodeSigns;
	// Only what is in progress stands out.
	const [fullTone, slowTone] = isConcluded(deployment) ? (['quiet', 'quiet'] as const) : (['busy', 'bad'] as const);
	const cellMs = Math.max(usual.p90Ms * marginFactor, ms, 1) / Math.max(1, length);
	for (let at = 0; at < length; at++) {
		const eighths = Math.floor(((ms - at * cellMs) / cellMs) * 8);
		const isSlow = (at + 0.5) * cellMs > usual.p90Ms;
		const part = signs.parts[eighths] ?? signs.rest;
		if (eighths > 0 && at * cellMs >= seenMs && seenMs < ms) put(row, at, signs.unseen, 'quiet');
		else if (eighths >= 8) put(row, at, isSlow ? signs.slow : signs.full, isSlow ? slowTone : fullTone);
		else if (eighths > 0 && !isSlow) put(row, at, part, fullTone);
		else put(row, at, signs.rest, 'quiet');
	}

	const marks = length < minWidthForMarks ? [] : [usual.medianMs, usual.p90Ms];
	for (const mark of marks) put(row, Math.floor(mark / cellMs), signs.mark, 'strong');
	return drawnLine(row);
}

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

const usualCell = ({deployment, usual, asOf, isGone}: DeploymentView, context: RowContext): Cell =>
	asOf === undefined || isGone
		? usualSpans(deployment, usual, measuredAt(asOf, context))
		: [{text: asOfText(asOf, context), tone: 'quiet'}];

export const deploymentColumns: ReadonlyArray<Column<DeploymentView>> = [
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
		cell: ({deployment, asOf}, context) => [tookSpan(deployment, measuredAt(asOf, context))],
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

export const deploymentFields = (
	{deployment, usual, changes, asOf}: DeploymentView,
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
	{label: isConcluded(deployment) ? 'took' : 'running for', value: tookSpan(deployment, measuredAt(asOf, context))},
	...(usual ? [textField('usually', usualText(usual), context)] : []),
	...timelineFields(deployment, changes, context),
	...(asOf === undefined ? [] : [momentField('as of', asOf, context)]),
	linkField('id', safe(deployment.id), deployment.url, context),
	textField('project id', safe(deployment.projectId), context),
	textField('request id', deployment.requestId?.shown, context),
	...flawFields(deployment.flaws),
];

/** The success to compare a failure with: the last one before it in the same environment, else in any. They are given newest first. */
export function lastSuccessBefore(
	failed: Deployment,
	deployments: readonly Deployment[],
	{wordMeanings}: Pick<RowContext, 'wordMeanings'>,
): Deployment | undefined {
	const failedAt = validTime(failed.createdAt) ?? Number.POSITIVE_INFINITY;
	const successes = deployments.filter(
		deployment =>
			deployment.id !== failed.id &&
			deployment.projectId === failed.projectId &&
			(validTime(deployment.createdAt) ?? Number.NEGATIVE_INFINITY) < failedAt &&
			hasSucceeded(deployment, wordMeanings),
	);
	return successes.find(({environmentId}) => environmentId?.exact === failed.environmentId?.exact) ?? successes[0];
}

/** Returns by what factor a failure took longer than a success: ` (1.8×)`. */
function timesText(failed: Deployment, success: Deployment, {isAscii}: RowContext): SafeText {
	const [is, was] = [tookMs(failed), tookMs(success)];
	return is !== undefined && was ? safe(` (${(is / was).toFixed(1)}${isAscii ? 'x' : '×'})`) : plain``;
}

/** Returns how a failed deployment differed from the last successful one, and in which stage it was last seen before it failed. */
export function failureDifferences(
	{deployment: failed, changes}: Pick<DeploymentView, 'deployment' | 'changes'>,
	success: Deployment | undefined,
	context: RowContext,
): readonly Field[] {
	const stage = isConcluded(failed) ? stagesOf(failed, changes).at(-1) : undefined;
	const ended: Field = {
		label: 'ended in',
		value: stage ? {text: stage.word, tone: 'strong'} : {text: plain`an unobserved stage`, tone: 'quiet'},
	};
	const comparedWith = (text: SafeText): Field => ({label: 'compared with', value: {text, tone: 'quiet'}});
	if (!success) return [ended, comparedWith(plain`no earlier success is known`)];
	// What is known of neither may have differed.
	const compared = (
		label: string,
		textOf: (deployment: Deployment) => SafeText | undefined,
		note: SafeText = plain``,
	): Field => {
		const [is, was] = [textOf(failed), textOf(success)];
		const same = is === undefined ? nothing : plain`${is}, the same`;
		if (is === was) return {label, value: {text: same, tone: 'quiet'}};
		return {label, value: {text: plain`${is ?? nothing}, was ${was ?? nothing}${note}`, tone: 'strong'}};
	};
	const tookIn = (deployment: Deployment) => {
		const ms = tookMs(deployment);
		return ms === undefined ? undefined : elapsed(ms);
	};
	const successAt = endedAt(success);
	const when = successAt === undefined ? plain`` : plain`, ${age(successAt, context.now)}`;
	return [
		ended,
		comparedWith(plain`${safe(success.id, 64)}${when}`),
		compared('version', ({uploadVersion}) => versionText(uploadVersion)),
		compared('environment', ({environmentId}) => environmentId?.shown),
		compared('took', tookIn, timesText(failed, success, context)),
	];
}
