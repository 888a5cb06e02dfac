import type {Clock} from '../../clock.ts';

/** A longer pause between two ticks means that the computer slept. */
const maxTickMs = 5000;

/** Returns a function that returns the milliseconds since the start, without the time that the computer slept. Call it at least every second. */
export function createAwakeTime({elapsed}: Pick<Clock, 'elapsed'>): () => number {
	let last = elapsed();
	let passedMs = 0;
	return () => {
		const sinceMs = elapsed() - last;
		last += sinceMs;
		if (sinceMs <= maxTickMs) passedMs += sinceMs;
		return passedMs;
	};
}
