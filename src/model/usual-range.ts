import {type Deployment, isConcluded} from '../api/types.ts';
import {type SafeText, safe} from '../base/text.ts';
import {tookMs} from './durations.ts';
import {outcomeOf, type WordMeanings} from './status-words.ts';

/** How long successful deployments of a project take in one environment. */
export type UsualRange = {
	readonly p10Ms: number;
	readonly medianMs: number;
	readonly p90Ms: number;
	readonly sampleCount: number;
};

/** Fewer successes say too little. */
const minSamples = 5;

/** Older successes say little about today. */
const maxSamples = 30;

/** The value below which `share` of the sorted values lie, interpolated between its neighbours. */
function quantile(sorted: readonly number[], share: number): number {
	const at = (sorted.length - 1) * share;
	const [lower = 0, upper = lower] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
	return lower + (upper - lower) * (at % 1);
}

/** Whether a deployment is over and succeeded. */
export const hasSucceeded = (deployment: Deployment, wordMeanings: WordMeanings): boolean =>
	isConcluded(deployment) && outcomeOf(deployment, wordMeanings) === 'good';

/** Whether a deployment is over and failed. */
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

/** `2.3× usual` for a duration beyond the 90th percentile, as a multiple of the median. Undefined for any other. */
export function timesUsualText(
	ms: number,
	{medianMs, p90Ms}: UsualRange,
	{isAscii}: {readonly isAscii: boolean},
): SafeText | undefined {
	const times = medianMs > 0 ? (ms / medianMs).toFixed(1) : '1.0';
	return ms <= p90Ms || times === '1.0' ? undefined : safe(`${times}${isAscii ? 'x' : '×'} usual`);
}
