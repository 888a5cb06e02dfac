import {type Outcome, outcomeNames} from '../../status-words.ts';
import {plain, type SafeText} from '../../text.ts';
import type {ThemeName} from '../../theme-names.ts';
import {createNotify} from '../effects/notify.ts';
import type {NotificationRules} from '../model/deployments/notification-rules.ts';
import {withInterface} from '../state/state.ts';
import type {ActionContext} from './action-context.ts';

/** The maximum number of entries on the activity screen. */
const maxShownEntries = 500;

/** Creates the actions that use the journal and the saved preferences. */
export function createJournalActions({store, journalOf, clock, preferences}: ActionContext) {
	const notify = createNotify({store, clock});
	const notifyIfAny = (text: SafeText | undefined, tone: 'bad' | 'quiet') => {
		if (text) notify(text, tone);
	};

	return {
		openActivity() {
			const {connection} = store.get();
			const journal = journalOf(connection);
			store.dispatch({type: 'activity-opened', entries: journal.recent(maxShownEntries, connection?.name)});
			notifyIfAny(journal.takeNotice(), 'bad');
		},

		async changeRules(rules: NotificationRules) {
			const {rules: before} = store.get().presence;
			store.dispatch({type: 'rules-changed', rules});
			notifyIfAny(await preferences.saveRules(rules, before), 'bad');
		},

		/** Uses a theme, now and in later runs. */
		async chooseTheme(theme: ThemeName) {
			store.change(state => withInterface(state, {theme}));
			store.dispatch({type: 'dialog-closed'});
			notifyIfAny(await preferences.saveTheme(theme), 'bad');
		},

		/** Classifies a status word of the service, now and in later runs. */
		async pinWord(word: SafeText, outcome: Outcome) {
			store.dispatch({type: 'word-pinned', word, outcome});
			notify(plain`${word} is now shown as ${outcomeNames[outcome]}`, 'quiet');
			notifyIfAny(await preferences.savePins(store.get().interface.pins), 'bad');
		},
	};
}
