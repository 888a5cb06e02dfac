import type {Clock} from '../../clock.ts';

/** A longer pause between two ticks means that the computer slept. */
const maxTickMs = 5000;

/** Measures elapsed time. Sleep and changes to the clock of the computer do not count. */
export type AwakeTime = {
	/** Call it at least every second. Returns the milliseconds since the start. */
	readonly tick: () => number;
	/** How far the clock has been set back since the start, in milliseconds: by so much, a moment at the start is now earlier than it was. */
	readonly setBackMs: () => number;
};

export function createAwakeTime({now}: Pick<Clock, 'now'>): AwakeTime {
	let last = now();
	let passedMs = 0;
	let setBackMs = 0;
	return {
		tick() {
			const at = now();
			const sinceMs = at - last;
			last = at;
			if (sinceMs > 0 && sinceMs <= maxTickMs) passedMs += sinceMs;
			setBackMs += Math.max(0, -sinceMs);
			return passedMs;
		},
		setBackMs: () => setBackMs,
	};
}
