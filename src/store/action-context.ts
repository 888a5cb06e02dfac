import type {Access} from './access.ts';
import type {EffectContext} from './effect-context.ts';
import type {Preferences} from './preferences.ts';
import type {Sender} from './sending.ts';

/** What actions need to act. */
export type Acting = EffectContext & {
	readonly access: Access;
	readonly preferences: Preferences;
	readonly sender: Sender;
};
