import {
	commandText,
	type NotificationRules,
	notificationScopes,
	quietText,
} from '../../../store/model/deployments/notification-rules.ts';
import {plain, type SafeText} from '../../../text.ts';

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
