import {defaultRules} from '../../../src/model/notification-rules.ts';
import type {Preferences} from '../../../src/model/preferences.ts';
import {noPins} from '../../../src/model/status-words.ts';

/** The default preferences. Changes are not saved. */
export const noPreferences: Preferences = {
	rules: defaultRules,
	pins: noPins,
	isTwelveHour: false,
	isGuided: false,
	theme: 'terminal',
	saveTheme: async () => undefined,
	saveRules: async () => undefined,
	savePins: async () => undefined,
};
