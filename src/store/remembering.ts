import type {Acting} from './actions.ts';

/** How much of the past is shown. */
const shownEntries = 500;

/** What a person can do to see what happened. */
export const createRemembering = ({store, journal, clock}: Acting) => ({
	openActivity() {
		store.dispatch({type: 'activity-opened', entries: journal.recent(shownEntries)});
		const text = journal.notice();
		if (text) store.dispatch({type: 'noticed', text, tone: 'bad', at: clock.now()});
	},
});
