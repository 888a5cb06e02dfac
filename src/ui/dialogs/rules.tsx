import {plain, type SafeText} from '../../base/text.ts';
import {commandText, type NotificationRules, notificationScopes, quietText} from '../../model/notification-rules.ts';
import {dialogOf, openLine, withDialog} from '../../state/dialogs.ts';
import type {State} from '../../state/state.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {Menu} from '../components/menu.tsx';
import type {Binding, KeyContext} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {menuKeys} from '../keys/text-keys.ts';
import {useView} from '../runtime.tsx';

type Rule = {
	readonly label: SafeText;
	readonly valueText: (rules: NotificationRules) => SafeText;
	/** Sets the next or previous value, or opens the field for a typed value. */
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

const typed = (label: SafeText, kind: 'quiet' | 'command', textOf: (rules: NotificationRules) => SafeText): Rule => ({
	label,
	valueText: rules => textOf(rules) || plain`none`,
	change: ({store}, rules) => store.change(state => openLine(state, {kind}, textOf(rules))),
});

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
	typed(plain`quiet hours`, 'quiet', quietText),
	yesOrNo(plain`ring the bell`, 'hasBell'),
	yesOrNo(plain`terminal notification`, 'hasTerminalNotification'),
	typed(plain`run a command`, 'command', commandText),
];

const selectedIndex = (state: State): number => dialogOf(state, 'rules')?.index ?? 0;

function changeSelected(keyContext: KeyContext, by: 1 | -1) {
	const state = keyContext.store.get();
	ruleRows[selectedIndex(state)]?.change(keyContext, state.presence.rules, by);
}

function RulesDialog() {
	const {state, keyContext} = useView();
	return (
		<DialogBox title={plain`Notifications`}>
			<Menu
				items={ruleRows.map(({label, valueText}) => ({label, detail: valueText(state.presence.rules)}))}
				initialIndex={selectedIndex(state)}
				onHighlight={index => keyContext.store.change(current => withDialog(current, 'rules', {index}))}
				onSelect={() => changeSelected(keyContext, 1)}
			/>
		</DialogBox>
	);
}

const rulesKeys: readonly Binding[] = [
	...menuKeys('change'),
	{keys: ['right', 'l', ' '], label: 'change', run: keyContext => changeSelected(keyContext, 1)},
	{keys: ['left', 'h'], label: 'change back', run: keyContext => changeSelected(keyContext, -1)},
	{...closeDialog, keys: ['esc', 'W', 'q']},
];

export const rulesDialog = {title: 'Notifications', keys: rulesKeys, component: RulesDialog};
