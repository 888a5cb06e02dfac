import {noPins} from '../../../src/status-words.ts';
import {defaultRules} from '../../../src/store/model/deployments/notification-rules.ts';
import type {Preferences} from '../../../src/store/model/preferences.ts';

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
