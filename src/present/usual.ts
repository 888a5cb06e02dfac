import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../clock.ts';
import {duration} from '../duration.ts';
import {outcomeOf} from '../status-words.ts';
import {plain, type SafeText, safe} from '../text.ts';
import type {Context} from './column.ts';
import type {Line, SafeSpan} from './line.ts';
import {shapeOf} from './outcome.ts';

/** The usual duration of deployments: the median of the latest concluded ones. */
export type Usual = {readonly medianMs: number; readonly samples: number};

const minSamples = 5;

/** Older deployments are ignored because their durations may no longer be typical. */
const maxSamples = 30;

/** A deployment is slow from this multiple of the median. */
const slowFactor = 1.5;

const median = (sorted: readonly number[]): number => {
	const middle = Math.floor(sorted.length / 2);
	const [upper = 0, lower = upper] = [sorted[middle], sorted[middle - 1]];
	return sorted.length % 2 === 1 ? upper : (upper + lower) / 2;
};

/** How long a deployment took, by the service's clock. */
function tookMs({createdAt, concludedAt}: Deployment): number | undefined {
	if (createdAt === undefined || concludedAt === undefined || concludedAt < createdAt) return undefined;
	return concludedAt - createdAt;
}

function usualOf(deployments: readonly Deployment[]): Usual | undefined {
	const times = deployments.map(tookMs).filter(ms => ms !== undefined);
	const samples = times.slice(0, maxSamples).sort((a, b) => a - b);
	return samples.length < minSamples ? undefined : {medianMs: median(samples), samples: samples.length};
}

/** The statistics of a project's deployments. */
export type DeploymentsRecord = {
	/** At most `stripLength` deployments, newest first. */
	readonly newest: readonly Deployment[];
	/** By the environment's exact id; '' for deployments without one. */
	readonly usual: ReadonlyMap<string, Usual>;
	readonly overall: Usual | undefined;
};

/** How many deployments the strip shows. */
const stripLength = 30;

/** Returns the statistics of deployments that are sorted newest first. */
export function recordOf(deployments: readonly Deployment[]): DeploymentsRecord {
	const usual = new Map<string, Usual>();
	for (const [environment, own] of Map.groupBy(deployments, ({environmentId}) => environmentId?.exact ?? '')) {
		const known = usualOf(own);
		if (known) usual.set(environment, known);
	}

	return {newest: deployments.slice(0, stripLength), usual, overall: usualOf(deployments)};
}

/** Returns the usual duration for a deployment's environment. Undefined with too few samples. */
export const usualFor = ({usual}: DeploymentsRecord, {environmentId}: Deployment): Usual | undefined =>
	usual.get(environmentId?.exact ?? '');

/** A deployment's duration as a multiple of the median, up to `now` while it is running. */
function timesUsual(deployment: Deployment, {medianMs}: Usual, now: ServiceTime): number | undefined {
	const {createdAt} = deployment;
	const ms = isConcluded(deployment) ? tookMs(deployment) : createdAt === undefined ? undefined : now - createdAt;
	return ms === undefined || medianMs <= 0 ? undefined : Math.max(0, ms / medianMs);
}

const barWidth = 8;

function bar(times: number, isAscii: boolean): SafeText {
	const full = Math.min(barWidth, Math.floor(times * barWidth));
	const [done, rest] = isAscii ? ['=', '.'] : ['━', '╌'];
	return safe(done.repeat(full) + rest.repeat(barWidth - full));
}

/** Returns a deployment's comparison with the usual duration: a progress bar while it is running, or the multiple if it is slow. */
export function usualSpans(
	deployment: Deployment,
	usual: Usual | undefined,
	{now, isAscii}: Context,
): readonly SafeSpan[] {
	const times = usual && timesUsual(deployment, usual, now);
	if (!usual || times === undefined) return [];
	if (times >= slowFactor) {
		const tone = isConcluded(deployment) ? 'quiet' : 'bad';
		return [{text: safe(`${times.toFixed(1)}${isAscii ? 'x' : '×'} usual`), tone}];
	}

	if (isConcluded(deployment)) return [];
	return [
		{text: bar(times, isAscii), tone: 'busy'},
		{text: plain` ~${duration(usual.medianMs)}`, tone: 'quiet'},
	];
}

/** Returns the usual duration as text: `1m 10s, median of 12`. */
export const usualText = ({medianMs, samples}: Usual): SafeText => plain`${duration(medianMs)}, median of ${samples}`;

/** Returns the newest deployments as one sign each, the newest last, with the success rate and the usual duration. */
export function stripLine({newest, overall}: DeploymentsRecord, context: Context): Line {
	const outcomes = newest.map(deployment => outcomeOf(deployment, context.pins));
	const concluded = newest.filter(isConcluded).length;
	const good = newest.filter((deployment, at) => isConcluded(deployment) && outcomes[at] === 'good').length;
	const rate =
		concluded === 0 ? plain`` : plain`   ${Math.round((100 * good) / concluded)}% good, ${good} of ${concluded}`;
	const usual = overall ? plain` · usually ${usualText(overall)}` : plain``;
	return [
		...outcomes.toReversed().map(outcome => shapeOf(outcome, context)),
		{text: plain`${rate}${usual}`, tone: 'quiet'},
	];
}
