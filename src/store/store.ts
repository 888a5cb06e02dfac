import {type Event, reduce} from './reduce.ts';
import type {State} from './state.ts';

/** What is true now. Changed by events only; whoever subscribed is told after each change. */
export type Store = {
	readonly get: () => State;
	readonly dispatch: (event: Event) => void;
	/** Gives what ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
};

export function createStore(initial: State): Store {
	let state = initial;
	const listeners = new Set<() => void>();
	return {
		get: () => state,
		dispatch(event) {
			const next = reduce(state, event);
			if (next === state) return;
			state = next;
			for (const listener of listeners) listener();
		},

		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
