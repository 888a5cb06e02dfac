import {type Deployment, isConcluded, type Project} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {elapsed} from '../base/duration.ts';
import {cells, cut, plain, type SafeText, safe} from '../base/text.ts';
import {durationMs, endedAt, hasFailed} from '../model/durations.ts';
import {outcomeWord} from '../model/status-words.ts';
import {type DeploymentView, failureDifferences, measuredAt, progressBar, progressText} from './deployment.ts';
import {fittingParts, type Part, wholeCells} from './drawing.ts';
import {age} from './format.ts';
import {cutLine, fitSpans, type Line, lineWidth, space, type Tone} from './line.ts';
import {signOf} from './outcome.ts';
import {type RowContext, textOrNothing, versionText} from './table.ts';
import {pipelineLine} from './timeline.ts';

/** The deployment that stands above the list of its project. */
export type Headline = Pick<DeploymentView, 'deployment' | 'changes' | 'usual' | 'asOf'> & {
	/** When the list was last read. Without an `asOf`, it had the deployment then. */
	readonly readAt: ServiceTime | undefined;
	/** What to compare it with if it failed. */
	readonly success: Deployment | undefined;
	/** How many other deployments of the project are in progress. */
	readonly otherCount: number;
};

const outdatedAfterMs = 30_000;

const maxWordWidth = 24;

/** When an unconcluded deployment was last seen, if that is so long ago that it may be over. */
function lastSeenAt({deployment, asOf, readAt}: Headline, {now}: RowContext): ServiceTime | undefined {
	const seenAt = asOf ?? readAt;
	return !isConcluded(deployment) && seenAt !== undefined && now - seenAt >= outdatedAfterMs ? seenAt : undefined;
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

/** What and where it is, how long it takes, and when that was: as much as fits. */
function statusLine(headline: Headline, width: number, context: RowContext): Line {
	const {deployment, otherCount, usual, asOf} = headline;
	const seenAt = lastSeenAt(headline, context);
	const concludedAt = isConcluded(deployment) ? endedAt(deployment) : undefined;
	const state = {spans: stateSpans(deployment, context), keep: 9};
	const seen = textPart(seenAt === undefined ? undefined : plain`last seen ${age(seenAt, context.now)}`, 7, 'strong');
	const progress = progressText(deployment, usual, measuredAt(asOf, context));
	const [spent = [], expected = [], times = []] = progress.map(span => [span]);
	// The expected time goes first, then everything but the elapsed time.
	const room = width - lineWidth(fittingParts([state, seen], Number.POSITIVE_INFINITY)) - 3;
	const forms = [
		[...spent, ...expected, ...times],
		[...spent, ...times],
	];
	const line = fittingParts(
		[
			state,
			textPart(deployment.environmentId?.shown, 4),
			textPart(versionText(deployment.uploadVersion), 5, 'strong'),
			{spans: forms.find(form => lineWidth(form) <= room) ?? spent, keep: 8},
			seen,
			textPart(concludedAt === undefined ? undefined : age(concludedAt, context.now), 3, 'quiet'),
			textPart(otherCount === 0 ? undefined : plain`${otherCount} more in progress`, 2, 'busy'),
		],
		width,
	);
	if (!usual) return line;
	const legend = plain`median ${elapsed(usual.medianMs)} · 9 of 10 by ${elapsed(usual.p90Ms)}`;
	const gap = width - lineWidth(line);
	return cells(legend) + 3 <= gap ? [...line, ...fitSpans([{text: legend, tone: 'quiet'}], gap, 'right')] : line;
}

/** How a failed deployment differed from the success, in one line or two. What is the same goes first if there is little room. */
function failureLines(headline: Headline, width: number, height: number, context: RowContext): readonly Line[] {
	const {deployment, success} = headline;
	const parts = failureDifferences(headline, success, context).map(({label, value}) => ({
		label,
		spans: [{text: safe(`${label} `), tone: 'quiet' as const}, value],
		keep: value.tone === 'quiet' && label !== 'compared with' ? 1 : 2,
	}));
	const labelled = (...labels: readonly string[]) =>
		labels.flatMap(wanted => parts.filter(({label}) => label === wanted));
	if (height < 3) {
		const state = {spans: stateSpans(deployment, context), keep: 9};
		return [fittingParts([state, ...labelled('version', 'took', 'ended in')], width)];
	}

	const above = labelled('ended in', 'took');
	const last = labelled('compared with');
	const others = parts.filter(part => ![...above, ...last].includes(part));
	return [statusLine(headline, width, context), fittingParts(above, width), fittingParts([...others, ...last], width)];
}

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
	const {deployment, usual, asOf} = headline;
	const [width, height] = [wholeCells(size.width), wholeCells(size.height)];
	if (height === 0) return [];
	if (hasFailed(deployment, context.wordMeanings)) return failureLines(headline, width, height, context);
	const status = statusLine(headline, width, context);
	if (height < 3) return [status];
	const measured = measuredAt(asOf, context);
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
