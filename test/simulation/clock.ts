import type {Clock} from '../../src/clock.ts';

/** A clock that runs from one timer to the next, and whose computer can sleep and be set. */
export type SimulatedClock = Clock & {
	/** Lets time pass: each timer that falls due runs at its moment, with all that it set going. */
	readonly run: (forMs: number) => Promise<void>;
	/** The wall clock goes on by so much, or back, while timers keep what is left of them: a sleep of the computer, or somebody who sets the clock. */
	readonly jump: (byMs: number) => void;
	/** The time that has passed, whatever the clock was set to and however long the computer slept. */
	readonly passed: () => number;
	/** How many timers are set, and the most that ever were. */
	readonly pending: () => number;
	readonly maxPending: () => number;
};

/** Everything that was ready has run. */
const turn = () => new Promise<void>(resolve => setImmediate(resolve));

export function createSimulatedClock(startsAt: number): SimulatedClock {
	let now = startsAt;
	let most = 0;
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
		maxPending: () => most,

		after(delayMs, then) {
			// As timers are: to the millisecond.
			const timer = {dueAt: now + Math.ceil(Math.max(delayMs, 0)), then};
			timers.add(timer);
			most = Math.max(most, timers.size);
			return () => timers.delete(timer);
		},

		jump(byMs) {
			now += byMs;
			for (const timer of timers) timer.dueAt += byMs;
		},

		async run(forMs) {
			// Where the clock is set meanwhile, it still runs for as long.
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
