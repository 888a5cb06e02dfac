import {plain} from '../../base/text.ts';
import {type Outcome, outcomeNames, wordOutcome} from '../../model/status-words.ts';
import {shapeOf} from '../../present/outcome.ts';
import {dialogOf, withoutDialog} from '../../state/dialogs.ts';
import {menuDialog} from '../components/menu.tsx';
import {closing} from '../keys/common-keys.ts';

const outcomes: readonly Outcome[] = ['good', 'bad', 'stopped', 'running', 'waiting', 'unknown'];

/** Asks what a status word of the service means. */
export const meaningDialog = menuDialog({
	title: 'Classify status',
	heading: ({state}) => plain`What does “${dialogOf(state, 'meaning')?.word ?? plain``}” mean?`,
	width: 50,
	enter: 'classify',
	keys: [closing('meaning.cancel')],
	items({state, context}) {
		const word = dialogOf(state, 'meaning')?.word;
		if (word === undefined) return [];
		const current = wordOutcome(word, state.preferences.wordMeanings);
		return outcomes.map(outcome => {
			const name = outcome === 'unknown' ? plain`none of these` : outcomeNames[outcome];
			return {
				lead: {...shapeOf(outcome, context), spoken: plain``},
				label: plain` ${name}`,
				isCurrent: outcome === current,
				choose({store, actions}) {
					store.change(withoutDialog);
					void actions.classifyWord(word, outcome);
				},
			};
		});
	},
});
