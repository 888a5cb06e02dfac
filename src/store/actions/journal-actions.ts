import type {Outcome} from '../../status-words.ts';
import {plain, type SafeText} from '../../text.ts';
import {serviceOf} from '../effects/journal-sync.ts';
import {createNotify} from '../effects/notify.ts';
import type {NotificationRules} from '../model/deployments/notification-rules.ts';
import {type Confirmation, noBody} from '../model/writes/confirmation.ts';
import type {ActionContext} from './action-context.ts';

/** How much of the past is shown. */
const shownEntries = 500;

const meanings: Readonly<Record<Outcome, SafeText>> = {
	waiting: plain`waiting`,
	running: plain`running`,
	good: plain`good`,
	bad: plain`bad`,
	stopped: plain`stopped`,
	unknown: plain`neutral`,
};

/** What a person can do about what landfall remembers: see what happened, and say what it is to go by. */
export function createJournalActions({store, journalOf, clock, preferences}: ActionContext) {
	const notify = createNotify({store, clock});
	const say = (text: SafeText | undefined, tone: 'bad' | 'quiet') => {
		if (text) notify(text, tone);
	};

	return {
		openActivity() {
			const journal = journalOf(store.get().connection);
			store.dispatch({type: 'activity-opened', entries: journal.recent(shownEntries)});
			say(journal.takeNotice(), 'bad');
		},

		/** Asks whether to deploy, with the body that was last sent to deploy the same project. */
		askToDeploy(question: Confirmation) {
			const {connection} = store.get();
			const body = (connection && journalOf(connection).bodyOf(serviceOf(connection), question.projectId)) ?? noBody;
			store.dispatch({type: 'dialog-opened', dialog: {name: 'deploy', ...question, body}});
		},

		async changeRules(rules: NotificationRules) {
			store.dispatch({type: 'rules-changed', rules});
			say(await preferences.keepRules(rules), 'bad');
		},

		/** Says what a word of the service means from now on. */
		async pinWord(word: SafeText, outcome: Outcome) {
			store.dispatch({type: 'word-pinned', word, outcome});
			say(plain`${word} is now shown as ${meanings[outcome]}`, 'quiet');
			say(await preferences.keepPins(store.get().interface.pins), 'bad');
		},
	};
}
