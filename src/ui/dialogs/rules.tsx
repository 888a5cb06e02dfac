import {plain, type SafeText} from '../../base/text.ts';
import {commandText, type NotificationRules, notificationScopes} from '../../model/notification-rules.ts';
import {indexIn, openDialog, openLine} from '../../state/dialogs.ts';
import type {State} from '../../state/state.ts';
import {menuDialog} from '../components/menu.tsx';
import type {Binding, KeyContext} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';

type Rule = {
	readonly label: SafeText;
	readonly valueText: (rules: NotificationRules) => SafeText;
	/** Sets the next or previous value, or opens the field of the command. */
	readonly change: (keyContext: KeyContext, rules: NotificationRules, by: 1 | -1) => void;
};

const scopeTexts = {
	off: plain`nothing`,
	mine: plain`deployments started here`,
	watched: plain`watched deployments and those started here`,
	any: plain`every deployment`,
};

const yesOrNo = (label: SafeText, name: 'isOnlyBad' | 'hasBell' | 'hasTerminalNotification'): Rule => ({
	label,
	valueText: rules => (rules[name] ? plain`yes` : plain`no`),
	change: ({actions}, rules) => void actions.changeRules({...rules, [name]: !rules[name]}),
});

const commandRule: Rule = {
	label: plain`run a command`,
	valueText: rules => commandText(rules) || plain`none`,
	change: ({store}, rules) => store.change(state => openLine(state, {kind: 'command'}, commandText(rules))),
};

const ruleRows: readonly Rule[] = [
	{
		label: plain`notify me about`,
		valueText: ({scope}) => scopeTexts[scope],
		change({actions}, rules, by) {
			const next = (notificationScopes.indexOf(rules.scope) + by) % notificationScopes.length;
			void actions.changeRules({...rules, scope: notificationScopes.at(next) ?? rules.scope});
		},
	},
	yesOrNo(plain`failures only`, 'isOnlyBad'),
	yesOrNo(plain`ring the bell`, 'hasBell'),
	yesOrNo(plain`terminal notification`, 'hasTerminalNotification'),
	commandRule,
];

/** Opens the notification rules at the command. */
export const openCommandRule = (state: State) =>
	openDialog(state, {name: 'rules', index: ruleRows.indexOf(commandRule)});

const changeSelected =
	(by: 1 | -1): Binding['run'] =>
	(keyContext, state) =>
		ruleRows[indexIn(state) ?? 0]?.change(keyContext, state.presence.rules, by);

export const rulesDialog = menuDialog({
	title: 'Notifications',
	enter: 'change',
	keys: [
		{keys: ['right', 'l', ' '], label: 'change', run: changeSelected(1)},
		{keys: ['left', 'h'], label: 'change back', run: changeSelected(-1)},
		{...closeDialog, keys: ['esc', 'W', 'q']},
	],
	items: ({state: {presence}}) =>
		ruleRows.map(({label, valueText, change}) => ({
			label,
			detail: valueText(presence.rules),
			choose: keyContext => change(keyContext, presence.rules, 1),
		})),
});
