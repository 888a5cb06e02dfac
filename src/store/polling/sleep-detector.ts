import type {Clock, LocalTime} from '../../clock.ts';
import type {Store} from '../store.ts';

/** A timer of a computer that sleeps goes on where it was, so a sleep shows at the next beat at the latest: soon after somebody is back. */
const beatMs = {focused: 2000, away: 30_000};

/** A beat so much too late was asleep with the computer, or with a terminal that took nothing. */
const lateMs = 5000;

/** A clock that goes back by less was set right by its keeper. */
const setBackMs = 2000;

/** Notices that the computer has slept or that its clock was set, while a service is read. Gives what stops it. */
export function startSleepDetector({store, clock}: {readonly store: Store; readonly clock: Clock}): () => void {
	/** When the last beat was, and when the next one is due. Undefined while nothing is read. */
	let beat: {readonly at: LocalTime; readonly pauseMs: number} | undefined;
	let callOff = () => {};

	function onBeat() {
		const now = clock.now();
		const since = beat?.at ?? now;
		const hasSlept = now - since > (beat?.pauseMs ?? 0) + lateMs || now < since - setBackMs;
		follow(now);
		if (hasSlept) store.dispatch({type: 'woke-up', since, at: now});
	}

	function follow(now: LocalTime) {
		const {
			presence: {isFocused},
			connection,
		} = store.get();
		const pauseMs = isFocused ? beatMs.focused : beatMs.away;
		callOff();
		beat = connection ? {at: now, pauseMs} : undefined;
		callOff = beat ? clock.after(pauseMs, onBeat) : () => {};
	}

	const unsubscribe = store.subscribe(({type}) => {
		if (['connected', 'focus-changed', 'read-failed'].includes(type)) onBeat();
	});
	follow(clock.now());
	return () => {
		unsubscribe();
		callOff();
	};
}
