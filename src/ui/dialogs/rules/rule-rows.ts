import {commandText, quietText, type Rules, scopes} from '../../../store/rules.ts';
import {plain, type SafeText} from '../../../text.ts';

/** A notification rule: how it is shown, and how it changes. */
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
	mine: plain`deployments started here`,
	watched: plain`watched deployments and those started here`,
	any: plain`every deployment`,
};

export const ruleRows: readonly Rule[] = [
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
