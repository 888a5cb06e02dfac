import {shapeOf} from '../../present/outcome.ts';
import {type Outcome, outcomeNames, pinOf} from '../../status-words.ts';
import {arrangementOf, type ListName, type ListSort, sortColumns} from '../../store/model/deployments/arrangement.ts';
import {firstDirection, type SortKey} from '../../store/model/projects/sorting.ts';
import {sortList} from '../../store/reducers/movement.ts';
import {sortProjects} from '../../store/reducers/projects.ts';
import {withoutDialog} from '../../store/state/dialogs.ts';
import {currentScreen, withInterface} from '../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import type {ThemeName} from '../../theme-names.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {Menu} from '../components/menu.tsx';
import type {Binding} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {isMenuKey, menuKeys} from '../keys/menu-keys.ts';
import {useRuntime, useStore} from '../runtime.tsx';

/** What the project list can be sorted by. `by` is undefined for the order of the service. */
export const sortChoices: ReadonlyArray<{readonly by: SortKey | undefined; readonly label: SafeText}> = [
	{by: undefined, label: plain`the service's order`},
	{by: 'name', label: plain`name`},
	{by: 'updated', label: plain`updated`},
	{by: 'version', label: plain`version`},
	{by: 'drift', label: plain`versions behind`},
	{by: 'deployed', label: plain`last deployment`},
	{by: 'status', label: plain`status`},
	{by: 'mode', label: plain`mode`},
	{by: 'slug', label: plain`slug`},
	{by: 'url', label: plain`url`},
	{by: 'created', label: plain`created`},
];

export const sortDialogKeys: readonly Binding[] = [
	...menuKeys('sort'),
	{...closeDialog, keys: ['esc', 's', 'q'], label: 'cancel'},
];

/** Sorts the list of projects. */
function ProjectSortMenu() {
	const {store} = useRuntime().keyContext;
	const current = useStore(({projects: {view}}) => view?.sort?.by);
	return (
		<Menu
			items={sortChoices.map(({by, label}) => ({value: by, key: label, label, isCurrent: by === current}))}
			initialIndex={sortChoices.findIndex(({by}) => by === current)}
			onSelect={by => store.change((state, now) => sortProjects(state, by && firstDirection(by), now))}
		/>
	);
}

/** Sorts the list on the current screen, by one of its columns. */
function ListSortMenu({list}: {readonly list: ListName}) {
	const {store} = useRuntime().keyContext;
	const current = useStore(state => arrangementOf(state.interface.arrangements, list).sort?.by);
	const choices: ReadonlyArray<ListSort | undefined> = [undefined, ...sortColumns[list]];
	return (
		<Menu
			items={choices.map(sort => {
				const label = safe(sort?.by ?? 'its own order');
				return {value: sort, key: label, label, isCurrent: sort?.by === current};
			})}
			initialIndex={choices.findIndex(sort => sort?.by === current)}
			onSelect={sort => store.change(state => sortList(state, sort))}
		/>
	);
}

function SortDialog() {
	const list = useStore(state => currentScreen(state).name);
	return (
		<DialogBox title={plain`Sort by`} width={40}>
			{list === 'watch' || list === 'activity' || list === 'deployments' ? (
				<ListSortMenu list={list} />
			) : (
				<ProjectSortMenu />
			)}
		</DialogBox>
	);
}

export const sortDialog = {title: 'Sort', keys: sortDialogKeys, component: SortDialog, isForWidget: isMenuKey};

export const themeKeys: readonly Binding[] = [
	...menuKeys('keep'),
	{
		...closeDialog,
		keys: ['esc', 'q'],
		label: 'cancel',
		run({store}, {interface: {dialog}}) {
			if (dialog?.name === 'theme') store.change(state => withInterface(state, {theme: dialog.before}));
			store.change(withoutDialog);
		},
	},
];

const themeChoices: ReadonlyArray<{readonly theme: ThemeName; readonly label: SafeText; readonly detail: SafeText}> = [
	{theme: 'terminal', label: plain`terminal`, detail: plain`your terminal's colours`},
	{theme: 'high-contrast', label: plain`high-contrast`, detail: plain`bright on dark, deep on light`},
	{theme: 'color-blind', label: plain`color-blind`, detail: plain`blue and orange`},
	{theme: 'monochrome', label: plain`monochrome`, detail: plain`bold and dim only`},
];

/** Lists the themes and shows the whole screen in the selected one. */
function ThemeDialog() {
	const {
		keyContext: {store, actions},
	} = useRuntime();
	const dialog = useStore(state => state.interface.dialog);
	if (dialog?.name !== 'theme') return null;
	return (
		<DialogBox title={plain`Theme`} width={52}>
			<Menu
				items={themeChoices.map(({theme, ...item}) => ({
					...item,
					value: theme,
					key: theme,
					isCurrent: theme === dialog.before,
				}))}
				initialIndex={themeChoices.findIndex(({theme}) => theme === dialog.before)}
				onHighlight={theme => store.change(state => withInterface(state, {theme}))}
				onSelect={theme => void actions.chooseTheme(theme)}
			/>
		</DialogBox>
	);
}

export const themeDialog = {title: 'Theme', keys: themeKeys, component: ThemeDialog, isForWidget: isMenuKey};

export const meaningKeys: readonly Binding[] = [
	...menuKeys('classify'),
	{...closeDialog, keys: ['esc', 'm', 'q'], label: 'cancel'},
];

const outcomes: readonly Outcome[] = ['good', 'bad', 'stopped', 'running', 'waiting', 'unknown'];

const labelOf = (outcome: Outcome): SafeText => (outcome === 'unknown' ? plain`none of these` : outcomeNames[outcome]);

/** Asks what a status word of the service means. */
function MeaningDialog() {
	const {
		theme,
		keyContext: {store, actions},
	} = useRuntime();
	const dialog = useStore(state => state.interface.dialog);
	const pins = useStore(state => state.interface.pins);
	if (dialog?.name !== 'meaning') return null;
	const {word} = dialog;
	const current = pins.get(pinOf(word));
	return (
		<DialogBox title={plain`What does “${word}” mean?`} width={50}>
			<Menu
				items={outcomes.map(outcome => ({
					value: outcome,
					key: outcome,
					label: plain`${shapeOf(outcome, theme).text} ${labelOf(outcome)}`,
					isCurrent: outcome === current,
				}))}
				initialIndex={current === undefined ? -1 : outcomes.indexOf(current)}
				onSelect={outcome => {
					store.change(withoutDialog);
					void actions.pinWord(word, outcome);
				}}
			/>
		</DialogBox>
	);
}

export const meaningDialog = {
	title: 'Classify status',
	keys: meaningKeys,
	component: MeaningDialog,
	isForWidget: isMenuKey,
};
