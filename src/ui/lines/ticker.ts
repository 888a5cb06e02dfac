import type {Clock} from '../../base/clock.ts';
import {currentScreen} from '../../state/state.ts';
import type {Store} from '../../sync/store.ts';

/** How often the ages on the screen are updated. */
const tickMs = 1000;

/** How old the time may be while the terminal is not focused. Until it changes, a frame redraws only the rows that a read has changed. */
export const awayMs = 10_000;

/** The clock that the screen is drawn by. */
export type Ticker = {
	/** Milliseconds since the epoch by the local clock, in whole seconds. Advances only with the ticks, so that a key press does not redraw the ages of all rows, and seldom while the terminal is not focused. */
	readonly now: () => number;
	/** Calls `listener` on each tick. Returns a function that unsubscribes. */
	readonly subscribe: (listener: () => void) => () => void;
	readonly stop: () => void;
};

/** Starts a ticker that ticks once a second while a service is connected and somebody is expected to look: the terminal is focused, or a screen is open that nobody sits at. */
export function startTicker({store, clock}: {readonly store: Store; readonly clock: Clock}): Ticker {
	const listeners = new Set<() => void>();
	let now = Number.NEGATIVE_INFINITY;
	let cancel: (() => void) | undefined;

	const secondNow = () => Math.floor(clock.now() / tickMs) * tickMs;
	const schedule = () => {
		const state = store.get();
		const isWatched = state.presence.isFocused || currentScreen(state).name === 'wall';
		const isTicking = isWatched && state.connection !== undefined;
		if (isTicking && !cancel) {
			cancel = clock.after(tickMs, () => {
				cancel = undefined;
				now = secondNow();
				for (const listener of listeners) listener();
				schedule();
			});
		} else if (!isTicking) {
			cancel?.();
			cancel = undefined;
		}
	};

	const unsubscribe = store.subscribe(schedule);
	schedule();
	return {
		now() {
			const second = secondNow();
			const maxAgeMs = store.get().presence.isFocused ? 0 : awayMs;
			if (second < now || second >= now + (cancel === undefined ? maxAgeMs : 2 * tickMs)) now = second;
			return now;
		},

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
