import {type Deployment, isConcluded} from '../api/types.ts';
import {environmentKey, perEnvironment} from './deployment-table.ts';
import {outcomeOf, type WordMeanings} from './status-words.ts';

/** A moment that can be compared with others. Contradictory records hold anything. */
export const validTime = (ms: number | undefined): number | undefined =>
	ms !== undefined && Number.isFinite(ms) ? ms : undefined;

/** How long a concluded deployment took. Undefined if the service does not say, or says that it ended before it began. */
export function tookMs(deployment: Deployment): number | undefined {
	const [createdAt, concludedAt] = [validTime(deployment.createdAt), validTime(deployment.concludedAt)];
	if (createdAt === undefined || concludedAt === undefined || concludedAt < createdAt) return undefined;
	return concludedAt - createdAt;
}

/** How long a deployment took, or how long it has been running at `now`. */
export function durationMs(deployment: Deployment, now: number): number | undefined {
	if (isConcluded(deployment)) return tookMs(deployment);
	const createdAt = validTime(deployment.createdAt);
	return createdAt === undefined ? undefined : validTime(Math.max(0, now - createdAt));
}

/** No wrong clock or time zone puts the present further into the future. */
const maxAheadMs = 24 * 3_600_000;

/** When a deployment concluded, according to the service. Undefined if it does not say, or names a time that cannot have come by `now`. */
export function pastConclusion({concludedAt}: Pick<Deployment, 'concludedAt'>, now: number): number | undefined {
	const at = validTime(concludedAt);
	return at === undefined || at > now + maxAheadMs ? undefined : at;
}

/** When a concluded deployment ended, else the best guess: when it began. */
export const endedAt = ({concludedAt, createdAt}: Deployment): number | undefined =>
	validTime(concludedAt) ?? validTime(createdAt);

/** The same to sort by: what is not known counts as before all else. */
export const endOf = (deployment: Deployment): number => endedAt(deployment) ?? Number.NEGATIVE_INFINITY;

/** How long successful deployments of a project take in one environment. */
export type UsualRange = {
	readonly p10Ms: number;
	readonly medianMs: number;
	readonly p90Ms: number;
	readonly sampleCount: number;
};

/** Fewer deployments are too few for a share or a median. */
export const minSamples = 5;

/** Older successes say little about today. */
const maxSamples = 30;

/** The value below which `share` of the sorted values lie, interpolated between its neighbours. */
function quantile(sorted: readonly number[], share: number): number {
	const at = (sorted.length - 1) * share;
	const [lower = 0, upper = lower] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
	return lower + (upper - lower) * (at % 1);
}

export const hasSucceeded = (deployment: Deployment, wordMeanings: WordMeanings): boolean =>
	isConcluded(deployment) && outcomeOf(deployment, wordMeanings) === 'good';

export const hasFailed = (deployment: Deployment, wordMeanings: WordMeanings): boolean =>
	isConcluded(deployment) && outcomeOf(deployment, wordMeanings) === 'bad';

/** What is usual among deployments of one environment, newest first. Undefined with fewer than five successes. */
export function usualRange(deployments: readonly Deployment[], wordMeanings: WordMeanings): UsualRange | undefined {
	const samples: number[] = [];
	for (const deployment of deployments) {
		const ms = hasSucceeded(deployment, wordMeanings) ? tookMs(deployment) : undefined;
		if (ms !== undefined) samples.push(ms);
		if (samples.length === maxSamples) break;
	}

	if (samples.length < minSamples) return undefined;
	samples.sort((a, b) => a - b);
	const [p10Ms, medianMs, p90Ms] = [quantile(samples, 0.1), quantile(samples, 0.5), quantile(samples, 0.9)];
	return {p10Ms, medianMs, p90Ms, sampleCount: samples.length};
}

const usualIn = perEnvironment(usualRange);

/** What is usual in the environment of a deployment, given those of its project, newest first. */
export const usualOf = (
	deployments: readonly Deployment[],
	deployment: Deployment,
	wordMeanings: WordMeanings,
): UsualRange | undefined => usualIn(deployments, wordMeanings).get(environmentKey(deployment));
