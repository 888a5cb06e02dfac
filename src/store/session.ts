import type {CallRecord} from '../api/call-record.ts';
import type {Clock} from '../clock.ts';
import type {Journal} from '../journal/journal.ts';
import type {Access} from './access.ts';
import {type Actions, createActions} from './actions.ts';
import {entriesOf} from './chronicle.ts';
import {createConnections} from './connections.ts';
import {startFading} from './fading.ts';
import {startLoader} from './loader.ts';
import {initialState, type Profile, type Size} from './state.ts';
import {createStore, type Store} from './store.ts';

type SessionOptions = {
	readonly clock: Clock;
	readonly size: Size;
	readonly requestsPerMinute: number;
	readonly profiles: readonly Profile[];
	readonly journal: Journal;
	/** Makes the ways into services. Every call of every client must be told to `onCall`. */
	readonly access: (onCall: (record: CallRecord) => void) => Access;
};

/** Everything of landfall but the screens: what is true, what can be done, and the reads that keep it true. */
export type Session = {readonly store: Store; readonly actions: Actions; readonly stop: () => void};

export function startSession({clock, size, requestsPerMinute, profiles, access, journal}: SessionOptions): Session {
	const store = createStore(initialState(size, profiles, requestsPerMinute), (event, before, after) => {
		for (const entry of entriesOf(event, before, after, clock.now())) {
			store.dispatch({type: 'recorded', entry: journal.record(entry)});
		}
	});
	const connections = createConnections();
	const actions = createActions({
		store,
		connections,
		clock,
		journal,
		access: access(record => store.dispatch({type: 'call-ended', record})),
	});
	const stopLoader = startLoader({store, connections, clock});
	const stopFading = startFading({store, clock});
	return {
		store,
		actions,

		stop() {
			stopLoader();
			stopFading();
		},
	};
}
