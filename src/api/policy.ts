import type {Clock} from '../clock.ts';
import {createPatience, type Patience} from './patience.ts';
import {createRateLimit, type RateLimit} from './rate-limit.ts';

/** How one service is called: how fast, and how often in vain. Whether a read that nobody waits for is made at all is for the plan of the reads to say. */
export type Policy = {readonly limit: RateLimit; readonly patiently: Patience};

/** `random` gives numbers from 0 to 1. */
export const createPolicy = (options: {readonly clock: Clock; readonly random: () => number}): Policy => ({
	limit: createRateLimit(options.clock),
	patiently: createPatience(options),
});
