import {type Outcome, outcomeNames} from '../../status-words.ts';
import {plain, type SafeText} from '../../text.ts';
import type {ThemeName} from '../../theme-names.ts';
import type {NotificationRules} from '../model/deployments/notification-rules.ts';
import {goToActivity} from '../reducers/navigation.ts';
import {withPin, withRules} from '../reducers/watches.ts';
import {withoutDialog} from '../state/dialogs.ts';
import {withInterface} from '../state/state.ts';
import {notify} from '../store.ts';
import type {ActionContext} from './action-context.ts';

/** The maximum number of entries on the activity screen. */
const maxShownEntries = 500;

export function openActivity({store, journalOf, clock}: ActionContext) {
	const {connection} = store.get();
	const journal = journalOf(connection);
	const entries = journal.recent(maxShownEntries, connection?.name);
	store.change(state => goToActivity(state, entries));
	const notice = journal.takeNotice();
	if (notice) notify(store, notice, 'bad');
}

/** Creates the actions that use the journal and the saved preferences. */
export function createJournalActions(context: ActionContext) {
	const {store, clock, preferences} = context;
	const notifyIfAny = (text: SafeText | undefined, tone: 'bad' | 'quiet') => {
		if (text) notify(store, text, tone);
	};

	return {
		openActivity: () => openActivity(context),

		async changeRules(rules: NotificationRules) {
			const {rules: before} = store.get().presence;
			store.change(state => withRules(state, rules));
			notifyIfAny(await preferences.saveRules(rules, before), 'bad');
		},

		/** Uses a theme, now and in later runs. */
		async chooseTheme(theme: ThemeName) {
			store.change(state => withInterface(state, {theme}));
			store.change(withoutDialog);
			notifyIfAny(await preferences.saveTheme(theme), 'bad');
		},

		/** Classifies a status word of the service, now and in later runs. */
		async pinWord(word: SafeText, outcome: Outcome) {
			store.change(state => withPin(state, word, outcome));
			notify(store, plain`${word} is now shown as ${outcomeNames[outcome]}`, 'quiet');
			notifyIfAny(await preferences.savePins(store.get().interface.pins), 'bad');
		},
	};
}
