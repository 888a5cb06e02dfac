import {noPins} from '../../src/lexicon.ts';
import type {Preferences} from '../../src/store/preferences.ts';
import {defaultRules} from '../../src/store/rules.ts';

/** What a person has who has chosen nothing, and keeps nothing. */
export const noPreferences: Preferences = {
	rules: defaultRules,
	pins: noPins,
	keepRules: async () => undefined,
	keepPins: async () => undefined,
};
