import {type Deployment, isConcluded, type Project} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {duration} from '../base/duration.ts';
import {caseless, cells, cut, plain, type SafeText, safe} from '../base/text.ts';
import type {StatusChange} from '../model/deployment-changes.ts';
import {durationMs, endedAt, hasFailed} from '../model/durations.ts';
import {outcomeOf, outcomeWord} from '../model/status-words.ts';
import {latestUploadOf, versionOf} from '../model/upload-version.ts';
import {blankDrawing, type CellSize, drawnLine, fittingParts, type Part, put, wholeCells} from './drawing.ts';
import {also, type Field, flawFields, linkField, momentField, requestIdField, textField} from './fields.ts';
import {age, dateText, hourMinute} from './format.ts';
import {cutLine, fitSpans, type Line, lineWidth, type SafeSpan, space, type Tone} from './line.ts';
import {signOf, toneOf, wordTone} from './outcome.ts';
import {signSpan, signText} from './signs.ts';
import {
	type Cell,
	dateColumn,
	droppedInOrder,
	linkCell,
	type RowContext,
	textColumn,
	textOrNothing,
	versionColumn,
} from './table.ts';
import {hasChangedAgain, maxWordWidth, pipelineLine, timelineFields} from './timeline.ts';

export function tookText(deployment: Deployment, {now}: Pick<RowContext, 'now'>): SafeText | undefined {
	const ms = durationMs(deployment, now);
	return ms === undefined ? undefined : duration(ms);
}

export const tookSpan = (deployment: Deployment, context: RowContext): SafeSpan =>
	textOrNothing(tookText(deployment, context), context, isConcluded(deployment) ? 'plain' : 'busy');

export const asOfText = (asOf: ServiceTime, {now}: Pick<RowContext, 'now'>): SafeText => {
	const day = dateText(asOf);
	return plain`as of ${day === dateText(now) ? hourMinute(asOf) : day}`;
};

export type DeploymentRow = {
	readonly deployment: Deployment;
	/** When the service last listed the deployment. Undefined if the last list has it. */
	readonly asOf: ServiceTime | undefined;
	readonly isGone: boolean;
	/** The service has accepted the deployment, but no read has shown it yet. */
	readonly isNotVisibleYet?: boolean;
	readonly isWatched: boolean;
	/** To be compared with another. */
	readonly isMarked?: boolean;
	/** Oldest first. */
	readonly changes: readonly StatusChange[];
	readonly usualMs: number | undefined;
};

export const bareView = (deployment: Deployment, usualMs?: number): DeploymentRow => ({
	deployment,
	asOf: undefined,
	isGone: false,
	isWatched: false,
	changes: [],
	usualMs,
});

const deploymentOutcomeCell = (
	{deployment, isGone, isWatched, isMarked, changes}: DeploymentRow,
	context: RowContext,
): Cell => {
	const tone = wordTone(outcomeOf(deployment, context.wordMeanings));
	return [
		signOf(deployment, context),
		space,
		...(isMarked ? [signSpan('marked', 'accent', context), space] : []),
		textOrNothing(outcomeWord(deployment), context, tone === 'plain' ? 'name' : tone),
		...(isWatched ? [space, signSpan('watched', 'accent', context)] : []),
		...(hasChangedAgain(changes) ? [{text: plain` again`, tone: 'bad'} as const] : []),
		...(isGone ? [space, signSpan('no longer listed', 'quiet', context)] : []),
	];
};

/** An unlisted deployment is measured until it was last seen. */
export const measuredAt = (seenAt: ServiceTime | undefined, context: RowContext): RowContext =>
	seenAt === undefined ? context : {...context, now: seenAt};

/** From this multiple of the usual duration on, the number says more than a bar. */
const slowFactor = 2;

/** `2.3×`. Undefined below twice the usual duration. */
export function timesUsual(ms: number, usualMs: number, context: Pick<RowContext, 'isAscii'>): SafeText | undefined {
	if (usualMs <= 0 || ms < slowFactor * usualMs) return undefined;
	return plain`${safe((ms / usualMs).toFixed(1))}${signText('times', context)}`;
}

export function progressText(deployment: Deployment, usualMs: number | undefined, context: RowContext): Line {
	const ms = durationMs(deployment, context.now);
	if (ms === undefined) return [textOrNothing(undefined, context)];
	const isOver = isConcluded(deployment);
	const isSlow = usualMs !== undefined && timesUsual(ms, usualMs, context) !== undefined;
	const spent: SafeSpan = isOver
		? {text: plain`took ${duration(ms)}`, tone: 'plain'}
		: {text: duration(ms), tone: isSlow ? 'bad' : 'busy'};
	if (usualMs === undefined) return [spent];
	const usual = duration(usualMs);
	return [spent, {text: isOver ? plain` · usually ${usual}` : plain` of about ${usual}`, tone: 'quiet'}];
}

/** A bar of exactly `width` cells. It ends at the usual duration, or at the current one of a slower deployment. The part after `seenAt` was not observed. */
export function progressBar(
	deployment: Deployment,
	usualMs: number,
	width: number,
	context: RowContext,
	seenAt = context.now,
): Line {
	const bar = blankDrawing(wholeCells(width));
	const {length} = bar.signs;
	const ms = durationMs(deployment, context.now) ?? 0;
	const seenMs = durationMs(deployment, seenAt) ?? 0;
	const partlyFilled = signText('bar, partly filled', context);
	const cellMs = Math.max(usualMs, ms, 1) / Math.max(1, length);
	for (let at = 0; at < length; at++) {
		const eighths = Math.round((ms / cellMs - at) * 8);
		const isSlow = (at + 0.5) * cellMs > usualMs;
		if (eighths > 0 && at * cellMs >= seenMs && seenMs < ms)
			put(bar, at, signText('bar, unobserved', context), 'quiet');
		else if (eighths >= 8) put(bar, at, signText(isSlow ? 'bar, slow' : 'bar, filled', context), 'busy');
		else if (eighths > 0) put(bar, at, partlyFilled.charAt(eighths), 'busy');
		else put(bar, at, signText('bar, rest', context), 'quiet');
	}

	return drawnLine(bar);
}

const miniBarWidth = 8;

const notVisibleYet: SafeSpan = {text: plain`not visible yet`, tone: 'strong'};

function usualCell({deployment, usualMs, asOf, isGone, isNotVisibleYet}: DeploymentRow, context: RowContext): Cell {
	if (isNotVisibleYet) return [notVisibleYet];
	if (asOf !== undefined && !isGone) return [{text: asOfText(asOf, context), tone: 'quiet'}];
	const measured = measuredAt(asOf, context);
	const ms = durationMs(deployment, measured.now);
	if (usualMs === undefined || ms === undefined) return [];
	const times = timesUsual(ms, usualMs, context);
	if (times) return [{text: plain`${times} usual`, tone: isConcluded(deployment) ? 'quiet' : 'bad'}];
	if (isConcluded(deployment)) return [];
	const expected: SafeSpan = {text: plain` ~${duration(usualMs)}`, tone: 'quiet'};
	return [...progressBar(deployment, usualMs, miniBarWidth, measured), expected];
}

export const deploymentColumns = droppedInOrder<DeploymentRow>(
	[
		{name: 'outcome', title: '  OUTCOME', width: [12, 24], cell: deploymentOutcomeCell},
		textColumn('environment', [11, 20], ({deployment}) => deployment.environmentId?.shown),
		versionColumn('version', ({deployment}) => versionOf(deployment), 'name'),
		{
			name: 'took',
			width: 7,
			align: 'right',
			cell: ({deployment, asOf}, context) => [tookSpan(deployment, measuredAt(asOf, context))],
		},
		{name: 'usual', width: 16, cell: usualCell},
		dateColumn('started', ({deployment}) => deployment.createdAt),
		{name: 'id', width: [14, 36], cell: ({deployment: {id, url}}, context) => linkCell(safe(id), url, context)},
	],
	['id', 'usual', 'took', 'started', 'version', 'environment', 'outcome'],
);

/** The service's interface has no reasons or logs, but the deployment's own page may. */
function reasonField({url}: Deployment): Field {
	const advice = url === undefined || url.shown.trim() === '' ? plain`` : plain`; the url may tell more`;
	const text = plain`the service sends no reasons or logs${advice}`;
	return {label: 'reason', value: {text, tone: 'quiet', link: url?.exact}};
}

function environmentText({environmentId}: Deployment): SafeText | undefined {
	if (!environmentId) return undefined;
	const {exact, shown} = environmentId;
	return environmentId.caseless === caseless(exact) ? shown : plain`${shown} (${safe(exact, 128)})`;
}

/** Names the start of the time, because a deployment may have waited in a queue. */
function tookField(deployment: Deployment, context: RowContext): Field {
	const {text, tone} = tookSpan(deployment, context);
	const since = isConcluded(deployment) ? plain` from created to concluded` : plain` since created`;
	const value = durationMs(deployment, context.now) === undefined ? text : plain`${text}${since}`;
	return {label: isConcluded(deployment) ? 'took' : 'running for', value: {text: value, tone}};
}

export const deploymentFields = (
	{deployment, usualMs, changes, asOf}: DeploymentRow,
	context: RowContext,
): readonly Field[] => [
	textField('status', deployment.status?.shown, context),
	{
		label: 'conclusion',
		value: textOrNothing(deployment.conclusion?.shown, context, toneOf(outcomeOf(deployment, context.wordMeanings))),
		alsoIn: ['row'],
	},
	also(textField('environment', environmentText(deployment), context), 'row'),
	also(textField('upload version', versionOf(deployment), context), 'row'),
	momentField('created', deployment.createdAt, context),
	deployment.concludedText
		? textField('concluded', deployment.concludedText.shown, context)
		: momentField('concluded', deployment.concludedAt, context),
	...(hasFailed(deployment, context.wordMeanings) ? [reasonField(deployment)] : []),
	linkField('url', deployment.url?.shown, deployment.url, context),
	also(tookField(deployment, measuredAt(asOf, context)), 'row'),
	...(usualMs === undefined ? [] : [textField('usually', duration(usualMs), context)]),
	...timelineFields(deployment, changes, context),
	...(asOf === undefined ? [] : [momentField('as of', asOf, context)]),
	linkField('id', safe(deployment.id), deployment.url, context),
	also(textField('project id', safe(deployment.projectId), context), 'row'),
	requestIdField(deployment.requestId?.shown, context),
	...flawFields(deployment.flaws),
];

/** The deployment above the list of its project. */
export type Headline = Pick<DeploymentRow, 'deployment' | 'changes' | 'usualMs' | 'asOf' | 'isNotVisibleYet'> & {
	readonly readAt: ServiceTime;
	readonly otherRunningCount: number;
};

/** A deployment last seen in progress this long ago may be over. */
export const outdatedAfterMs = 30_000;

function outdatedSince({deployment, asOf, readAt}: Headline, {now}: RowContext): ServiceTime | undefined {
	const seenAt = asOf ?? readAt;
	return !isConcluded(deployment) && now - seenAt >= outdatedAfterMs ? seenAt : undefined;
}

function stateSpans(deployment: Deployment, context: RowContext): Line {
	const sign = signOf(deployment, context);
	const word = outcomeWord(deployment);
	return [sign, space, textOrNothing(word && cut(word, maxWordWidth), context, sign.tone)];
}

const textPart = (text: SafeText | undefined, keep: number, tone: Tone = 'plain'): Part => ({
	spans: text === undefined ? [] : [{text, tone}],
	keep,
});

function statusLine(headline: Headline, width: number, context: RowContext): Line {
	const {deployment, otherRunningCount, usualMs, asOf} = headline;
	const seenAt = outdatedSince(headline, context);
	const concludedAt = isConcluded(deployment) ? endedAt(deployment) : undefined;
	const state = {spans: stateSpans(deployment, context), keep: 9};
	const lastSeen = seenAt === undefined ? undefined : plain`last seen ${age(seenAt, context.now)}`;
	const seen = textPart(headline.isNotVisibleYet ? notVisibleYet.text : lastSeen, 8, 'strong');
	return fittingParts(
		[
			state,
			textPart(deployment.environmentId?.shown, 4),
			textPart(versionOf(deployment), 5, 'strong'),
			{spans: progressText(deployment, usualMs, measuredAt(asOf, context)), keep: 7},
			seen,
			textPart(concludedAt === undefined ? undefined : age(concludedAt, context.now), 3, 'quiet'),
			textPart(otherRunningCount === 0 ? undefined : plain`${otherRunningCount} more in progress`, 2, 'busy'),
		],
		width,
	);
}

/** A deployment in up to three lines: status, bar, stages. The bar needs a deployment in progress with a known usual duration. */
export function headlineLines(headline: Headline, size: CellSize, context: RowContext): readonly Line[] {
	const {deployment, changes, usualMs, asOf} = headline;
	const [width, height] = [wholeCells(size.width), wholeCells(size.height)];
	if (height === 0) return [];
	const status = statusLine(headline, width, context);
	if (height < 3) return [status];
	const measured = measuredAt(asOf, context);
	// Stages would only repeat the status if no change was observed.
	const unseen: Line = isConcluded(deployment) ? [] : [{text: plain`no change observed yet`, tone: 'quiet'}];
	const stages = changes.length > 0 ? pipelineLine(deployment, changes, width, measured) : cutLine(unseen, width);
	const hasBar = !isConcluded(deployment) && durationMs(deployment, measured.now) !== undefined;
	const bar =
		hasBar && usualMs !== undefined
			? [progressBar(deployment, usualMs, width, measured, outdatedSince(headline, context))]
			: [];
	return [status, ...bar, ...(stages.length > 0 ? [stages] : [])];
}

const minTitleWidth = 16;
const titleGap = 3;

export function projectTitleLine(name: SafeText, project: Project | undefined, width: number): Line {
	const version = latestUploadOf(project);
	const facts = [version && plain`${version} latest upload`, project?.status?.shown, project?.uploadMode?.shown];
	const parts = facts.map((fact, at) => textPart(fact?.trim() === '' ? undefined : fact, -at, 'quiet'));
	const nameWidth = Math.min(cells(name), minTitleWidth);
	const right = fittingParts(parts, width - nameWidth - titleGap, plain` · `);
	const left = cutLine([{text: name, tone: 'strong'}], width - lineWidth(right) - titleGap);
	return [...fitSpans(left, width - lineWidth(right)), ...right];
}
