import {
	commandText,
	type NotificationRules,
	notificationScopes,
	quietText,
} from '../../store/model/deployments/notification-rules.ts';
import {openLine, withDialog} from '../../store/state/dialogs.ts';
import type {State} from '../../store/state/state.ts';
import {plain, type SafeText} from '../../text.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {Menu} from '../components/menu.tsx';
import type {Binding, KeyContext} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {isMenuKey, menuKeys} from '../keys/menu-keys.ts';
import {useRuntime, useStore} from '../runtime.tsx';

/** When and how the user is notified that a deployment has concluded. */
function RulesDialog() {
	const {keyContext} = useRuntime();
	const rules = useStore(state => state.presence.rules);
	const index = useStore(({interface: {dialog}}) => (dialog?.name === 'rules' ? dialog.index : 0));
	return (
		<DialogBox title={plain`Notifications`}>
			<Menu
				items={ruleRows.map(({label, valueText}, at) => ({value: at, key: label, label, detail: valueText(rules)}))}
				initialIndex={index}
				onHighlight={at => keyContext.store.change(state => withDialog(state, 'rules', {index: at}))}
				onSelect={() => changeSelected(keyContext, keyContext.store.get(), 1)}
			/>
		</DialogBox>
	);
}

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

/** A notification rule: how its value is shown and changed. */
type Rule = {
	readonly label: SafeText;
	readonly valueText: (rules: NotificationRules) => SafeText;
	/** Returns the rules with the next or the previous value of this one. Undefined for a typed value. */
	readonly changed?: (rules: NotificationRules, by: 1 | -1) => NotificationRules;
	readonly typed?: 'quiet' | 'command';
};

const yesOrNo = (value: boolean): SafeText => (value ? plain`yes` : plain`no`);

const scopeTexts = {
	off: plain`nothing`,
	mine: plain`deployments started here`,
	watched: plain`watched deployments and those started here`,
	any: plain`every deployment`,
};

export const ruleRows: readonly Rule[] = [
	{
		label: plain`notify me about`,
		valueText: ({scope}) => scopeTexts[scope],
		changed(rules, by) {
			const scope =
				notificationScopes[
					(notificationScopes.indexOf(rules.scope) + by + notificationScopes.length) % notificationScopes.length
				];
			return {...rules, scope: scope ?? rules.scope};
		},
	},
	{
		label: plain`failures only`,
		valueText: ({isOnlyBad}) => yesOrNo(isOnlyBad),
		changed: rules => ({...rules, isOnlyBad: !rules.isOnlyBad}),
	},
	{
		label: plain`quiet hours`,
		valueText: rules => (rules.quiet ? quietText(rules) : plain`none`),
		typed: 'quiet',
	},
	{
		label: plain`ring the bell`,
		valueText: ({hasBell}) => yesOrNo(hasBell),
		changed: rules => ({...rules, hasBell: !rules.hasBell}),
	},
	{
		label: plain`terminal notification`,
		valueText: ({hasTerminalNotification}) => yesOrNo(hasTerminalNotification),
		changed: rules => ({...rules, hasTerminalNotification: !rules.hasTerminalNotification}),
	},
	{
		label: plain`run a command`,
		valueText: rules => (rules.command.length > 0 ? commandText(rules) : plain`none`),
		typed: 'command',
	},
];

export const rulesDialog = {title: 'Notifications', keys: rulesKeys, component: RulesDialog, isForWidget: isMenuKey};
