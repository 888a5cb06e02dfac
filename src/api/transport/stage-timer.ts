import type {Clock} from '../../clock.ts';

export type StageTimer = {
	/** Ends the previous stage, and starts one that may take `limitMs`. */
	readonly start: (limitMs: number) => void;
	readonly stop: () => void;
};

/** Returns a timer that calls `expire` once a stage takes too long. A stage that may last at least as long as the one that the timer was set for only notes its limit: a request passes through its stages within milliseconds, and setting a timer for each costs more than all else that is done for it. */
export function createStageTimer(clock: Pick<Clock, 'elapsed' | 'after'>, expire: () => void): StageTimer {
	let cancel: (() => void) | undefined;
	let setMs = 0;
	let startedAt = 0;
	let limitMs = 0;
	let isSetForStage = false;

	function set(delayMs: number) {
		cancel?.();
		setMs = delayMs;
		isSetForStage = true;
		cancel = clock.after(delayMs, fire);
	}

	function fire() {
		cancel = undefined;
		const elapsedMs = isSetForStage ? limitMs : clock.elapsed() - startedAt;
		if (elapsedMs >= limitMs) expire();
		else set(limitMs - elapsedMs);
	}

	return {
		start(ms) {
			startedAt = clock.elapsed();
			limitMs = ms;
			isSetForStage = false;
			if (!cancel || ms < setMs) set(ms);
		},

		stop() {
			cancel?.();
			cancel = undefined;
		},
	};
}
