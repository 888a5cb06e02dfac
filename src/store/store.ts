import type {LocalTime} from '../clock.ts';
import {afterChange} from './after-change.ts';
import type {Fact, ReadFact} from './facts.ts';
import {isObsolete, withFact} from './reducers/reads.ts';
import {type Event, reduceSlices} from './reducers/reduce.ts';
import type {State} from './state/state.ts';

/** Receives the state before and after each change, and the fact that caused it, if it has a name. */
type Listener = (before: State, after: State, fact: Fact | undefined) => void;

/** A pure function of the state and the time, by the local clock. */
type Change = (state: State, now: LocalTime) => State;

/** Holds the state. Only `change` changes it, and every listener receives the changes in the same order. */
export type Store = {
	readonly get: () => State;
	/** Takes effect at once. A change made by a listener waits until all listeners have received the current one. Listeners hear of a fact even if the state stays the same, but a read that is obsolete by now is dropped. */
	readonly change: (change: Change, fact?: Fact) => void;
	readonly dispatch: (event: Event) => void;
	/** Returns a function that ends the subscription. */
	readonly subscribe: (listener: Listener) => () => void;
};

export function createStore(initial: State, now: () => LocalTime): Store {
	let state = initial;
	let queue: Array<{readonly change: Change; readonly fact: Fact | undefined; readonly isShim: boolean}> | undefined;
	const listeners = new Set<Listener>();

	function enqueue(change: Change, fact: Fact | undefined, isShim: boolean) {
		if (queue) {
			queue.push({change, fact, isShim});
			return;
		}

		queue = [{change, fact, isShim}];
		try {
			for (const queued of queue) {
				const before = state;
				if (queued.fact && isObsolete(before, queued.fact)) continue;
				const at = now();
				state = afterChange(before, queued.change(before, at), queued.fact, at);
				if (state === before && (!queued.fact || queued.isShim)) continue;
				for (const listener of listeners) listener(before, state, queued.fact);
			}
		} finally {
			queue = undefined;
		}
	}

	return {
		get: () => state,
		change: (change, fact) => enqueue(change, fact, false),
		dispatch: event => enqueue(current => reduceSlices(current, event), event, true),

		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** Makes the state what a fact says, and tells all listeners. */
export const learn = (store: Pick<Store, 'change'>, fact: ReadFact): void =>
	store.change(state => withFact(state, fact), fact);
