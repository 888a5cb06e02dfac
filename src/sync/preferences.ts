import type {ThemeName} from '../base/color.ts';
import {plain, type SafeText} from '../base/text.ts';
import type {NotificationRules} from '../model/notification-rules.ts';
import {type Outcome, outcomeNames, type WordMeanings} from '../model/status-words.ts';
import {withoutDialog} from '../state/dialogs.ts';
import {withRules, withWordMeaning} from '../state/preferences.ts';
import {withInterface} from '../state/state.ts';
import {notify, type Store} from './store.ts';

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

/** Returns the actions that change saved preferences: now, and for later runs. */
export function createPreferenceActions(store: Store, preferences: Preferences) {
	/** Says why something could not be saved. */
	const complain = (fault: SafeText | undefined) => {
		if (fault) notify(store, fault, 'bad');
	};

	return {
		async changeRules(rules: NotificationRules) {
			const {rules: before} = store.get().presence;
			store.change(state => withRules(state, rules));
			complain(await preferences.saveRules(rules, before));
		},

		async chooseTheme(theme: ThemeName) {
			store.change(state => withInterface(state, {theme}));
			store.change(withoutDialog);
			complain(await preferences.saveTheme(theme));
		},

		/** Classifies a status word of the service. */
		async pinWord(word: SafeText, outcome: Outcome) {
			store.change(state => withWordMeaning(state, word, outcome));
			notify(store, plain`${word} is now shown as ${outcomeNames[outcome]}`, 'quiet');
			complain(await preferences.saveWordMeanings(store.get().interface.wordMeanings));
		},
	};
}
