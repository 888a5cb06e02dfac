import type {Clock, LocalTime} from '../../clock.ts';
import {learn, type Store} from '../store.ts';

/** The pause between two checks. Timers resume where they stopped when the computer wakes up, so a sleep is noticed one pause later at most. */
const checkMs = {focused: 2000, away: 30_000};

/** A check that is later than this means that the computer slept, or that the terminal blocked the process. */
const maxDelayMs = 5000;

/** Detects that the computer has slept, or that its clock was set ahead, while a service is connected. Returns a function that stops it. */
export function startSleepDetector({store, clock}: {readonly store: Store; readonly clock: Clock}): () => void {
	/** When the last check was, by the local clock, and the pause until the next. Undefined while no service is connected. */
	let last: {readonly at: LocalTime; readonly pauseMs: number} | undefined;
	let cancelTimer = () => {};

	function check() {
		const now = clock.now();
		const since = last?.at ?? now;
		const hasSlept = now - since > (last?.pauseMs ?? 0) + maxDelayMs;
		schedule(now);
		if (hasSlept) learn(store, {type: 'woke-up', since, at: now});
	}

	function schedule(now: LocalTime) {
		const {
			presence: {isFocused},
			connection,
		} = store.get();
		const pauseMs = isFocused ? checkMs.focused : checkMs.away;
		cancelTimer();
		last = connection ? {at: now, pauseMs} : undefined;
		cancelTimer = last ? clock.after(pauseMs, check) : () => {};
	}

	const unsubscribe = store.subscribe((before, after, fact) => {
		const hasConnected = before.connection?.id !== after.connection?.id;
		const hasFocusChanged = before.presence.isFocused !== after.presence.isFocused;
		if (hasConnected || hasFocusChanged || fact?.type === 'read-failed') check();
	});
	schedule(clock.now());
	return () => {
		unsubscribe();
		cancelTimer();
	};
}
