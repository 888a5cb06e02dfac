import {commandText, quietText} from '../../../store/model/deployments/notification-rules.ts';
import {openLine} from '../../../store/state/dialogs.ts';
import type {State} from '../../../store/state/state.ts';
import type {Binding, KeyContext} from '../../contexts.ts';
import {closeDialog} from '../../keys/common-keys.ts';
import {menuKeys} from '../../keys/text-keys.ts';
import {ruleRows} from './rule-rows.ts';

const typedText = {quiet: quietText, command: commandText};

/** Sets the selected rule to its next or previous value, or opens the field for a typed value. */
export function changeSelected({store, actions}: KeyContext, state: State, by: 1 | -1) {
	const rule = state.interface.dialog?.name === 'rules' ? ruleRows[state.interface.dialog.index] : undefined;
	if (rule?.changed) void actions.changeRules(rule.changed(state.presence.rules, by));
	if (!rule?.typed) return;
	const kind = rule.typed;
	store.change(current => openLine(current, {kind}, typedText[kind](current.presence.rules)));
}

export const rulesKeys: readonly Binding[] = [
	...menuKeys('change'),
	{keys: ['right', 'l', ' '], label: 'change', run: (keyContext, state) => changeSelected(keyContext, state, 1)},
	{keys: ['left', 'h'], label: 'change back', run: (keyContext, state) => changeSelected(keyContext, state, -1)},
	{...closeDialog, keys: ['esc', 'W', 'q']},
];
