import {commandText, quietText} from '../../../store/rules.ts';
import type {State} from '../../../store/state.ts';
import {closeDialog} from '../../bindings.ts';
import {menuKeys} from '../../components/menu-keys.ts';
import type {Binding, Desk} from '../../desk.ts';
import {ruleRows} from './rule-rows.ts';

const typedText = {quiet: quietText, command: commandText};

/** Gives the selected rule its next value or the one before, or asks for one that is typed. */
export function turn({store, actions}: Desk, state: State, by: 1 | -1) {
	const rule = state.dialog?.name === 'rules' ? ruleRows[state.dialog.index] : undefined;
	if (rule?.turned) void actions.changeRules(rule.turned(state.rules, by));
	if (!rule?.typed) return;
	const typed = typedText[rule.typed](state.rules);
	store.dispatch({
		type: 'dialog-opened',
		dialog: {name: 'line', about: {kind: rule.typed}, initial: typed, typed, problem: undefined},
	});
}

export const rulesKeys: readonly Binding[] = [
	...menuKeys('change'),
	{keys: ['right', 'l', ' '], label: 'change', run: (desk, state) => turn(desk, state, 1)},
	{keys: ['left', 'h'], label: 'change back', run: (desk, state) => turn(desk, state, -1)},
	{...closeDialog, keys: ['esc', 'W', 'q']},
];
