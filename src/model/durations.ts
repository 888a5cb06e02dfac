import {type Deployment, isConcluded} from '../api/types.ts';
import {environmentKey, perEnvironment} from './deployment-table.ts';
import {outcomeOf, type WordMeanings} from './status-words.ts';

/** Undefined if a time is missing, or if the end comes before the start. */
export function tookMs({createdAt, concludedAt}: Deployment): number | undefined {
	if (createdAt === undefined || concludedAt === undefined || concludedAt < createdAt) return undefined;
	return concludedAt - createdAt;
}

export function durationMs(deployment: Deployment, now: number): number | undefined {
	if (isConcluded(deployment)) return tookMs(deployment);
	return deployment.createdAt === undefined ? undefined : Math.max(0, now - deployment.createdAt);
}

/** No wrong clock or time zone is further ahead than this. */
const maxAheadMs = 24 * 3_600_000;

/** Undefined if the time is missing, or cannot have come by `now`. */
export const pastConclusion = ({concludedAt}: Pick<Deployment, 'concludedAt'>, now: number): number | undefined =>
	concludedAt === undefined || concludedAt > now + maxAheadMs ? undefined : concludedAt;

export const endedAt = ({concludedAt, createdAt}: Deployment): number | undefined => concludedAt ?? createdAt;

export const endOf = (deployment: Deployment): number => endedAt(deployment) ?? Number.NEGATIVE_INFINITY;

const minSamples = 5;

const maxSamples = 30;

export const hasSucceeded = (deployment: Deployment, wordMeanings: WordMeanings): boolean =>
	isConcluded(deployment) && outcomeOf(deployment, wordMeanings) === 'good';

export const hasFailed = (deployment: Deployment, wordMeanings: WordMeanings): boolean =>
	isConcluded(deployment) && outcomeOf(deployment, wordMeanings) === 'bad';

/** The last success before the deployment in the same environment. `deployments`: newest first. */
export function lastSuccessBefore(
	deployment: Deployment,
	deployments: readonly Deployment[],
	wordMeanings: WordMeanings,
): Deployment | undefined {
	const {id, projectId, createdAt = Number.POSITIVE_INFINITY} = deployment;
	return deployments.find(
		other =>
			other.id !== id &&
			other.projectId === projectId &&
			(other.createdAt ?? Number.NEGATIVE_INFINITY) < createdAt &&
			environmentKey(other) === environmentKey(deployment) &&
			hasSucceeded(other, wordMeanings),
	);
}

export function medianOf(values: readonly number[]): number | undefined {
	const sorted = values.toSorted((a, b) => a - b);
	const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
	return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}

const usualByEnvironment = perEnvironment((own, wordMeanings) => {
	const successes = own.filter(deployment => hasSucceeded(deployment, wordMeanings));
	const samples = successes.flatMap(success => tookMs(success) ?? []).slice(0, maxSamples);
	return samples.length < minSamples ? undefined : medianOf(samples);
});

/** The usual duration in its environment. `deployments`: newest first. Undefined with fewer than five successes. */
export const usualOf = (
	deployments: readonly Deployment[],
	deployment: Deployment,
	wordMeanings: WordMeanings,
): number | undefined => usualByEnvironment(deployments, wordMeanings).get(environmentKey(deployment));
