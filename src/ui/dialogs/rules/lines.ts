import type {Context} from '../../../present/column.ts';
import type {Line} from '../../../present/line.ts';
import type {State} from '../../../store/state.ts';
import {plain} from '../../../text.ts';
import {choiceLines} from '../../components/choices.ts';
import {ruleRows} from './keys.ts';

/** When and how somebody is told that a deployment has concluded. */
export function rulesLines(state: State, context: Context): readonly Line[] {
	const choices = ruleRows.map(({label, shown}) => ({label, value: shown(state.rules)}));
	return choiceLines(plain`When a deployment concludes`, choices, state, context);
}
