import {type Event, reduce} from './reducers/reduce.ts';
import type {State} from './state/state.ts';

/** Hears an event, with the state before and after it. */
type Listener = (event: Event, before: State, after: State) => void;

/** What is true now. Only events change it, and every listener hears each of them in the same order. */
export type Store = {
	readonly get: () => State;
	/** Takes effect at once; what a listener dispatches, after all listeners have heard the current event. */
	readonly dispatch: (event: Event) => void;
	/** Gives what ends the subscription. */
	readonly subscribe: (listener: Listener) => () => void;
};

export function createStore(initial: State): Store {
	let state = initial;
	let queue: Event[] | undefined;
	const listeners = new Set<Listener>();

	function apply(event: Event) {
		const before = state;
		state = reduce(before, event);
		if (state === before) return;
		for (const listener of listeners) listener(event, before, state);
	}

	return {
		get: () => state,

		dispatch(event) {
			if (queue) {
				queue.push(event);
				return;
			}

			queue = [event];
			try {
				for (const queued of queue) apply(queued);
			} finally {
				queue = undefined;
			}
		},

		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
