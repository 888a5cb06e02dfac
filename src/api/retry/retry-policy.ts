import {type Clock, sleep} from '../../clock.ts';
import {createRateLimit, type RateLimit} from './rate-limit.ts';
import {createRetry, type Retry} from './retry.ts';

/** The rate limit and retries for one service. Background reads are scheduled elsewhere, by the poll plan. */
export type Policy = {
	readonly limit: RateLimit;
	readonly retry: Retry;
	/** Resolves after the pause that the service asked for, or as soon as the signal is aborted. */
	readonly pause: (signal: AbortSignal) => Promise<void>;
};

/** A pause longer than this does not delay a read that the user waits for. */
const maxPauseMs = 30_000;

type PolicyOptions = {
	readonly clock: Clock;
	/** Returns numbers from 0 to 1. */
	readonly random: () => number;
	/** Until when the active service is paused: milliseconds since the epoch, by the local clock. */
	readonly quietUntil?: () => number;
};

export const createPolicy = ({clock, random, quietUntil = () => 0}: PolicyOptions): Policy => ({
	limit: createRateLimit(clock),
	retry: createRetry({clock, random}),

	async pause(signal) {
		const pauseMs = quietUntil() - clock.now();
		if (pauseMs > 0 && pauseMs <= maxPauseMs) await sleep(clock, pauseMs, signal);
	},
});
