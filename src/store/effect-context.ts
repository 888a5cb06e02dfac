import type {Clock} from '../clock.ts';
import type {Connections} from './connections.ts';
import type {JournalOf} from './keeping.ts';
import type {Store} from './store.ts';

/** What effects and actions work with. */
export type EffectContext = {
	readonly store: Store;
	readonly connections: Connections;
	readonly clock: Clock;
	readonly journalOf: JournalOf;
	/** Returns an id that nothing else has. */
	readonly newId: () => string;
};
