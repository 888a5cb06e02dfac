import type {CallRecord} from '../api/call-record.ts';
import type {Clock} from '../clock.ts';
import {type Actions, createActions} from './actions/actions.ts';
import {startAbsenceReport} from './effects/absence-report.ts';
import {createClients} from './effects/clients.ts';
import {type JournalOf, startJournalSync} from './effects/journal-sync.ts';
import {startPaletteSearch} from './effects/palette-search.ts';
import {startTombstoneTimer} from './effects/tombstone-timer.ts';
import type {Profile} from './model/connection.ts';
import type {Size} from './model/layout.ts';
import type {ServiceAccess} from './model/login.ts';
import type {Preferences} from './model/preferences.ts';
import {startLoader} from './polling/loader.ts';
import {startSleepDetector} from './polling/sleep-detector.ts';
import {initialState} from './state/state.ts';
import {createStore, type Store} from './store.ts';

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
	readonly access: (onCall: (record: CallRecord) => void, quietUntil: () => number) => ServiceAccess;
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
	const initial = initialState(size, profiles, requestsPerMinute);
	const store = createStore({
		...initial,
		presence: {...initial.presence, rules},
		interface: {...initial.interface, pins},
	});
	const connections = createClients();
	const {actions, sender} = createActions({
		store,
		connections,
		clock,
		journalOf,
		preferences,
		newId,
		access: access(
			record => store.dispatch({type: 'call-ended', record}),
			() => store.get().polling.throttle.quietUntil,
		),
	});
	const stopKeeping = startJournalSync({store, clock, journalOf});
	const stopTakingUp = store.subscribe(event => {
		if (event.type === 'journal-recalled') sender.takeUp(event.memory.intents);
	});
	const stopLoader = startLoader({store, connections, clock});
	const stopHeartbeat = startSleepDetector({store, clock});
	const stopFading = startTombstoneTimer({store, clock});
	const stopTelling = startAbsenceReport({store, clock});
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
