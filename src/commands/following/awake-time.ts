import type {Clock} from '../../clock.ts';

/** A longer pause between two ticks is sleep. */
const maxTickMs = 5000;

/** Measures time without that in which the computer slept, and whatever its clock is set to. */
export type AwakeTime = {
	/** Call it at least every second. Returns how much time has passed since the start. */
	readonly tick: () => number;
};

export function createAwakeTime({now}: Pick<Clock, 'now'>): AwakeTime {
	let last = now();
	let passedMs = 0;
	return {
		tick() {
			const at = now();
			const sinceMs = at - last;
			last = at;
			if (sinceMs > 0 && sinceMs <= maxTickMs) passedMs += sinceMs;
			return passedMs;
		},
	};
}
