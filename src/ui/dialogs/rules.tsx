import {plain, type SafeText, safe} from '../../base/text.ts';
import type {SavedFilters} from '../../model/connection.ts';
import {commandText, type NotificationRules, notificationScopes} from '../../model/notification-rules.ts';
import {openDialog, openLine} from '../../state/dialogs.ts';
import type {State} from '../../state/state.ts';
import {type MenuChoice, menuDialog} from '../components/menu.tsx';
import {closing} from '../keys/common-keys.ts';

const scopeTexts = {
	off: plain`nothing`,
	mine: plain`deployments started here`,
	watched: plain`watched deployments and those started here`,
	any: plain`every deployment`,
};

function scopeText({scope}: NotificationRules, filters: SavedFilters): SafeText {
	const fixed = notificationScopes.find(known => known === scope);
	if (fixed) return scopeTexts[fixed];
	const isKnown = filters.has(scope.slice(1));
	return plain`${isKnown ? plain`deployments in ` : plain`watched deployments: no filter `}${safe(scope, 32)}`;
}

function ruleItems({connection, preferences: {rules}}: State): readonly MenuChoice[] {
	const filters: SavedFilters = connection?.filters ?? new Map();
	const scopes = [...notificationScopes, ...[...filters.keys()].map(name => `@${name}` as const)];
	const setting =
		(changes: Partial<NotificationRules>): MenuChoice['choose'] =>
		({actions}) =>
			void actions.changeRules({...rules, ...changes});
	const yesOrNo = (label: SafeText, name: 'failuresOnly' | 'bell' | 'notifications'): MenuChoice => ({
		label,
		detail: rules[name] ? plain`yes` : plain`no`,
		choose: setting({[name]: !rules[name]}),
	});
	const nextScope = (scopes.indexOf(rules.scope) + 1) % scopes.length;
	return [
		{
			label: plain`notify me about`,
			detail: scopeText(rules, filters),
			choose: setting({scope: scopes.at(nextScope) ?? rules.scope}),
		},
		yesOrNo(plain`failures only`, 'failuresOnly'),
		yesOrNo(plain`ring the bell`, 'bell'),
		yesOrNo(plain`terminal notification`, 'notifications'),
		{
			label: plain`run a command`,
			detail: commandText(rules) || plain`none`,
			choose: ({store}) => store.change(state => openLine(state, {kind: 'command'}, commandText(rules))),
		},
	];
}

export const openCommandRule = (state: State) => openDialog(state, {name: 'rules', index: ruleItems(state).length - 1});

export const rulesDialog = menuDialog({
	title: 'Notifications',
	enterLabel: 'change',
	keys: [closing('rules.close')],
	items: ({state}) => ruleItems(state),
});
