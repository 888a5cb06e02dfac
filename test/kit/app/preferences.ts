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
	keepTheme: async () => undefined,
	keepRules: async () => undefined,
	keepPins: async () => undefined,
};
