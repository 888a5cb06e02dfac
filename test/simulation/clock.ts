import {type Clock, createNow} from '../../src/clock.ts';

/** A clock that jumps from one timer to the next, and that can simulate sleep and clock changes. */
export type SimulatedClock = Clock & {
	/** Advances the clock and runs each due timer at its time, with everything it starts. */
	readonly run: (forMs: number) => Promise<void>;
	/** Moves the computer's clock forward or back while timers keep their remaining time, as when the computer sleeps or its clock is set. */
	readonly jump: (byMs: number) => void;
	/** The current and the maximum number of timers. */
	readonly pending: () => number;
	readonly maxPending: () => number;
};

/** Waits until everything that is ready has run. */
const turn = () => new Promise<void>(resolve => setImmediate(resolve));

export function createSimulatedClock(startsAt: number): SimulatedClock {
	let elapsed = 0;
	/** The computer's clock minus `elapsed`. */
	let offset = startsAt;
	let maxPending = 0;
	const readings = {wall: () => offset + elapsed, elapsed: () => elapsed};
	const timers = new Set<{readonly dueAt: number; readonly then: () => void}>();

	function next(until: number) {
		let first: {readonly dueAt: number; readonly then: () => void} | undefined;
		for (const timer of timers) {
			if (timer.dueAt <= until && (first === undefined || timer.dueAt < first.dueAt)) first = timer;
		}

		return first;
	}

	return {
		...readings,
		now: createNow(readings),
		pending: () => timers.size,
		maxPending: () => maxPending,

		after(delayMs, then) {
			// Timers have a resolution of a millisecond.
			const timer = {dueAt: elapsed + Math.ceil(Math.max(delayMs, 0)), then};
			timers.add(timer);
			maxPending = Math.max(maxPending, timers.size);
			return () => timers.delete(timer);
		},

		jump(byMs) {
			offset += byMs;
		},

		async run(forMs) {
			const until = elapsed + forMs;
			await turn();
			for (;;) {
				const timer = next(until);
				if (!timer) break;
				timers.delete(timer);
				elapsed = Math.max(elapsed, timer.dueAt);
				timer.then();
				await turn();
			}

			elapsed = until;
			await turn();
		},
	};
}
