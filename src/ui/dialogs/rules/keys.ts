import {commandText, quietText, type Rules, scopes} from '../../../store/rules.ts';
import type {State} from '../../../store/state.ts';
import {plain, type SafeText} from '../../../text.ts';
import {closeDialog} from '../../bindings.ts';
import {choosing, pointed} from '../../components/choices.ts';
import type {Binding, Desk} from '../../desk.ts';

type Rule = {
	readonly label: SafeText;
	readonly shown: (rules: Rules) => SafeText;
	/** The rules with the next value of this one, or the one before. Undefined where it is typed. */
	readonly turned?: (rules: Rules, by: 1 | -1) => Rules;
	readonly typed?: 'quiet' | 'command';
};

const yesOrNo = (is: boolean): SafeText => (is ? plain`yes` : plain`no`);

const scopeTexts = {
	off: plain`nothing`,
	mine: plain`what is triggered from here`,
	watched: plain`what is watched or triggered from here`,
	any: plain`every deployment there is`,
};

export const ruleRows: readonly Rule[] = [
	{
		label: plain`tell me of`,
		shown: ({scope}) => scopeTexts[scope],
		turned(rules, by) {
			const scope = scopes[(scopes.indexOf(rules.scope) + by + scopes.length) % scopes.length];
			return {...rules, scope: scope ?? rules.scope};
		},
	},
	{
		label: plain`only if it did not go well`,
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
		label: plain`notice of the terminal`,
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

function turn({store, actions}: Desk, state: State, by: 1 | -1) {
	const rule = pointed(ruleRows, state);
	if (rule?.turned) void actions.changeRules(rule.turned(state.rules, by));
	if (!rule?.typed) return;
	const typed = typedText[rule.typed](state.rules);
	store.dispatch({
		type: 'dialog-opened',
		dialog: {name: 'line', about: {kind: rule.typed}, initial: typed, typed, problem: undefined},
	});
}

export const rulesKeys: readonly Binding[] = [
	{keys: ['enter', ' ', 'right', 'l'], label: 'change', isHinted: true, run: (desk, state) => turn(desk, state, 1)},
	{keys: ['left', 'h'], label: 'change back', run: (desk, state) => turn(desk, state, -1)},
	{...closeDialog, keys: ['esc', 'W', 'q']},
	...choosing(ruleRows.length),
];
