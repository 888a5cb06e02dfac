import {
	commandText,
	type NotificationRules,
	quietText,
	scopes,
} from '../../store/model/deployments/notification-rules.ts';
import type {State} from '../../store/state/state.ts';
import {plain, type SafeText} from '../../text.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {isMenuKey, Menu, menuKeys} from '../components/menu.tsx';
import type {Binding, KeyContext} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {useRuntime, useStore} from '../runtime.tsx';

/** A notification rule: how it is shown, and how it changes. */
type Rule = {
	readonly label: SafeText;
	readonly shown: (rules: NotificationRules) => SafeText;
	/** The rules with the next value of this one, or the one before. Undefined where it is typed. */
	readonly turned?: (rules: NotificationRules, by: 1 | -1) => NotificationRules;
	readonly typed?: 'quiet' | 'command';
};

const yesOrNo = (is: boolean): SafeText => (is ? plain`yes` : plain`no`);

const scopeTexts = {
	off: plain`nothing`,
	mine: plain`deployments started here`,
	watched: plain`watched deployments and those started here`,
	any: plain`every deployment`,
};

const ruleRows: readonly Rule[] = [
	{
		label: plain`notify me about`,
		shown: ({scope}) => scopeTexts[scope],
		turned(rules, by) {
			const scope = scopes[(scopes.indexOf(rules.scope) + by + scopes.length) % scopes.length];
			return {...rules, scope: scope ?? rules.scope};
		},
	},
	{
		label: plain`failures only`,
		shown: ({isOnlyBad}) => yesOrNo(isOnlyBad),
		turned: rules => ({...rules, isOnlyBad: !rules.isOnlyBad}),
	},
	{
		label: plain`quiet hours`,
		shown: rules => (rules.quiet ? quietText(rules) : plain`none`),
		typed: 'quiet',
	},
	{
		label: plain`ring the bell`,
		shown: ({hasBell}) => yesOrNo(hasBell),
		turned: rules => ({...rules, hasBell: !rules.hasBell}),
	},
	{
		label: plain`terminal notification`,
		shown: ({hasNotices}) => yesOrNo(hasNotices),
		turned: rules => ({...rules, hasNotices: !rules.hasNotices}),
	},
	{
		label: plain`run a command`,
		shown: rules => (rules.command.length > 0 ? commandText(rules) : plain`none`),
		typed: 'command',
	},
];

const typedText = {quiet: quietText, command: commandText};

/** Gives the selected rule its next value or the one before, or asks for one that is typed. */
function turn({store, actions}: KeyContext, state: State, by: 1 | -1) {
	const rule = state.interface.dialog?.name === 'rules' ? ruleRows[state.interface.dialog.index] : undefined;
	if (rule?.turned) void actions.changeRules(rule.turned(state.presence.rules, by));
	if (!rule?.typed) return;
	const typed = typedText[rule.typed](state.presence.rules);
	store.dispatch({
		type: 'dialog-opened',
		dialog: {name: 'line', about: {kind: rule.typed}, initial: typed, typed, problem: undefined},
	});
}

const rulesKeys: readonly Binding[] = [
	...menuKeys('change'),
	{keys: ['right', 'l', ' '], label: 'change', run: (desk, state) => turn(desk, state, 1)},
	{keys: ['left', 'h'], label: 'change back', run: (desk, state) => turn(desk, state, -1)},
	{...closeDialog, keys: ['esc', 'W', 'q']},
];

/** When and how somebody is notified that a deployment has concluded. */
function RulesDialog() {
	const {desk} = useRuntime();
	const rules = useStore(state => state.presence.rules);
	const index = useStore(({interface: {dialog}}) => (dialog?.name === 'rules' ? dialog.index : 0));
	return (
		<DialogBox title={plain`Notifications`}>
			<Menu
				items={ruleRows.map(({label, shown}, at) => ({value: at, key: label, label, detail: shown(rules)}))}
				initialIndex={index}
				onHighlight={at => desk.store.dispatch({type: 'dialog-pointed', index: at})}
				onSelect={() => turn(desk, desk.store.get(), 1)}
			/>
		</DialogBox>
	);
}

export const rulesDialog = {title: 'Notifications', keys: rulesKeys, component: RulesDialog, isForWidget: isMenuKey};
