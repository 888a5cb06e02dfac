import type {EffectContext} from '../effects/effect-context.ts';
import type {Sender} from '../effects/write-queue.ts';
import type {Access} from '../model/login.ts';
import type {Preferences} from '../model/preferences.ts';

/** What actions need to act. */
export type Acting = EffectContext & {
	readonly access: Access;
	readonly preferences: Preferences;
	readonly sender: Sender;
};
