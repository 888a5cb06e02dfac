import type {Clock} from '../../src/clock.ts';

/** A clock that stands still until it is told to go on. */
export type TestClock = Clock & {
	/** Lets time pass: every timer that falls due runs at its own moment, and what it set going is let finish. */
	readonly advance: (byMs: number) => Promise<void>;
	/** Lets time pass while nothing runs, as when a computer sleeps; then what fell due meanwhile runs late. */
	readonly sleep: (byMs: number) => Promise<void>;
	/** Sets the clock back as a person does: timers go on as if nothing had happened. */
	readonly setBack: (byMs: number) => void;
	/** How many timers are set. */
	readonly pending: () => number;
};

/** How many turns of the loop an answer of a service in this process takes to be on the screen, and some to spare. */
const turns = 8;

/** Everything that is ready to run has run, and what it set going in its turn. */
export async function settled(): Promise<void> {
	for (let turn = 0; turn < turns; turn++) await new Promise(resolve => setImmediate(resolve));
}

export function createTestClock(startsAt = Date.UTC(2026, 5, 1, 12)): TestClock {
	let now = startsAt;
	const timers = new Set<{dueAt: number; readonly then: () => void}>();

	return {
		now: () => now,
		pending: () => timers.size,

		after(delayMs, then) {
			const timer = {dueAt: now + Math.max(delayMs, 0), then};
			timers.add(timer);
			return () => timers.delete(timer);
		},

		setBack(byMs) {
			now -= byMs;
			for (const timer of timers) timer.dueAt -= byMs;
		},

		async sleep(byMs) {
			now += byMs;
			await this.advance(0);
		},

		async advance(byMs) {
			const until = now + byMs;
			await settled();
			for (;;) {
				const [next] = [...timers].filter(({dueAt}) => dueAt <= until).sort((a, b) => a.dueAt - b.dueAt);
				if (!next) break;
				timers.delete(next);
				now = Math.max(now, next.dueAt);
				next.then();
				await settled();
			}

			now = until;
			await settled();
		},
	};
}
