import type {Clock} from '../../clock.ts';
import type {Store} from '../store.ts';
import type {Clients} from './clients.ts';
import type {JournalOf} from './journal-sync.ts';

/** The dependencies of effects and actions. */
export type EffectContext = {
	readonly store: Store;
	readonly connections: Clients;
	readonly clock: Clock;
	readonly journalOf: JournalOf;
	/** Returns a unique id. */
	readonly newId: () => string;
};
