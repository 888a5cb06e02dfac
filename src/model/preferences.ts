import type {ThemeName} from '../base/color.ts';
import type {SafeText} from '../base/text.ts';
import type {NotificationRules} from './notification-rules.ts';
import type {WordMeanings} from './status-words.ts';

/** The user's choices and how to save them. Saving resolves to a sentence, only the first time, if the choice cannot be kept after landfall exits. */
export type Preferences = {
	readonly rules: NotificationRules;
	readonly wordMeanings: WordMeanings;
	/** Whether the time of day is written with 12 hours. */
	readonly isTwelveHour: boolean;
	/** Whether the demo suggests keys. */
	readonly isGuided: boolean;
	readonly theme: ThemeName;
	/** `before`: the rules until now. */
	readonly saveRules: (rules: NotificationRules, before: NotificationRules) => Promise<SafeText | undefined>;
	readonly saveTheme: (theme: ThemeName) => Promise<SafeText | undefined>;
	readonly saveWordMeanings: (wordMeanings: WordMeanings) => Promise<SafeText | undefined>;
	/** Returns the choices that another window may have changed, if any were saved since. */
	readonly readAgain?: () => Pick<Preferences, 'rules' | 'wordMeanings'> | undefined;
};
