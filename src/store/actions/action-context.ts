import type {EffectContext} from '../effects/effect-context.ts';
import type {Writes} from '../effects/mutate.ts';
import type {Connection, ServiceAccess} from '../model/connection.ts';
import type {Place} from '../model/place.ts';
import type {Preferences} from '../model/preferences.ts';

/** The dependencies of actions. */
export type ActionContext = EffectContext & {
	readonly access: ServiceAccess;
	readonly preferences: Preferences;
	readonly writes: Writes;
	/** Returns where the user was with a service that is about to be connected. */
	readonly placeOf: (connection: Connection) => Place | undefined;
};
