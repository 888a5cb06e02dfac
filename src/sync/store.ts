import type {Clock, LocalTime} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import type {Connection} from '../model/connection.ts';
import {afterChange} from '../state/after-change.ts';
import type {Fact} from '../state/facts.ts';
import {afterFact, isObsolete} from '../state/reads.ts';
import {type NoticeTone, type State, withNotice} from '../state/state.ts';
import {afterWrite} from '../state/writes.ts';
import type {Connections} from './connections.ts';

type Listener = (before: State, after: State, fact: Fact | undefined) => void;

type StateChange = (state: State, now: LocalTime) => State;

/** All listeners receive all changes in the same order. If a listener makes a change, it waits until all have received the current one. */
export type Store = {
	readonly get: () => State;
	readonly change: (change: StateChange) => void;
	/** Tells listeners of a fact even if the state stays the same. Drops an obsolete read. */
	readonly learn: (fact: Fact) => void;
	readonly subscribe: (listener: Listener) => () => void;
};

export type SyncContext = {
	readonly store: Store;
	readonly connections: Connections;
	readonly clock: Clock;
	/** The journal of a connection. The demo and services without a journal have one in memory. Undefined gives the journal to use while nothing is open. */
	readonly journalOf: (connection: Pick<Connection, 'isDemo' | 'isWithoutJournal'> | undefined) => Journal;
	readonly newId: () => string;
};

export function createStore(initial: State, now: () => LocalTime): Store {
	let state = initial;
	let queue: Array<() => void> | undefined;
	const listeners = new Set<Listener>();

	function become(changed: State, fact: Fact | undefined, at: LocalTime) {
		const before = state;
		state = afterChange(before, changed, fact, at);
		if (state === before && !fact) return;
		for (const listener of listeners) listener(before, state, fact);
	}

	function inTurn(run: () => void) {
		if (queue) {
			queue.push(run);
			return;
		}

		queue = [run];
		try {
			for (const next of queue) next();
		} finally {
			queue = undefined;
		}
	}

	return {
		get: () => state,

		change(change) {
			inTurn(() => {
				const at = now();
				become(change(state, at), undefined, at);
			});
		},

		learn(fact) {
			inTurn(() => {
				if (isObsolete(state, fact)) return;
				const at = now();
				const {state: changed, detected} =
					fact.type === 'write-done' ? afterWrite(state, fact, at) : afterFact(state, fact);
				become(changed, {...fact, detected}, at);
			});
		},

		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

export const notify = (store: Pick<Store, 'change'>, text: SafeText, tone: NoticeTone): void =>
	store.change((state, now) => withNotice(state, text, tone, now));
