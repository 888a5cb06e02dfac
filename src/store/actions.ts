import type {Clock} from '../clock.ts';
import type {Access} from './access.ts';
import {createChanging} from './changing.ts';
import {createConnecting} from './connecting.ts';
import type {Connections} from './connections.ts';
import type {JournalOf} from './keeping.ts';
import type {Preferences} from './preferences.ts';
import {createRemembering} from './remembering.ts';
import type {Store} from './store.ts';

/** What actions need to act. */
export type Acting = {
	readonly store: Store;
	readonly connections: Connections;
	readonly access: Access;
	readonly clock: Clock;
	readonly journalOf: JournalOf;
	readonly preferences: Preferences;
};

/** What a person can set going. Each returns at once; what comes of it arrives as an event. */
export type Actions = ReturnType<typeof createActions>;

export const createActions = (acting: Acting) => ({
	...createConnecting(acting),
	...createChanging(acting),
	...createRemembering(acting),
});
