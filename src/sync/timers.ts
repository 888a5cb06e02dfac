import type {LocalTime} from '../base/clock.ts';
import {hasLookedEverywhere, isCaughtUp, withAbsenceReported} from '../state/absence.ts';
import {withoutOldReason} from '../state/key-guard.ts';
import {probingAt} from '../state/requests.ts';
import type {State} from '../state/state.ts';
import {learn, type SyncContext} from './store.ts';

const absenceCheckMs = 1000;

/** How long the report waits for reads after the user's return. `running`: for deployments that were in progress; `everywhere`: for all projects. */
const maxWaitMs = {everywhere: 15_000, running: 60_000};

/** Reports what happened while the user was away, once it has been read. */
function withReportDue(state: State, now: LocalTime): State {
	const sinceMs = now - (state.presence.away?.until ?? now);
	if (probingAt(state) !== undefined) return state;
	const isComplete = isCaughtUp(state) && (hasLookedEverywhere(state) || sinceMs >= maxWaitMs.everywhere);
	return isComplete || sinceMs >= maxWaitMs.running ? withAbsenceReported(state, now) : state;
}

/** Changes the state at the time that it names, or every second from then on until it names another or none. Returns a function that stops it. */
function startTimer(
	{store, clock}: Pick<SyncContext, 'store' | 'clock'>,
	timeIn: (state: State) => LocalTime | undefined,
	change: (state: State, now: LocalTime) => State,
): () => void {
	let time: LocalTime | undefined;
	let cancel = () => {};

	function wait(delayMs: number) {
		const awaited = time;
		cancel = clock.after(delayMs, () => {
			store.change(change);
			if (time === awaited) wait(absenceCheckMs);
		});
	}

	const unsubscribe = store.subscribe((_before, state) => {
		if (timeIn(state) === time) return;
		cancel();
		time = timeIn(state);
		if (time !== undefined) wait(Math.max(time - clock.now(), 0));
	});
	return () => {
		unsubscribe();
		cancel();
	};
}

/** Lets happen what happens by itself, some time after the state has changed. Returns functions that stop it. */
export const startTimers = (context: Pick<SyncContext, 'store' | 'clock'>): ReadonlyArray<() => void> => [
	startTimer(context, ({interface: {reason}}) => reason?.until, withoutOldReason),
	startTimer(context, ({presence: {away}}) => away?.until && away.until + absenceCheckMs, withReportDue),
];

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
