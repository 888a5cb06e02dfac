import type {LocalTime} from '../base/clock.ts';
import {hasLookedEverywhere, isCaughtUp, withAbsenceReported} from '../state/absence.ts';
import {withoutOldReason} from '../state/key-guard.ts';
import {probingAt} from '../state/requests.ts';
import type {State} from '../state/state.ts';
import {learn, type SyncContext} from './store.ts';

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
	[endReason, reportAbsence].map(plan => startTimer(context, plan));

/** The pause between two checks. Timers resume where they stopped when the computer wakes up, so a sleep is noticed one pause later at most. */
const checkMs = {focused: 2000, away: 30_000};

/** A check that is later than this means that the computer slept, or that the terminal blocked the process. */
const maxDelayMs = 5000;

/** Detects that the computer has slept, or that its clock was set ahead, while a service is connected. Returns a function that stops it. */
export function startSleepDetector({store, clock}: Pick<SyncContext, 'store' | 'clock'>): () => void {
	let checkedAt = clock.now();
	/** Infinity while no service is connected. */
	let dueAt = Number.POSITIVE_INFINITY;
	let cancelTimer = () => {};

	function check() {
		const {connection, presence} = store.get();
		const [since, now] = [checkedAt, clock.now()];
		const hasSlept = now > dueAt + maxDelayMs;
		const pauseMs = presence.isFocused ? checkMs.focused : checkMs.away;
		cancelTimer();
		cancelTimer = connection ? clock.after(pauseMs, check) : () => {};
		checkedAt = now;
		dueAt = connection ? now + pauseMs : Number.POSITIVE_INFINITY;
		if (hasSlept) learn(store, {type: 'woke-up', since, at: now});
	}

	check();
	const unsubscribe = store.subscribe((before, after, fact) => {
		const hasConnected = before.connection?.id !== after.connection?.id;
		const hasFocusChanged = before.presence.isFocused !== after.presence.isFocused;
		if (hasConnected || hasFocusChanged || fact?.type === 'read-failed') check();
	});
	return () => {
		unsubscribe();
		cancelTimer();
	};
}
