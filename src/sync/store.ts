import type {Clock, LocalTime} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import type {ConnectedService} from '../model/connection.ts';
import {afterChange} from '../state/after-change.ts';
import type {Fact, ReadFact} from '../state/facts.ts';
import {isObsolete, withFact} from '../state/reads.ts';
import {type NoticeTone, type State, withNotice} from '../state/state.ts';
import type {Connections} from './connections.ts';

/** Receives the state before and after each change, and the fact that caused it, if it has a name. */
type Listener = (before: State, after: State, fact: Fact | undefined) => void;

/** A pure function of the state and the time, by the local clock. */
type StateChange = (state: State, now: LocalTime) => State;

/** Holds the state. Only `change` changes it, and every listener receives the changes in the same order. */
export type Store = {
	readonly get: () => State;
	/** Takes effect at once. A change made by a listener waits until all listeners have received the current one. Listeners hear of a fact even if the state stays the same, but a read that is obsolete by now is dropped. */
	readonly change: (change: StateChange, fact?: Fact) => void;
	readonly subscribe: (listener: Listener) => () => void;
};

/** What everything that reads, writes or listens works with. */
export type SyncContext = {
	readonly store: Store;
	readonly connections: Connections;
	readonly clock: Clock;
	/** Returns the journal of a connection, or the one to use while none is open. A demo, and a service without a journal, have one in memory. */
	readonly journalOf: (connection: Pick<ConnectedService, 'isDemo' | 'isWithoutJournal'> | undefined) => Journal;
	readonly newId: () => string;
};

export function createStore(initial: State, now: () => LocalTime): Store {
	let state = initial;
	let queue: Array<() => void> | undefined;
	const listeners = new Set<Listener>();

	function apply(change: StateChange, fact: Fact | undefined) {
		const before = state;
		if (fact && isObsolete(before, fact)) return;
		const at = now();
		state = afterChange(before, change(before, at), fact, at);
		if (state === before && !fact) return;
		for (const listener of listeners) listener(before, state, fact);
	}

	return {
		get: () => state,

		change(change, fact) {
			if (queue) {
				queue.push(() => apply(change, fact));
				return;
			}

			queue = [() => apply(change, fact)];
			try {
				for (const run of queue) run();
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

/** Makes the state what a fact says, and tells all listeners. */
export const learn = (store: Pick<Store, 'change'>, fact: ReadFact): void =>
	store.change(state => withFact(state, fact), fact);

export const notify = (store: Pick<Store, 'change'>, text: SafeText, tone: NoticeTone): void =>
	store.change((state, now) => withNotice(state, text, tone, now));
