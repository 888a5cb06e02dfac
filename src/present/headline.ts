import {type Deployment, isConcluded, type Project} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {elapsed} from '../base/duration.ts';
import {cells, cut, plain, type SafeText, safe} from '../base/text.ts';
import type {Change} from '../model/deployment-changes.ts';
import {durationMs, endedAt, hasFailed, type UsualRange} from '../model/durations.ts';
import {outcomeWord} from '../model/status-words.ts';
import {fittingParts, type Part, wholeCells} from './drawing.ts';
import {failureDifferences} from './failure-difference.ts';
import {age} from './format.ts';
import {cutLine, fitSpans, type Line, lineWidth, space} from './line.ts';
import {signOf} from './outcome.ts';
import {progressBar, progressText} from './progress.ts';
import {type RowContext, textOrNothing, versionText} from './table.ts';
import {pipelineLine} from './timeline.ts';

/** The deployment that stands above the list of its project. */
export type Headline = {
	readonly deployment: Deployment;
	readonly changes: readonly Change[];
	readonly usual: UsualRange | undefined;
	/** When the service last reported it. */
	readonly seenAt: ServiceTime | undefined;
	/** Whether the last list has it. If not, nothing is known of it since then. */
	readonly isListed: boolean;
	/** The success to compare it with if it failed. */
	readonly success: Deployment | undefined;
	/** How many other deployments of the project are in progress. */
	readonly otherCount: number;
};

const outdatedAfterMs = 30_000;

const maxWordWidth = 24;

/** The context to measure a deployment in: one that is no longer listed is measured up to when it was last seen. */
const measuredIn = ({seenAt, isListed}: Headline, context: RowContext): RowContext =>
	isListed || seenAt === undefined ? context : {...context, now: seenAt};

/** When an unconcluded deployment was last seen, if that is so long ago that it may be over. */
const lastSeenAt = ({deployment, seenAt}: Headline, {now}: RowContext): ServiceTime | undefined =>
	!isConcluded(deployment) && seenAt !== undefined && now - seenAt >= outdatedAfterMs ? seenAt : undefined;

/** The longest form of elapsed and expected time that fits beside `used` cells. */
function timeSpans(headline: Headline, room: number, context: RowContext): Line {
	const {deployment, usual} = headline;
	const [spent, expected, times] = progressText(deployment, usual, measuredIn(headline, context));
	if (!spent) return [];
	const forms = [
		[spent, expected, times],
		[spent, times],
	].map(form => form.filter(span => span !== undefined));
	return forms.find(form => lineWidth(form) <= room) ?? [spent];
}

function stateSpans(deployment: Deployment, context: RowContext): Line {
	const sign = signOf(deployment, context);
	const word = outcomeWord(deployment);
	return [
		sign,
		space,
		word === undefined ? textOrNothing(word, context) : {text: cut(word, maxWordWidth), tone: sign.tone},
	];
}

/** What and where it is, how long it takes, and when that was: as much as fits. */
function statusLine(headline: Headline, width: number, context: RowContext): Line {
	const {deployment, otherCount, usual} = headline;
	const state = stateSpans(deployment, context);
	const seenAt = lastSeenAt(headline, context);
	const seen: Line = seenAt === undefined ? [] : [{text: plain`last seen ${age(seenAt, context.now)}`, tone: 'strong'}];
	const used = [state, seen].filter(spans => spans.length > 0).reduce((sum, spans) => sum + lineWidth(spans) + 3, 0);
	const concludedAt = isConcluded(deployment) ? endedAt(deployment) : undefined;
	const environment = deployment.environmentId?.shown;
	const version = versionText(deployment.uploadVersion);
	const parts: readonly Part[] = [
		{spans: state, keep: 9},
		{spans: environment === undefined ? [] : [{text: environment, tone: 'plain'}], keep: 4},
		{spans: version === undefined ? [] : [{text: version, tone: 'strong'}], keep: 5},
		{spans: timeSpans(headline, width - used, context), keep: 8},
		{spans: seen, keep: 7},
		{spans: concludedAt === undefined ? [] : [{text: age(concludedAt, context.now), tone: 'quiet'}], keep: 3},
		{spans: otherCount === 0 ? [] : [{text: plain`${otherCount} more in progress`, tone: 'busy'}], keep: 2},
	];
	const line = fittingParts(parts, width);
	if (!usual) return line;
	const legend: Line = [
		{text: plain`median ${elapsed(usual.medianMs)} · 9 of 10 by ${elapsed(usual.p90Ms)}`, tone: 'quiet'},
	];
	const gap = width - lineWidth(line);
	return lineWidth(legend) + 3 <= gap ? [...line, ...fitSpans(legend, gap, 'right')] : line;
}

/** What a failed deployment differed in, by label. What is the same goes first if there is little room. */
function differences({deployment, changes, success}: Headline, context: RowContext) {
	const fields = failureDifferences(deployment, changes, success, context);
	return (...labels: readonly string[]): readonly Part[] =>
		labels.flatMap(wanted =>
			fields
				.filter(({label}) => label === wanted)
				.map(({label, value}) => ({
					spans: [{text: safe(`${label} `), tone: 'quiet'}, value],
					keep: value.tone === 'quiet' && label !== 'compared with' ? 1 : 2,
				})),
		);
}

/** How a failed deployment differed from the success, in two lines. */
function differenceLines(headline: Headline, width: number, context: RowContext): readonly Line[] {
	const partsOf = differences(headline, context);
	return [
		fittingParts(partsOf('ended in', 'took'), width),
		fittingParts(partsOf('version', 'environment', 'compared with'), width),
	];
}

const failureLine = (headline: Headline, width: number, context: RowContext): Line =>
	fittingParts(
		[
			{spans: stateSpans(headline.deployment, context), keep: 9},
			...differences(headline, context)('version', 'took', 'ended in'),
		],
		width,
	);

/** The observed stages. Without an observed change, they would only repeat the status. */
function stagesLine({deployment, changes}: Headline, width: number, context: RowContext): Line {
	if (changes.length > 0) return pipelineLine(deployment, changes, width, context);
	return isConcluded(deployment) ? [] : cutLine([{text: plain`no change observed yet`, tone: 'quiet'}], width);
}

/**
A deployment at a glance, in one line or three: what it is and how long it takes; then a bar with its stages, or, if it failed, how it differed from the last success.

Without a usual duration there is no bar.
*/
export function headlineLines(
	headline: Headline,
	size: {readonly width: number; readonly height: number},
	context: RowContext,
): readonly Line[] {
	const {deployment, usual} = headline;
	const [width, height] = [wholeCells(size.width), wholeCells(size.height)];
	const status = statusLine(headline, width, context);
	const isFailure = hasFailed(deployment, context.wordMeanings);
	if (height < 3) return [isFailure ? failureLine(headline, width, context) : status].slice(0, height);
	if (isFailure) return [status, ...differenceLines(headline, width, context)];
	const measured = measuredIn(headline, context);
	const stages = stagesLine(headline, width, measured);
	return usual && durationMs(deployment, measured.now) !== undefined
		? [status, progressBar(deployment, usual, width, measured, lastSeenAt(headline, context)), stages]
		: [status, stages, []];
}

/** Returns the title of a project's screen in exactly `width` cells: its name, and at the right its latest upload, status and mode. */
export function projectTitleLine(name: SafeText, project: Project | undefined, width: number): Line {
	const version = versionText(project?.latestUploadVersion);
	const facts = [version && plain`${version} latest upload`, project?.status?.shown, project?.uploadMode?.shown];
	const text = safe(facts.filter(fact => fact !== undefined && fact.trim() !== '').join(' · '), 1000);
	const right = cells(name) + cells(text) + 3 <= width ? text : plain``;
	const left = fitSpans([{text: name, tone: 'strong'}], width - cells(right));
	return [...left, {text: right, tone: 'quiet'}];
}
