import {type Event, reduce} from './reduce.ts';
import type {State} from './state.ts';

/** What is true now. Changed by events only; whoever subscribed is told after each change. */
export type Store = {
	readonly get: () => State;
	readonly dispatch: (event: Event) => void;
	/** Gives what ends the subscription. */
	readonly subscribe: (listener: (event: Event) => void) => () => void;
};

/** Hears every event, with the state before and after it. */
type Listener = (event: Event, before: State, after: State) => void;

export function createStore(initial: State, onEvent: Listener = () => {}): Store {
	let state = initial;
	const listeners = new Set<(event: Event) => void>();
	return {
		get: () => state,
		dispatch(event) {
			const before = state;
			const next = reduce(before, event);
			if (next === before) return;
			state = next;
			for (const listener of listeners) listener(event);
			onEvent(event, before, next);
		},

		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
