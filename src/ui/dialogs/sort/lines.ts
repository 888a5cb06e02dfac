import type {Context} from '../../../present/column.ts';
import type {Line} from '../../../present/line.ts';
import type {State} from '../../../store/state.ts';
import {plain} from '../../../text.ts';
import {choiceLines} from '../../components/choices.ts';
import {sortChoices} from './keys.ts';

/** What the list can be sorted by; a point marks what it is sorted by now. */
export function sortLines(state: State, context: Context): readonly Line[] {
	const current = state.view?.sort?.by;
	const choices = sortChoices.map(({by, label}) => ({label, isCurrent: by === current}));
	return choiceLines(plain`Sort the projects at hand by`, choices, state, context);
}
