import {plain, type SafeText} from '../../base/text.ts';
import {commandText, type NotificationRules, notificationScopes, quietText} from '../../model/notification-rules.ts';
import {dialogOf, openLine, withDialog} from '../../state/dialogs.ts';
import type {State} from '../../state/state.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {Menu} from '../components/menu.tsx';
import type {Binding, KeyContext} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {menuKeys} from '../keys/text-keys.ts';
import {useRuntime, useStore} from '../runtime.tsx';

function RulesDialog() {
	const {keyContext} = useRuntime();
	const {store} = keyContext;
	const rules = useStore(state => state.presence.rules);
	const index = useStore(state => dialogOf(state, 'rules')?.index ?? 0);
	return (
		<DialogBox title={plain`Notifications`}>
			<Menu
				items={ruleRows.map(({label, valueText}) => ({label, detail: valueText(rules)}))}
				initialIndex={index}
				onHighlight={at => store.change(state => withDialog(state, 'rules', {index: at}))}
				onSelect={() => changeSelected(keyContext, store.get(), 1)}
			/>
		</DialogBox>
	);
}

/** Sets the selected rule to its next or previous value, or opens the field for a typed value. */
function changeSelected({store, actions}: KeyContext, state: State, by: 1 | -1) {
	const rule = ruleRows[dialogOf(state, 'rules')?.index ?? -1];
	if (rule && 'changed' in rule) void actions.changeRules(rule.changed(state.presence.rules, by));
	else if (rule) store.change(current => openLine(current, {kind: rule.kind}, rule.textOf(current.presence.rules)));
}

const rulesKeys: readonly Binding[] = [
	...menuKeys('change'),
	{keys: ['right', 'l', ' '], label: 'change', run: (keyContext, state) => changeSelected(keyContext, state, 1)},
	{keys: ['left', 'h'], label: 'change back', run: (keyContext, state) => changeSelected(keyContext, state, -1)},
	{...closeDialog, keys: ['esc', 'W', 'q']},
];

export const rulesDialog = {title: 'Notifications', keys: rulesKeys, component: RulesDialog};

/** A notification rule: how its value is shown, and how it is changed or typed. */
type Rule = {
	readonly label: SafeText;
	readonly valueText: (rules: NotificationRules) => SafeText;
} & (
	| {readonly changed: (rules: NotificationRules, by: 1 | -1) => NotificationRules}
	| {readonly kind: 'quiet' | 'command'; readonly textOf: (rules: NotificationRules) => SafeText}
);

const scopeTexts = {
	off: plain`nothing`,
	mine: plain`deployments started here`,
	watched: plain`watched deployments and those started here`,
	any: plain`every deployment`,
};

const yesOrNo = (label: SafeText, name: 'isOnlyBad' | 'hasBell' | 'hasTerminalNotification'): Rule => ({
	label,
	valueText: rules => (rules[name] ? plain`yes` : plain`no`),
	changed: rules => ({...rules, [name]: !rules[name]}),
});

const typed = (label: SafeText, kind: 'quiet' | 'command', textOf: (rules: NotificationRules) => SafeText): Rule => ({
	label,
	kind,
	textOf,
	valueText: rules => textOf(rules) || plain`none`,
});

const ruleRows: readonly Rule[] = [
	{
		label: plain`notify me about`,
		valueText: ({scope}) => scopeTexts[scope],
		changed(rules, by) {
			const next = (notificationScopes.indexOf(rules.scope) + by) % notificationScopes.length;
			return {...rules, scope: notificationScopes.at(next) ?? rules.scope};
		},
	},
	yesOrNo(plain`failures only`, 'isOnlyBad'),
	typed(plain`quiet hours`, 'quiet', quietText),
	yesOrNo(plain`ring the bell`, 'hasBell'),
	yesOrNo(plain`terminal notification`, 'hasTerminalNotification'),
	typed(plain`run a command`, 'command', commandText),
];
