import {defaultRules} from '../../../src/model/notification-rules.ts';
import {noWordMeanings} from '../../../src/model/status-words.ts';
import type {Preferences} from '../../../src/sync/session.ts';

/** The default preferences. Changes are not saved. */
export const noPreferences: Preferences = {
	rules: defaultRules,
	wordMeanings: noWordMeanings,
	isTwelveHour: false,
	isGuided: false,
	theme: 'terminal',
	saveTheme: async () => undefined,
	saveRules: async () => undefined,
	saveWordMeanings: async () => undefined,
};
