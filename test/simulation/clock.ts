import type {Clock} from '../../src/clock.ts';

/** A clock that jumps from one timer to the next, and that can simulate sleep and clock changes. */
export type SimulatedClock = Clock & {
	/** Advances the clock and runs each due timer at its time, with everything it starts. */
	readonly run: (forMs: number) => Promise<void>;
	/** Moves the wall clock forward or back while timers keep their remaining time, as when the computer sleeps or its clock is set. */
	readonly jump: (byMs: number) => void;
	/** The time that has passed, without sleep and clock changes. */
	readonly passed: () => number;
	/** The current and the maximum number of timers. */
	readonly pending: () => number;
	readonly maxPending: () => number;
};

/** Waits until everything that is ready has run. */
const turn = () => new Promise<void>(resolve => setImmediate(resolve));

export function createSimulatedClock(startsAt: number): SimulatedClock {
	let now = startsAt;
	let maxPending = 0;
	let passedMs = 0;
	const timers = new Set<{dueAt: number; readonly then: () => void}>();

	function next(until: number) {
		let first: {dueAt: number; readonly then: () => void} | undefined;
		for (const timer of timers) {
			if (timer.dueAt <= until && (first === undefined || timer.dueAt < first.dueAt)) first = timer;
		}

		return first;
	}

	return {
		now: () => now,
		passed: () => passedMs,
		pending: () => timers.size,
		maxPending: () => maxPending,

		after(delayMs, then) {
			// Timers have a resolution of a millisecond.
			const timer = {dueAt: now + Math.ceil(Math.max(delayMs, 0)), then};
			timers.add(timer);
			maxPending = Math.max(maxPending, timers.size);
			return () => timers.delete(timer);
		},

		jump(byMs) {
			now += byMs;
			for (const timer of timers) timer.dueAt += byMs;
		},

		async run(forMs) {
			// A clock change meanwhile does not alter how long the clock runs.
			let leftMs = forMs;
			await turn();
			for (;;) {
				const timer = next(now + leftMs);
				if (!timer) break;
				timers.delete(timer);
				const passed = Math.max(0, timer.dueAt - now);
				now += passed;
				passedMs += passed;
				leftMs -= passed;
				timer.then();
				await turn();
			}

			now += leftMs;
			passedMs += leftMs;
			await turn();
		},
	};
}
