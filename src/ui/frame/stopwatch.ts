import {type FrameTimes, framesTogether, noFrames} from '../../store/model/health/figures.ts';

/** Measures how long frames take. */
export type Stopwatch = {
	/** Returns a function that does the work and counts as a frame. */
	readonly timed: (work: () => void) => () => void;
	readonly read: () => FrameTimes;
	readonly reset: () => void;
};

/** `now`: milliseconds by a clock that is never set. */
export function createStopwatch(now: () => number): Stopwatch {
	let frames = noFrames;
	return {
		read: () => frames,

		reset() {
			frames = noFrames;
		},

		timed: work => () => {
			const startedAt = now();
			work();
			const tookMs = now() - startedAt;
			frames = framesTogether(frames, {count: 1, totalMs: tookMs, maxMs: tookMs});
		},
	};
}
