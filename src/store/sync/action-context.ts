import type {Connection} from '../model/connection.ts';
import type {ServiceAccess} from '../model/login.ts';
import type {Place} from '../model/place.ts';
import type {Preferences} from '../model/preferences.ts';
import type {EffectContext} from './effect-context.ts';
import type {Writes} from './mutate.ts';

/** The dependencies of actions. */
export type ActionContext = EffectContext & {
	readonly access: ServiceAccess;
	readonly preferences: Preferences;
	readonly writes: Writes;
	/** Returns where the user was with a service that is about to be connected. */
	readonly placeOf: (connection: Connection) => Place | undefined;
};
