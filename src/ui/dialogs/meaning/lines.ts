import {pinOf} from '../../../lexicon.ts';
import type {Context} from '../../../present/column.ts';
import type {Line} from '../../../present/line.ts';
import {shapeOf} from '../../../present/outcome.ts';
import type {State} from '../../../store/state.ts';
import {plain} from '../../../text.ts';
import {choiceLines} from '../../components/choices.ts';
import {meanings} from './keys.ts';

/** What a word of the service may mean; a point marks what somebody has said. */
export function meaningLines(state: State, context: Context): readonly Line[] {
	const {dialog, pins} = state;
	if (dialog?.name !== 'meaning') return [];
	const choices = meanings.map(({outcome, label}) => ({
		label: plain`${shapeOf(outcome, context).text} ${label}`,
		isCurrent: pins.get(pinOf(dialog.word)) === outcome,
	}));
	return choiceLines(plain`What does “${dialog.word}” say of a deployment?`, choices, state, context);
}
