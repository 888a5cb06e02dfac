import type {KeyContext} from '../contexts.ts';

/** How often ages on the screen are brought up to date. */
const tickMs = 1000;

/** The time that the screen goes by. */
export type Ticker = {
	/** Milliseconds since the epoch by the local clock, in whole seconds. It moves with the ticks, so that no key pays for the ages of all rows. */
	readonly now: () => number;
	/** Hears each tick. Gives what ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
	readonly stop: () => void;
};

/** Ticks once a second while somebody looks at something that has an age. */
export function startTicker({store, clock}: Pick<KeyContext, 'store' | 'clock'>): Ticker {
	const listeners = new Set<() => void>();
	let now = Number.NEGATIVE_INFINITY;
	let cancel: (() => void) | undefined;

	const secondNow = () => Math.floor(clock.now() / tickMs) * tickMs;
	const schedule = () => {
		const {
			presence: {isFocused},
			connection,
		} = store.get();
		const isTicking = isFocused && connection !== undefined;
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
			if (cancel === undefined || second < now || second >= now + 2 * tickMs) now = second;
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
