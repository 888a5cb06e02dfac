import {type Event, reduce} from './reducers/reduce.ts';
import type {State} from './state/state.ts';

/** Receives each event that changed the state, with the state before and after it. */
type Listener = (event: Event, before: State, after: State) => void;

/** Holds the state. Only events change it, and every listener receives them in the same order. */
export type Store = {
	readonly get: () => State;
	/** Takes effect at once. An event dispatched by a listener waits until all listeners have received the current one. */
	readonly dispatch: (event: Event) => void;
	/** Returns a function that ends the subscription. */
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
