import type {Clock, LocalTime} from '../../clock.ts';
import {absenceText, hasLookedEverywhere, isCaughtUp} from '../reducers/absence.ts';
import {probingAt} from '../state/probes.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';

const checkMs = 1000;

/** After this what is not read yet is said to be so. */
const patience = {everywhere: 15_000, running: 60_000};

/** What is too little to tell of: so short a time in which nothing happened. */
const worthTellingMs = 10 * 60_000;

function isTimeToTell(state: State, now: LocalTime): boolean {
	const {away} = state.presence;
	if (away?.until === undefined || probingAt(state) !== undefined) return false;
	const sinceMs = now - away.until;
	if (!isCaughtUp(state)) return sinceMs >= patience.running;
	return hasLookedEverywhere(state) || sinceMs >= patience.everywhere;
}

/** Tells somebody who is back what happened meanwhile, once that has been read. Gives what stops it. */
export function startAbsenceReport({store, clock}: {readonly store: Store; readonly clock: Clock}): () => void {
	let callOff: (() => void) | undefined;

	const check = () => {
		callOff = undefined;
		const state = store.get();
		const {away} = state.presence;
		if (away?.until === undefined) return;
		if (!isTimeToTell(state, clock.now())) return plan();
		const isNothing = away.concluded.size === 0 && away.until - away.since < worthTellingMs;
		const isBad = [...away.concluded.values()].some(name => name !== undefined);
		store.dispatch({
			type: 'absence-reported',
			text: isNothing ? undefined : absenceText(state),
			isBad,
			at: clock.now(),
		});
	};

	const plan = () => {
		if (store.get().presence.away?.until !== undefined) callOff ??= clock.after(checkMs, check);
	};

	const unsubscribe = store.subscribe(plan);
	return () => {
		unsubscribe();
		callOff?.();
	};
}
