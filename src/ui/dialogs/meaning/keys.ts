import type {Outcome} from '../../../lexicon.ts';
import {plain, type SafeText} from '../../../text.ts';
import {closeDialog} from '../../bindings.ts';
import {choosing, pointed} from '../../components/choices.ts';
import type {Binding} from '../../desk.ts';

/** What a word of the service may mean. */
export const meanings: ReadonlyArray<{readonly outcome: Outcome; readonly label: SafeText}> = [
	{outcome: 'good', label: plain`it went well`},
	{outcome: 'bad', label: plain`it went wrong`},
	{outcome: 'stopped', label: plain`it was stopped`},
	{outcome: 'running', label: plain`it goes on`},
	{outcome: 'waiting', label: plain`it waits`},
	{outcome: 'unknown', label: plain`none of these`},
];

export const meaningKeys: readonly Binding[] = [
	{
		keys: ['enter', ' '],
		label: 'keep',
		isHinted: true,
		run({store, actions}, state) {
			const {dialog} = state;
			const meaning = pointed(meanings, state);
			if (dialog?.name !== 'meaning' || !meaning) return;
			store.dispatch({type: 'dialog-closed'});
			void actions.pinWord(dialog.word, meaning.outcome);
		},
	},
	{...closeDialog, keys: ['esc', 'm', 'q']},
	...choosing(meanings.length),
];
