import {type Clock, sleep} from '../../clock.ts';
import {createRateLimit, type RateLimit} from './rate-limit.ts';
import {createPatience, type Patience} from './retry.ts';

/** How one service is called: how fast, and how often in vain. Whether a read that nobody waits for is made at all is for the plan of the reads to say. */
export type Policy = {
	readonly limit: RateLimit;
	readonly patiently: Patience;
	/** Resolves when the pause is over that the service asked for, or as soon as the call was given up. */
	readonly pause: (signal: AbortSignal) => Promise<void>;
};

/** A read that a person waits for is tried at once where the pause is longer than this: they may know better. */
const maxPauseMs = 30_000;

type PolicyOptions = {
	readonly clock: Clock;
	/** Gives numbers from 0 to 1. */
	readonly random: () => number;
	/** Until when the service in use is left alone, whatever was asked of it. */
	readonly quietUntil?: () => number;
};

export const createPolicy = ({clock, random, quietUntil = () => 0}: PolicyOptions): Policy => ({
	limit: createRateLimit(clock),
	patiently: createPatience({clock, random}),

	async pause(signal) {
		const pauseMs = quietUntil() - clock.now();
		if (pauseMs > 0 && pauseMs <= maxPauseMs) await sleep(clock, pauseMs, signal);
	},
});
