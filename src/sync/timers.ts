import type {LocalTime} from '../base/clock.ts';
import {findProjects, projectPartOf} from '../model/query.ts';
import {hasLookedEverywhere, isCaughtUp, withAbsenceReported} from '../state/absence.ts';
import {withFoundProjects} from '../state/dialogs.ts';
import {withoutOldReason} from '../state/key-guard.ts';
import {probingAt} from '../state/requests.ts';
import type {State} from '../state/state.ts';
import type {SyncContext} from './store.ts';

/** What is to happen some time after a change of the state. Undefined if nothing is. */
type Plan = (
	state: State,
	now: LocalTime,
) =>
	| undefined
	| {
			/** While this stays the same, the time goes on. */
			readonly key: unknown;
			readonly delayMs: number;
			/** What is to happen. If it leaves the state as it is, the plan is made again. */
			readonly change: (state: State, now: LocalTime) => State;
	  };

/** Removes the reason why a key did nothing when its time is over. */
const endReason: Plan = ({interface: {reason}}, now) =>
	reason && {key: reason.until, delayMs: reason.until - now, change: withoutOldReason};

/** Searches the loaded projects for the text in the palette, after the typed character is drawn. */
const searchPalette: Plan = ({interface: {dialog}}) => {
	if (dialog?.name !== 'palette' || dialog.typed === '' || dialog.typed === dialog.found.typed) return undefined;
	const {typed} = dialog;
	return {
		key: typed,
		delayMs: 0,
		change: state =>
			withFoundProjects(state, {typed, projects: findProjects(state.projects.list, projectPartOf(typed))}),
	};
};

const absenceCheckMs = 1000;

/** How long the report waits for reads after the user's return. `running`: for deployments that were in progress; `everywhere`: for all projects. */
const maxWaitMs = {everywhere: 15_000, running: 60_000};

/** Reports what happened while the user was away, once it has been read. */
const reportAbsence: Plan = ({presence: {away}}) => {
	const until = away?.until;
	if (until === undefined) return undefined;
	const isDue = (state: State, sinceMs: number) => {
		if (probingAt(state) !== undefined) return false;
		if (!isCaughtUp(state)) return sinceMs >= maxWaitMs.running;
		return hasLookedEverywhere(state) || sinceMs >= maxWaitMs.everywhere;
	};
	return {
		key: until,
		delayMs: absenceCheckMs,
		change: (state, now) => (isDue(state, now - until) ? withAbsenceReported(state, now) : state),
	};
};

/** Keeps one timer for what the plan says about the current state. */
function startTimer({store, clock}: Pick<SyncContext, 'store' | 'clock'>, plan: Plan): () => void {
	let key: unknown;
	let cancel = () => {};

	function update() {
		const planned = plan(store.get(), clock.now());
		if (planned?.key === key) return;
		cancel();
		key = planned?.key;
		cancel = () => {};
		if (!planned) return;
		cancel = clock.after(planned.delayMs, () => {
			key = undefined;
			store.change(planned.change);
			update();
		});
	}

	const unsubscribe = store.subscribe(update);
	return () => {
		unsubscribe();
		cancel();
	};
}

/** Lets happen what happens by itself, some time after the state has changed. Returns functions that stop it. */
export const startTimers = (context: Pick<SyncContext, 'store' | 'clock'>): ReadonlyArray<() => void> =>
	[endReason, searchPalette, reportAbsence].map(plan => startTimer(context, plan));
