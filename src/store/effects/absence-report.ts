import type {Clock, LocalTime} from '../../clock.ts';
import {absenceText, hasLookedEverywhere, isCaughtUp} from '../reducers/absence.ts';
import {probingAt} from '../state/retries.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';

const checkMs = 1000;

/** How long the report waits for reads after the user's return. `running`: for deployments that were in progress; `everywhere`: for all projects. */
const maxWaitMs = {everywhere: 15_000, running: 60_000};

/** A shorter absence in which nothing concluded is not reported. */
const minUneventfulMs = 10 * 60_000;

function isReportDue(state: State, now: LocalTime): boolean {
	const {away} = state.presence;
	if (away?.until === undefined || probingAt(state) !== undefined) return false;
	const sinceMs = now - away.until;
	if (!isCaughtUp(state)) return sinceMs >= maxWaitMs.running;
	return hasLookedEverywhere(state) || sinceMs >= maxWaitMs.everywhere;
}

/** Reports what happened while the user was away, once it has been read. Returns a function that stops it. */
export function startAbsenceReport({store, clock}: {readonly store: Store; readonly clock: Clock}): () => void {
	let cancelTimer: (() => void) | undefined;

	const check = () => {
		cancelTimer = undefined;
		const state = store.get();
		const {away} = state.presence;
		if (away?.until === undefined) return;
		if (!isReportDue(state, clock.now())) return schedule();
		const isUneventful = away.concluded.size === 0 && away.until - away.since < minUneventfulMs;
		const isBad = [...away.concluded.values()].some(name => name !== undefined);
		store.dispatch({
			type: 'absence-reported',
			text: isUneventful ? undefined : absenceText(state),
			isBad,
			at: clock.now(),
		});
	};

	const schedule = () => {
		if (store.get().presence.away?.until !== undefined) cancelTimer ??= clock.after(checkMs, check);
	};

	const unsubscribe = store.subscribe(schedule);
	return () => {
		unsubscribe();
		cancelTimer?.();
	};
}
