import type {Pins} from '../../status-words.ts';
import type {SafeText} from '../../text.ts';
import type {NotificationRules} from './deployments/notification-rules.ts';

/** What a person has chosen, and what keeps it. Keeping gives a sentence, once, when it lasts only until landfall ends. */
export type Preferences = {
	readonly rules: NotificationRules;
	readonly pins: Pins;
	readonly keepRules: (rules: NotificationRules) => Promise<SafeText | undefined>;
	readonly keepPins: (pins: Pins) => Promise<SafeText | undefined>;
};
