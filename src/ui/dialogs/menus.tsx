import type {ThemeName} from '../../base/color.ts';
import {plain, type SafeText, safe} from '../../base/text.ts';
import {sortColumns} from '../../model/arrangement.ts';
import type {Profile} from '../../model/connection.ts';
import {commandText, type NotificationRules, notificationScopes, quietText} from '../../model/notification-rules.ts';
import {meaningKey, type Outcome, outcomeNames} from '../../model/status-words.ts';
import {shapeOf} from '../../present/outcome.ts';
import {dialogOf, openDialog, openLine, withDialog, withoutDialog} from '../../state/dialogs.ts';
import {currentSort, sortableList, sortList} from '../../state/lists.ts';
import {openConnect} from '../../state/login.ts';
import {type State, withInterface} from '../../state/state.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {DestinationMenu, Menu} from '../components/menu.tsx';
import type {Binding, KeyContext} from '../contexts.ts';
import {changing} from '../keys/binding.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {menuKeys} from '../keys/text-keys.ts';
import {useRuntime, useStore, useView} from '../runtime.tsx';

const sortLabels: Partial<Record<string, SafeText>> = {
	behind: plain`versions behind`,
	deployed: plain`last deployment`,
};

function SortDialog() {
	const {store} = useRuntime().keyContext;
	const list = useStore(sortableList);
	const current = useStore(currentSort);
	if (!list) return null;
	const sorts = sortColumns[list];
	const own = list === 'projects' ? plain`the service's order` : plain`its own order`;
	const items = [
		{label: own, isCurrent: !current},
		...sorts.map(({by}) => ({label: sortLabels[by] ?? safe(by), isCurrent: by === current?.by})),
	];
	return (
		<DialogBox title={plain`Sort by`} width={40}>
			<Menu items={items} onSelect={at => store.change((state, now) => sortList(state, sorts[at - 1], now))} />
		</DialogBox>
	);
}

export const sortDialog = {
	title: 'Sort',
	component: SortDialog,
	keys: [...menuKeys('sort'), {...closeDialog, keys: ['esc', 's', 'q'], label: 'cancel'}],
};

const themes: ReadonlyArray<{readonly theme: ThemeName; readonly label: SafeText; readonly detail: SafeText}> = [
	{theme: 'terminal', label: plain`terminal`, detail: plain`your terminal's colours`},
	{theme: 'high-contrast', label: plain`high-contrast`, detail: plain`bright on dark, deep on light`},
	{theme: 'color-blind', label: plain`color-blind`, detail: plain`blue and orange`},
	{theme: 'monochrome', label: plain`monochrome`, detail: plain`bold and dim only`},
];

const themeAt = (index: number): ThemeName => themes[index]?.theme ?? 'terminal';

/** Lists the themes and shows the whole screen in the selected one. */
function ThemeDialog() {
	const {state, keyContext} = useView();
	const dialog = dialogOf(state, 'theme');
	if (!dialog) return null;
	return (
		<DialogBox title={plain`Theme`} width={52}>
			<Menu
				items={themes.map(item => ({...item, isCurrent: item.theme === dialog.before}))}
				onHighlight={at => keyContext.store.change(now => withInterface(now, {theme: themeAt(at)}))}
				onSelect={at => void keyContext.actions.chooseTheme(themeAt(at))}
			/>
		</DialogBox>
	);
}

function withoutThemes(state: State): State {
	const dialog = dialogOf(state, 'theme');
	return dialog ? withInterface(state, {theme: dialog.before, dialog: undefined}) : state;
}

export const themeDialog = {
	title: 'Theme',
	component: ThemeDialog,
	keys: [...menuKeys('keep'), {...closeDialog, keys: ['esc', 'q'], label: 'cancel', run: changing(withoutThemes)}],
};

const outcomes: readonly Outcome[] = ['good', 'bad', 'stopped', 'running', 'waiting', 'unknown'];

function ClassifyDialog() {
	const {state, theme, keyContext} = useView();
	const word = dialogOf(state, 'meaning')?.word;
	if (word === undefined) return null;
	const current = state.interface.wordMeanings.get(meaningKey(word));
	return (
		<DialogBox title={plain`What does “${word}” mean?`} width={50}>
			<Menu
				items={outcomes.map(outcome => {
					const name = outcome === 'unknown' ? plain`none of these` : outcomeNames[outcome];
					const label = theme.isSpoken ? name : plain`${shapeOf(outcome, theme).text} ${name}`;
					return {label, isCurrent: outcome === current};
				})}
				onSelect={at => {
					keyContext.store.change(withoutDialog);
					void keyContext.actions.classifyWord(word, outcomes[at] ?? 'unknown');
				}}
			/>
		</DialogBox>
	);
}

export const classifyDialog = {
	title: 'Classify status',
	component: ClassifyDialog,
	keys: [...menuKeys('classify'), {...closeDialog, keys: ['esc', 'm', 'q'], label: 'cancel'}],
};

type TypedRule = 'quiet' | 'command';

type Rule = {
	/** What is typed, if the value is. */
	readonly kind?: TypedRule;
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

const typed = (label: SafeText, kind: TypedRule, textOf: (rules: NotificationRules) => SafeText): Rule => ({
	kind,
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

/** Opens the notification rules at one whose value is typed. */
export const openRule = (kind: TypedRule) => (state: State) =>
	openDialog(state, {name: 'rules', index: ruleRows.findIndex(rule => rule.kind === kind)});

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

function ProfilesDialog() {
	const {store, actions} = useRuntime().keyContext;
	const index = useStore(state => dialogOf(state, 'profiles')?.index ?? 0);
	return (
		<DialogBox title={plain`Profiles`}>
			<DestinationMenu
				initialIndex={index}
				onHighlight={at => store.change(state => withDialog(state, 'profiles', {index: at}))}
				onSelect={destination => {
					if (destination.kind === 'login') store.change(state => openConnect(state, {}));
					else void actions.switchTo(destination);
				}}
			/>
		</DialogBox>
	);
}

const selectedProfile = (state: State): Profile | undefined =>
	state.interface.profiles[dialogOf(state, 'profiles')?.index ?? -1];

const withoutProfile = (state: State): string | undefined => (selectedProfile(state) ? undefined : 'Not a profile');

const onProfile = (
	keys: readonly string[],
	label: string,
	run: (keyContext: KeyContext, profile: Profile) => void,
): Binding => ({
	keys,
	label,
	isHinted: true,
	blocked: withoutProfile,
	run(keyContext, state) {
		const profile = selectedProfile(state);
		if (profile) run(keyContext, profile);
	},
});

const profilesKeys: readonly Binding[] = [
	...menuKeys('open'),
	{keys: ['a'], label: 'add', run: ({store}) => store.change(state => openConnect(state, {}))},
	onProfile(['e'], 'edit', ({store}, {name: profile, baseUrl}) =>
		store.change(state => openConnect(state, profile === state.connection?.profile ? undefined : {baseUrl, profile})),
	),
	onProfile(['n'], 'rename', ({store}, {name: profile}) =>
		store.change(state => openLine(state, {kind: 'profile name', profile}, profile)),
	),
	onProfile(['o'], 'read-only', ({actions}, {name}) => void actions.toggleReadOnly(name)),
	onProfile(['p'], 'protect', ({store}, {name: profile, protects = []}) =>
		store.change(state => openLine(state, {kind: 'protects', profile}, protects.join(', '))),
	),
	{
		...onProfile(['D'], 'remove', ({store}, {name: profile}) =>
			store.change(state => openDialog(state, {name: 'remove profile', profile, forgets: false})),
		),
		blocked(state) {
			const isConnected = selectedProfile(state)?.name === state.connection?.profile;
			return withoutProfile(state) ?? (isConnected ? 'Open another profile or the demo first' : undefined);
		},
	},
	{...closeDialog, keys: ['esc', ',', 'q']},
];

export const profilesDialog = {
	title: 'Profiles',
	keys: profilesKeys,
	component: ProfilesDialog,
};
