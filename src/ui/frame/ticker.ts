import {currentScreen} from '../../state/state.ts';
import type {AppContext, Ticker} from '../contexts.ts';

const tickMs = 1000;

/** Ticks once a second while connected, if somebody may be looking: the terminal is focused, or the wall is open. */
export function startTicker({store, clock}: Pick<AppContext, 'store' | 'clock'>): Ticker {
	const listeners = new Set<() => void>();
	let now = Number.NEGATIVE_INFINITY;
	let cancel: (() => void) | undefined;

	const secondNow = () => Math.floor(clock.now() / tickMs) * tickMs;
	const tick = () => {
		cancel = undefined;
		now = secondNow();
		for (const listener of listeners) listener();
		schedule();
	};
	const schedule = () => {
		const state = store.get();
		const isWatched = state.presence.isFocused || currentScreen(state).name === 'wall';
		const isTicking = isWatched && state.connection !== undefined;
		const second = secondNow();
		// A tick may be late.
		if (!isTicking || second < now || second >= now + 2 * tickMs) now = second;
		if (isTicking) {
			cancel ??= clock.after(tickMs, tick);
		} else {
			cancel?.();
			cancel = undefined;
		}
	};

	const unsubscribe = store.subscribe(schedule);
	schedule();
	return {
		now: () => now,

		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},

		stop() {
			unsubscribe();
			cancel?.();
		},
	};
}
