import type {Clock} from '../base/clock.ts';
import type {Journal} from '../journal/journal.ts';
import type {ConnectedService} from '../model/connection.ts';
import type {Clients} from './clients.ts';
import type {Store} from './store.ts';

/** Returns the journal of a connection, or the one to use while none is open. */
export type JournalOf = (connection: Pick<ConnectedService, 'isDemo'> | undefined) => Journal;

/** What everything that reads, writes or listens works with. */
export type SyncContext = {
	readonly store: Store;
	readonly connections: Clients;
	readonly clock: Clock;
	readonly journalOf: JournalOf;
	/** Returns a unique id. */
	readonly newId: () => string;
};
