import type {Outcome} from '../../status-words.ts';
import {plain, type SafeText} from '../../text.ts';
import {serviceOf} from '../effects/journal-sync.ts';
import {createNotify} from '../effects/notify.ts';
import type {NotificationRules} from '../model/deployments/notification-rules.ts';
import {type Confirmation, emptyBody} from '../model/writes/confirmation.ts';
import type {ActionContext} from './action-context.ts';

/** The maximum number of entries on the activity screen. */
const maxShownEntries = 500;

const meanings: Readonly<Record<Outcome, SafeText>> = {
	waiting: plain`waiting`,
	running: plain`running`,
	good: plain`good`,
	bad: plain`bad`,
	stopped: plain`stopped`,
	unknown: plain`neutral`,
};

/** Creates the actions that use the journal and the saved preferences. */
export function createJournalActions({store, journalOf, clock, preferences}: ActionContext) {
	const notify = createNotify({store, clock});
	const notifyIfAny = (text: SafeText | undefined, tone: 'bad' | 'quiet') => {
		if (text) notify(text, tone);
	};

	return {
		openActivity() {
			const journal = journalOf(store.get().connection);
			store.dispatch({type: 'activity-opened', entries: journal.recent(maxShownEntries)});
			notifyIfAny(journal.takeNotice(), 'bad');
		},

		/** Opens the deploy dialog with the request body last used for this project. */
		askToDeploy(question: Confirmation) {
			const {connection} = store.get();
			const body = (connection && journalOf(connection).bodyOf(serviceOf(connection), question.projectId)) ?? emptyBody;
			store.dispatch({type: 'dialog-opened', dialog: {name: 'deploy', ...question, body}});
		},

		async changeRules(rules: NotificationRules) {
			store.dispatch({type: 'rules-changed', rules});
			notifyIfAny(await preferences.keepRules(rules), 'bad');
		},

		/** Classifies a status word of the service, now and in later runs. */
		async pinWord(word: SafeText, outcome: Outcome) {
			store.dispatch({type: 'word-pinned', word, outcome});
			notify(plain`${word} is now shown as ${meanings[outcome]}`, 'quiet');
			notifyIfAny(await preferences.keepPins(store.get().interface.pins), 'bad');
		},
	};
}
