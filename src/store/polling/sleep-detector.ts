import type {Clock, LocalTime} from '../../clock.ts';
import type {Store} from '../store.ts';

/** The interval of the heartbeat. Timers resume where they stopped when the computer wakes up, so a sleep is noticed one interval later at most. */
const heartbeatMs = {focused: 2000, away: 30_000};

/** A heartbeat later than this means that the computer slept, or that the terminal blocked the process. */
const maxDelayMs = 5000;

/** A clock that goes back by less was corrected by time synchronization. */
const maxCorrectionMs = 2000;

/** Detects that the computer has slept or that its clock was set, while a service is connected. Returns a function that stops it. */
export function startSleepDetector({store, clock}: {readonly store: Store; readonly clock: Clock}): () => void {
	/** When the last heartbeat was, and the pause until the next. Undefined while no service is connected. */
	let beat: {readonly at: LocalTime; readonly pauseMs: number} | undefined;
	let cancelTimer = () => {};

	function onBeat() {
		const now = clock.now();
		const since = beat?.at ?? now;
		const hasSlept = now - since > (beat?.pauseMs ?? 0) + maxDelayMs || now < since - maxCorrectionMs;
		schedule(now);
		if (hasSlept) store.dispatch({type: 'woke-up', since, at: now});
	}

	function schedule(now: LocalTime) {
		const {
			presence: {isFocused},
			connection,
		} = store.get();
		const pauseMs = isFocused ? heartbeatMs.focused : heartbeatMs.away;
		cancelTimer();
		beat = connection ? {at: now, pauseMs} : undefined;
		cancelTimer = beat ? clock.after(pauseMs, onBeat) : () => {};
	}

	const unsubscribe = store.subscribe(({type}) => {
		if (['connected', 'focus-changed', 'read-failed'].includes(type)) onBeat();
	});
	schedule(clock.now());
	return () => {
		unsubscribe();
		cancelTimer();
	};
}
