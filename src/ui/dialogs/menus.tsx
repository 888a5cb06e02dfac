import {Box} from 'ink';
import {encodeDeployment, encodeProject} from '../../api/decode.ts';
import {curlFor, whereKeysComeFrom} from '../../api/endpoint.ts';
import type {ThemeName} from '../../base/color.ts';
import {nothing} from '../../base/duration.ts';
import {pasteable, plain, type SafeText, safe, visibleJson} from '../../base/text.ts';
import {sortColumns} from '../../model/arrangement.ts';
import type {ConnectedService, Profile} from '../../model/connection.ts';
import {commandText, type NotificationRules, notificationScopes} from '../../model/notification-rules.ts';
import {isUnfiltered} from '../../model/project-filter.ts';
import {type Outcome, outcomeNames, wordOutcome} from '../../model/status-words.ts';
import {deploymentsCommand, listCommand, subjectCommand, writeCommand} from '../../model/suggested-commands.ts';
import {watchKey} from '../../model/watches.ts';
import type {Done} from '../../model/write-intent.ts';
import {shapeOf} from '../../present/outcome.ts';
import {dialogOf, openDialog, openLine, withDialog, withoutDialog} from '../../state/dialogs.ts';
import {currentSort, sortableList, sortList} from '../../state/lists.ts';
import {openConnect} from '../../state/login.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {applySavedFilter, savedFilterName} from '../../state/projects.ts';
import {listsProjects} from '../../state/screen.ts';
import {currentScreen, isCovered, openForm, patch, type State} from '../../state/state.ts';
import {notify} from '../../sync/store.ts';
import {DialogBox, Paragraph} from '../components/dialog-box.tsx';
import {destinationItems, Menu, type MenuItem, openDestination} from '../components/menu.tsx';
import type {Binding, DrawContext, KeyContext, KeyTarget} from '../contexts.ts';
import {actingOn, changing, targetAbout} from '../keys/binding.ts';
import {closeDialog, menuKeys} from '../keys/common-keys.ts';
import {hasMarks} from '../keys/list-keys.ts';
import {useView} from '../runtime.tsx';

type MenuDialog = {
	readonly title: string;
	/** Default: `title`. */
	readonly heading?: (drawing: DrawContext) => SafeText;
	readonly width?: number;
	/** Whether it is a screen of its own, which forms and dialogs may cover. */
	readonly isScreen?: boolean;
	/** Returns what is said below the items. */
	readonly note?: (state: State) => SafeText | undefined;
	/** Returns nothing if the dialog is not open. */
	readonly items: (drawing: DrawContext) => readonly MenuItem[];
	/** The keys besides those that move and choose, and what enter does. */
	readonly keys: readonly Binding[];
	readonly enter: string;
	readonly onSelect: (keyContext: KeyContext, index: number, state: State) => void;
	readonly onHighlight?: (state: State, index: number) => State;
	/** Default: the current item. */
	readonly initialIndex?: (state: State) => number;
};

function menuDialog(menu: MenuDialog) {
	const {title, heading, width, isScreen = false, note, items, keys, enter} = menu;
	const {onSelect, onHighlight, initialIndex} = menu;
	function MenuBox() {
		const {state, keyContext} = useView();
		const drawing = keyContext.drawContext();
		const shown = items(drawing);
		// Behind the form and the list of profiles, which are as wide, only scraps of it would be visible.
		const isHidden = isScreen && (openForm(state) ?? dialogOf(state, 'profiles'));
		if (shown.length === 0 || isHidden) return null;
		const below = note?.(state);
		return (
			<DialogBox title={heading?.(drawing) ?? safe(title)} {...(width !== undefined && {width})} isGrowing={isScreen}>
				<Menu
					items={shown}
					isFocused={!isScreen || !isCovered(state)}
					{...(initialIndex && {initialIndex: initialIndex(state)})}
					onSelect={index => onSelect(keyContext, index, keyContext.store.get())}
					onHighlight={index => onHighlight && keyContext.store.change(current => onHighlight(current, index))}
				/>
				{below && (
					<Box paddingTop={1} paddingLeft={2}>
						<Paragraph text={below} tone="quiet" />
					</Box>
				)}
			</DialogBox>
		);
	}

	return {title, component: MenuBox, keys: [...menuKeys(enter), ...keys]};
}

const cancel = (...keys: readonly string[]): Binding => ({...closeDialog, keys: ['esc', ...keys], label: 'cancel'});

const sortLabels: Partial<Record<string, SafeText>> = {
	behind: plain`versions behind`,
	deployed: plain`last deployment`,
};

const sortsOf = (state: State) => sortColumns[sortableList(state) ?? 'projects'];

const defaultOrders: Readonly<Record<keyof typeof sortColumns, SafeText>> = {
	projects: plain`as the service lists them`,
	deployments: plain`newest first`,
	board: plain`newest first in each section`,
	activity: plain`newest first`,
};

export const sortDialog = menuDialog({
	title: 'Sort',
	heading: () => plain`Sort by`,
	width: 52,
	enter: 'sort',
	keys: [cancel('s', 'q')],
	items({state}) {
		const current = currentSort(state);
		return [
			{label: plain`default order: ${defaultOrders[sortableList(state) ?? 'projects']}`, isCurrent: !current},
			...sortsOf(state).map(({by}) => ({label: sortLabels[by] ?? safe(by), isCurrent: by === current?.by})),
		];
	},
	onSelect: ({store}, at) => store.change((state, now) => sortList(state, sortsOf(state)[at - 1], now)),
});

type FilterItem = {readonly name: string | undefined; readonly query: string};

/** The saved filters, and the current one if it is not saved. */
function filterItems(state: State): readonly FilterItem[] {
	const {filtered} = state.projects;
	const query = filtered?.query.trim() ?? '';
	const isUnsaved = query !== '' && savedFilterName(state) === undefined;
	const saved = [...(state.connection?.filters ?? [])].map(([name, savedQuery]) => ({name, query: savedQuery}));
	return [...saved, ...(isUnsaved ? [{name: undefined, query}] : [])];
}

export const savedFilters: Binding = {
	keys: ['F'],
	label: 'saved filters',
	blocked: state =>
		filterItems(state).length > 0 ? undefined : `Press ${shortcutOf(state, 'filter', plain`/`)} to filter first`,
	run: ({store}) =>
		store.change(state => {
			const current = filterItems(state).findIndex(({name}) => name !== undefined && name === savedFilterName(state));
			return openDialog(state, {name: 'saved filters', index: Math.max(0, current)});
		}),
};

/** The index of the selected filter. After the last one is removed, the one before it is selected. */
const filterIndex = (state: State): number =>
	Math.min(dialogOf(state, 'saved filters')?.index ?? 0, filterItems(state).length - 1);

const selectedFilter = (state: State): FilterItem | undefined => {
	const item = filterItems(state)[filterIndex(state)];
	return item?.name === undefined ? undefined : item;
};

export const savedFiltersDialog = menuDialog({
	title: 'Saved filters',
	enter: 'apply',
	keys: [
		{
			keys: ['D'],
			label: 'remove',
			isHinted: true,
			...actingOn(selectedFilter, 'Select a saved filter first', ({name = '', query}, {store, actions}) => {
				notify(store, plain`Removed the filter ${safe(name)}: ${safe(query)}`, 'quiet');
				void actions.saveFilter(name, undefined);
				store.change(current => (filterItems(current).length > 0 ? current : withoutDialog(current)));
			}),
		},
		cancel('F', 'q'),
	],
	items: ({state}) =>
		dialogOf(state, 'saved filters')
			? filterItems(state).map(({name, query}) => ({
					// The lead keeps it apart from a filter of this name.
					...(name === undefined && {lead: {text: plain`+ `, tone: 'accent'}}),
					label: name === undefined ? plain`Save the current filter` : safe(name),
					detail: safe(query),
					isCurrent: name !== undefined && name === savedFilterName(state),
				}))
			: [],
	initialIndex: filterIndex,
	onHighlight: (state, index) => withDialog(state, 'saved filters', {index}),
	onSelect({store}, index, state) {
		const {name, query} = filterItems(state)[index] ?? {};
		if (query === undefined) return;
		store.change((current, now) =>
			name === undefined ? openLine(current, {kind: 'filter name', query}, '') : applySavedFilter(current, query, now),
		);
	},
});

const themes: ReadonlyArray<{readonly theme: ThemeName; readonly label: SafeText; readonly detail: SafeText}> = [
	{theme: 'terminal', label: plain`terminal`, detail: plain`your terminal's colours`},
	{theme: 'high-contrast', label: plain`high-contrast`, detail: plain`bright on dark, deep on light`},
	{theme: 'color-blind', label: plain`color-blind`, detail: plain`blue and orange`},
	{theme: 'monochrome', label: plain`monochrome`, detail: plain`bold and dim only`},
];

const themeAt = (index: number): ThemeName => themes[index]?.theme ?? 'terminal';

function withoutThemes(state: State): State {
	const dialog = dialogOf(state, 'theme');
	return dialog ? patch(withoutDialog(state), 'preferences', {theme: dialog.before}) : state;
}

/** Lists the themes and shows the whole screen in the selected one. */
export const themeDialog = menuDialog({
	title: 'Theme',
	width: 52,
	enter: 'keep',
	keys: [{...cancel('q'), run: changing(withoutThemes)}],
	items({state}) {
		const dialog = dialogOf(state, 'theme');
		return dialog ? themes.map(item => ({...item, isCurrent: item.theme === dialog.before})) : [];
	},
	onHighlight: (state, at) => patch(state, 'preferences', {theme: themeAt(at)}),
	onSelect: ({actions}, at) => void actions.chooseTheme(themeAt(at)),
});

const outcomes: readonly Outcome[] = ['good', 'bad', 'stopped', 'running', 'waiting', 'unknown'];

const classifiedWord = (state: State): SafeText | undefined => dialogOf(state, 'meaning')?.word;

export const classifyDialog = menuDialog({
	title: 'Classify status',
	heading: ({state}) => plain`What does “${classifiedWord(state) ?? plain``}” mean?`,
	width: 50,
	enter: 'classify',
	keys: [cancel('m', 'q')],
	items({state, context}) {
		const word = classifiedWord(state);
		if (word === undefined) return [];
		const current = wordOutcome(word, state.preferences.wordMeanings);
		return outcomes.map(outcome => {
			const name = outcome === 'unknown' ? plain`none of these` : outcomeNames[outcome];
			const label = context.isSpoken ? name : plain`${shapeOf(outcome, context).text} ${name}`;
			return {label, isCurrent: outcome === current};
		});
	},
	onSelect({store, actions}, at, state) {
		const word = classifiedWord(state);
		if (word === undefined) return;
		store.change(withoutDialog);
		void actions.classifyWord(word, outcomes[at] ?? 'unknown');
	},
});

/** Lists what can be copied from the selected record or the marked projects, each with a preview. */
export const copyDialog = menuDialog({
	title: 'Copy',
	heading({state}) {
		const targets = copiedTargets(state);
		if (hasMarks(state))
			return plain`Copy from ${targets.length} marked ${targets.length === 1 ? plain`project` : plain`projects`}`;
		return targets[0]?.deploymentId === undefined ? plain`Copy from this project` : plain`Copy from this deployment`;
	},
	enter: 'copy',
	keys: [cancel('Y', 'q')],
	items: ({state}) =>
		copyItems(state).map(({label, lines}) => ({label, detail: lines ? safe(lines.join(' ')) : nothing})),
	onSelect({store, copy}, index, state) {
		const {label, lines} = copyItems(state)[index] ?? {};
		if (!label) return;
		if (!lines) return notify(store, plain`No ${label} to copy`, 'quiet');
		store.change(withoutDialog);
		copy(lines, label === 'id' ? safe(lines.join(' ')) : label);
	},
});

/** The marked projects, else the selected record, as they were chosen when the menu opened. */
function copiedTargets(state: State): readonly KeyTarget[] {
	const {dialog} = state.interface;
	return dialog?.name === 'copy'
		? dialog.records.map(({projectId, deploymentId}) => targetAbout(state, projectId, deploymentId))
		: [];
}

type CopyItem = {
	readonly label: SafeText;
	/** A line for each record. Undefined if one of them has no such text. */
	readonly lines: readonly SafeText[] | undefined;
};

/** Everything that can be copied: of each record, then the commands that list the same, and that make the last change to this project again. */
function copyItems(state: State): readonly CopyItem[] {
	const {connection, presence} = state;
	const targets = copiedTargets(state);
	if (targets.length === 0) return [];
	const ofEach = (label: SafeText, textOf: (target: KeyTarget) => string | undefined): CopyItem => {
		const texts = targets.map(textOf).filter(text => text !== undefined);
		return {label, lines: texts.length < targets.length ? undefined : texts.map(pasteable)};
	};
	const ofAll = (label: SafeText, text: string | undefined): readonly CopyItem[] =>
		text === undefined ? [] : [{label, lines: [pasteable(text)]}];
	const isWatched = (projectId: string) => presence.watches.has(watchKey({projectId, deploymentId: undefined}));
	const last = targets.length === 1 ? lastChange(state, targets[0]?.projectId) : undefined;
	return [
		ofEach(plain`id`, ({projectId, deploymentId}) => deploymentId ?? projectId),
		ofEach(
			plain`url`,
			({project, deployment, deploymentId}) => (deploymentId === undefined ? project : deployment)?.url?.exact,
		),
		ofEach(
			plain`curl`,
			({projectId, deploymentId}) => connection && curlFor(connection.baseUrl, projectId, deploymentId),
		),
		ofEach(plain`JSON`, jsonOf),
		ofEach(
			plain`command`,
			({projectId, deploymentId}) =>
				connection && subjectCommand(connection, projectId, deploymentId, isWatched(projectId)),
		),
		...ofAll(plain`list`, connection && shownListCommand(connection, state)),
		...ofAll(plain`last change`, connection && last && writeCommand(connection, last)),
	];
}

/** The last change of this session, if it was made to this project of the service that is open. */
function lastChange({connection, writes: {last}}: State, projectId: string | undefined): Done | undefined {
	if (!last || last.ref.connectionId !== connection?.id) return undefined;
	const changedId = last.kind === 'created' ? last.project.id : last.ref.projectId;
	return changedId === projectId ? last : undefined;
}

function jsonOf({project, deployment, deploymentId}: KeyTarget): SafeText | undefined {
	if (deploymentId !== undefined) return deployment && visibleJson(JSON.stringify(encodeDeployment(deployment)));
	return project && visibleJson(JSON.stringify(encodeProject(project)));
}

/** The command that lists what the current screen lists. Undefined if it lists all projects, or none. */
function shownListCommand(target: ConnectedService, state: State): string | undefined {
	const {filtered} = state.projects;
	const screen = currentScreen(state);
	if (screen.name === 'deployments') return deploymentsCommand(target, screen.projectId);
	if (!listsProjects(screen) || !filtered || isUnfiltered(filtered)) return undefined;
	return listCommand(target, filtered.query, filtered.sort);
}

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

const selectedIndex = (state: State): number => dialogOf(state, 'rules')?.index ?? 0;

function changeSelected(keyContext: KeyContext, by: 1 | -1) {
	const state = keyContext.store.get();
	ruleRows[selectedIndex(state)]?.change(keyContext, state.preferences.rules, by);
}

export const rulesDialog = menuDialog({
	title: 'Notifications',
	enter: 'change',
	keys: [
		{keys: ['right', 'l', ' '], label: 'change', run: keyContext => changeSelected(keyContext, 1)},
		{keys: ['left', 'h'], label: 'change back', run: keyContext => changeSelected(keyContext, -1)},
		{...closeDialog, keys: ['esc', 'W', 'q']},
	],
	items: ({state}) => ruleRows.map(({label, valueText}) => ({label, detail: valueText(state.preferences.rules)})),
	initialIndex: selectedIndex,
	onHighlight: (state, index) => withDialog(state, 'rules', {index}),
	onSelect: keyContext => changeSelected(keyContext, 1),
});

/** The first screen without a connection. */
export const welcomeScreen = menuDialog({
	title: 'Welcome',
	heading: () => plain`Where are your projects?`,
	isScreen: true,
	note: () => whereKeysComeFrom,
	enter: 'choose',
	keys: [],
	items: ({state}) => destinationItems(state),
	onSelect: openDestination,
});

const selectedProfile = (state: State): Profile | undefined =>
	state.interface.profiles[dialogOf(state, 'profiles')?.index ?? -1];

const onProfile = (
	keys: readonly string[],
	label: string,
	act: (profile: Profile, keyContext: KeyContext) => void,
): Binding => ({keys, label, isHinted: true, ...actingOn(selectedProfile, 'Select a profile first', act)});

/** The selected profile, unless it is the one in use. */
function removableProfile(state: State): Profile | undefined {
	const profile = selectedProfile(state);
	return profile?.name === state.connection?.profile ? undefined : profile;
}

export const profilesDialog = menuDialog({
	title: 'Profiles',
	enter: 'open',
	keys: [
		{keys: ['a'], label: 'add', run: ({store}) => store.change(state => openConnect(state, {}))},
		onProfile(['e'], 'edit', ({name: profile, baseUrl}, {store}) =>
			store.change(state => openConnect(state, profile === state.connection?.profile ? undefined : {baseUrl, profile})),
		),
		onProfile(['n'], 'rename', ({name: profile}, {store}) =>
			store.change(state => openLine(state, {kind: 'profile name', profile}, profile)),
		),
		onProfile(['o'], 'read-only', ({name}, {actions}) => void actions.toggleReadOnly(name)),
		onProfile(['p'], 'protect', ({name: profile, protects = []}, {store}) =>
			store.change(state => openLine(state, {kind: 'protects', profile}, protects.join(', '))),
		),
		{
			keys: ['D'],
			label: 'remove',
			isHinted: true,
			...actingOn(
				removableProfile,
				state => (selectedProfile(state) ? 'Open another profile or the demo first' : 'Select a profile first'),
				({name: profile}, {store}) =>
					store.change(state => openDialog(state, {name: 'remove profile', profile, forgets: false})),
			),
		},
		{...closeDialog, keys: ['esc', ',', 'q']},
	],
	items: ({state}) => destinationItems(state),
	note: ({connection, interface: {profiles}}) =>
		profiles.length > 0
			? undefined
			: (connection?.readOnlyReason ?? plain`No profiles yet: connecting saves an address and its key as one.`),
	initialIndex: state => dialogOf(state, 'profiles')?.index ?? 0,
	onHighlight: (state, index) => withDialog(state, 'profiles', {index}),
	onSelect: openDestination,
});
