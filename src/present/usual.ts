import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../clock.ts';
import {duration} from '../duration.ts';
import {outcomeOf} from '../status-words.ts';
import {plain, type SafeText, safe} from '../text.ts';
import type {Context} from './column.ts';
import type {Line, SafeSpan} from './line.ts';
import {shapeOf} from './outcome.ts';

/** How long deployments of one environment of a project take: the median of so many that have concluded. */
export type Usual = {readonly medianMs: number; readonly samples: number};

/** Fewer say nothing. */
const minSamples = 5;

/** What happened longer ago says little about now. */
const maxSamples = 30;

/** From here on a deployment is called slow. */
const slowFrom = 1.5;

const median = (sorted: readonly number[]): number => {
	const middle = Math.floor(sorted.length / 2);
	const [upper = 0, lower = upper] = [sorted[middle], sorted[middle - 1]];
	return sorted.length % 2 === 1 ? upper : (upper + lower) / 2;
};

/** How long a deployment took, by the service's own times. */
function tookMs({createdAt, concludedAt}: Deployment): number | undefined {
	if (createdAt === undefined || concludedAt === undefined || concludedAt < createdAt) return undefined;
	return concludedAt - createdAt;
}

function usualOf(deployments: readonly Deployment[]): Usual | undefined {
	const times = deployments.map(tookMs).filter(ms => ms !== undefined);
	const samples = times.slice(0, maxSamples).sort((a, b) => a - b);
	return samples.length < minSamples ? undefined : {medianMs: median(samples), samples: samples.length};
}

/** What a project's deployments say together. They are given newest first. */
export type DeploymentsRecord = {
	/** The newest, at most thirty. */
	readonly newest: readonly Deployment[];
	/** By environment, as the service names it. */
	readonly usual: ReadonlyMap<string, Usual>;
	readonly overall: Usual | undefined;
};

/** How many deployments the strip shows. */
const stripLength = 30;

export function recordOf(deployments: readonly Deployment[]): DeploymentsRecord {
	const usual = new Map<string, Usual>();
	for (const [environment, own] of Map.groupBy(deployments, ({environmentId}) => environmentId?.exact ?? '')) {
		const known = usualOf(own);
		if (known) usual.set(environment, known);
	}

	return {newest: deployments.slice(0, stripLength), usual, overall: usualOf(deployments)};
}

/** What is usual where a deployment goes. */
export const usualFor = ({usual}: DeploymentsRecord, {environmentId}: Deployment): Usual | undefined =>
	usual.get(environmentId?.exact ?? '');

/** How many times longer than usual a deployment took, or has taken until now. */
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

/** How a deployment goes beside what is usual: a bar as long as it may take that long, or how many times longer it took. */
export function usualSpans(
	deployment: Deployment,
	usual: Usual | undefined,
	{now, isAscii}: Context,
): readonly SafeSpan[] {
	const times = usual && timesUsual(deployment, usual, now);
	if (!usual || times === undefined) return [];
	if (times >= slowFrom) {
		const tone = isConcluded(deployment) ? 'quiet' : 'bad';
		return [{text: safe(`${times.toFixed(1)}${isAscii ? 'x' : '×'} usual`), tone}];
	}

	if (isConcluded(deployment)) return [];
	return [
		{text: bar(times, isAscii), tone: 'busy'},
		{text: plain` ~${duration(usual.medianMs)}`, tone: 'quiet'},
	];
}

/** What is usual, in words: `1m 10s, median of 12`. */
export const usualText = ({medianMs, samples}: Usual): SafeText => plain`${duration(medianMs)}, median of ${samples}`;

/** The newest deployments as one sign each, the newest last; how many went well; how long they take. */
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
