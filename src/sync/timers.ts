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

/** Lets happen what happens by itself: looks when the reason for an ignored key is no longer shown, and every second while an absence is to be reported. Returns a function that stops it. */
export function startTimers({store, clock}: Pick<SyncContext, 'store' | 'clock'>): () => void {
	let cancel: (() => void) | undefined;

	function look() {
		cancel = undefined;
		store.change((state, now) => withReportDue(withoutOldReason(state, now), now));
		waitFor(store.get());
	}

	function waitFor({interface: {reason}, presence: {away}}: State) {
		if (!reason && away?.until === undefined) return;
		const reasonMs = reason ? reason.until - clock.now() : absenceCheckMs;
		cancel ??= clock.after(Math.min(reasonMs, absenceCheckMs), look);
	}

	const unsubscribe = store.subscribe((_before, state) => waitFor(state));
	return () => {
		unsubscribe();
		cancel?.();
	};
}

/** The pause between two checks. Timers resume where they stopped when the computer wakes up, so a sleep is noticed one pause later at most. */
const checkMs = {focused: 2000, away: 30_000};

/** A check that is later than this means that the computer slept, or that the terminal blocked the process. */
const maxDelayMs = 5000;

/** Detects that the computer has slept, or that its clock was set ahead, while a service is connected. Calls `onCheck` with each check, of which there is one when the user returns. Returns a function that stops it. */
export function startSleepDetector(
	{store, clock}: Pick<SyncContext, 'store' | 'clock'>,
	onCheck = () => {},
): () => void {
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
		if (connection) onCheck();
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
