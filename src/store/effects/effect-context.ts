import type {Clock} from '../../clock.ts';
import type {Store} from '../store.ts';
import type {Clients} from './clients.ts';
import type {JournalOf} from './journal-sync.ts';

/** What effects and actions work with. */
export type EffectContext = {
	readonly store: Store;
	readonly connections: Clients;
	readonly clock: Clock;
	readonly journalOf: JournalOf;
	/** Returns an id that nothing else has. */
	readonly newId: () => string;
};
