import {withInterface} from '../state/state.ts';
import type {SyncContext} from './store.ts';

export function startTimers({store, clock}: Pick<SyncContext, 'store' | 'clock'>): () => void {
	let cancel = () => {};
	const remove = () => store.change(state => withInterface(state, {reason: undefined}));
	const unsubscribe = store.subscribe((_before, {interface: {reason}}) => {
		cancel();
		if (reason) cancel = clock.after(reason.until - clock.now(), remove);
	});
	return () => {
		unsubscribe();
		cancel();
	};
}

/** Timers stop during a sleep and then go on, so a sleep is noticed at most one pause after its end. */
const checkMs = {focused: 2000, away: 30_000};

/** A longer delay means that the computer slept, or that the terminal blocked the process. */
const maxCheckDelayMs = 5000;

/** Detects that the computer slept or its clock was set ahead. Calls `onCheck` with every check, and whenever the user returns. */
export function startSleepDetector(
	{store, clock}: Pick<SyncContext, 'store' | 'clock'>,
	onCheck = () => {},
): () => void {
	let checkedAt = clock.now();
	let dueAt = Number.POSITIVE_INFINITY;
	let cancelTimer = () => {};

	function check() {
		const {connection, presence} = store.get();
		const [since, now] = [checkedAt, clock.now()];
		const hasSlept = now > dueAt + maxCheckDelayMs;
		const pauseMs = presence.isFocused ? checkMs.focused : checkMs.away;
		cancelTimer();
		cancelTimer = connection ? clock.after(pauseMs, check) : () => {};
		checkedAt = now;
		dueAt = connection ? now + pauseMs : Number.POSITIVE_INFINITY;
		if (hasSlept) store.learn({type: 'woke-up', since, at: now});
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
