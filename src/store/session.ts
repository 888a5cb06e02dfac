import type {CallRecord} from '../api/call-record.ts';
import type {Clock} from '../clock.ts';
import type {Access} from './access.ts';
import {type Actions, createActions} from './actions.ts';
import type {Profile} from './connection.ts';
import {createConnections} from './connections.ts';
import {startFading} from './fading.ts';
import {startHeartbeat} from './heartbeat.ts';
import {type JournalOf, startKeeping} from './keeping.ts';
import type {Size} from './layout.ts';
import {startLoader} from './loader.ts';
import {startPaletteSearch} from './palette-search.ts';
import type {Preferences} from './preferences.ts';
import {initialState} from './state.ts';
import {createStore, type Store} from './store.ts';
import {startTelling} from './telling.ts';

type SessionOptions = {
	readonly clock: Clock;
	readonly size: Size;
	readonly requestsPerMinute: number;
	readonly profiles: readonly Profile[];
	/** Keeps what happens: of a demo in another place than of a service. */
	readonly journalOf: JournalOf;
	readonly preferences: Preferences;
	/** Gives an id that nothing else has. */
	readonly newId: () => string;
	/** Makes the ways into services. Every call of every client must be told to `onCall`; until `quietUntil` the service in use is left alone. */
	readonly access: (onCall: (record: CallRecord) => void, quietUntil: () => number) => Access;
};

/** Everything of landfall but the screens: what is true, what can be done, and the reads that keep it true. */
export type Session = {
	readonly store: Store;
	readonly actions: Actions;
	readonly stop: () => void;
	/** Whether a write is under way, or has no answer. */
	readonly isWriting: () => boolean;
};

export function startSession(options: SessionOptions): Session {
	const {clock, size, requestsPerMinute, profiles, access, journalOf, preferences, newId} = options;
	const {rules, pins} = preferences;
	const initial = {...initialState(size, profiles, requestsPerMinute), rules, pins};
	const store = createStore(initial);
	const connections = createConnections();
	const {actions, sender} = createActions({
		store,
		connections,
		clock,
		journalOf,
		preferences,
		newId,
		access: access(
			record => store.dispatch({type: 'call-ended', record}),
			() => store.get().pace.quietUntil,
		),
	});
	const stopKeeping = startKeeping({store, clock, journalOf});
	const stopTakingUp = store.subscribe(event => {
		if (event.type === 'recalled') sender.takeUp(event.memory.intents);
	});
	const stopLoader = startLoader({store, connections, clock});
	const stopHeartbeat = startHeartbeat({store, clock});
	const stopFading = startFading({store, clock});
	const stopTelling = startTelling({store, clock});
	const stopPaletteSearch = startPaletteSearch({store, clock});
	return {
		store,
		actions,
		isWriting: sender.isBusy,

		stop() {
			stopLoader();
			stopHeartbeat();
			stopFading();
			stopTelling();
			stopPaletteSearch();
			stopTakingUp();
			sender.stop();
			stopKeeping();
		},
	};
}
