import {type Clock, type LocalTime, sleep} from '../../clock.ts';
import {createRateLimit, type RateLimit} from './rate-limit.ts';
import {createRetry, type Retry} from './retry.ts';

/** The rate limit and retries for one service. Background reads are scheduled elsewhere, by the poll plan. */
export type Policy = {
	readonly limit: RateLimit;
	readonly retry: Retry;
	/** Resolves after the pause that the service asked for, or as soon as the signal is aborted. */
	readonly pause: (signal: AbortSignal) => Promise<void>;
	/** Until when the service asked for a pause, by the local clock. Undefined if that is over. */
	readonly pausedUntil: () => LocalTime | undefined;
	/** Whether `pause` would wait. */
	readonly isWaiting: () => boolean;
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

export function createPolicy({clock, random, quietUntil = () => 0}: PolicyOptions): Policy {
	const pauseMs = () => quietUntil() - clock.now();
	const isWaiting = () => pauseMs() > 0 && pauseMs() <= maxPauseMs;
	return {
		limit: createRateLimit(clock),
		retry: createRetry({clock, random}),
		isWaiting,
		pausedUntil: () => (pauseMs() > 0 ? quietUntil() : undefined),

		async pause(signal) {
			if (isWaiting()) await sleep(clock, pauseMs(), signal);
		},
	};
}
