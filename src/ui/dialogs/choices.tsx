import type {ThemeName} from '../../base/color.ts';
import {plain, type SafeText, safe} from '../../base/text.ts';
import {arrangementOf, firstDirection, sortColumns, sortKeys} from '../../model/arrangement.ts';
import {meaningKey, type Outcome, outcomeNames} from '../../model/status-words.ts';
import {shapeOf} from '../../present/outcome.ts';
import {dialogOf, withoutDialog} from '../../state/dialogs.ts';
import {sortList} from '../../state/movement.ts';
import {sortProjects} from '../../state/projects.ts';
import {currentScreen, type State, withInterface} from '../../state/state.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {Menu} from '../components/menu.tsx';
import {changing} from '../keys/binding.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {menuKeys} from '../keys/text-keys.ts';
import {useView} from '../runtime.tsx';

const sortLabels: Partial<Record<string, SafeText>> = {
	behind: plain`versions behind`,
	deployed: plain`last deployment`,
};

/** The first item is the order of the list itself. */
const sortItems = (own: SafeText, names: readonly string[], current: string | undefined) => [
	{label: own, isCurrent: current === undefined},
	...names.map(by => ({label: sortLabels[by] ?? safe(by), isCurrent: by === current})),
];

function SortDialog() {
	const {state, keyContext} = useView();
	const {store} = keyContext;
	const list = currentScreen(state).name;
	if (list === 'board' || list === 'activity' || list === 'deployments') {
		const sorts = sortColumns[list];
		const {sort} = arrangementOf(state.interface.arrangements, list);
		const items = sortItems(
			plain`its own order`,
			sorts.map(({by}) => by),
			sort?.by,
		);
		return (
			<DialogBox title={plain`Sort by`} width={40}>
				<Menu items={items} onSelect={at => store.change(now => sortList(now, sorts[at - 1]))} />
			</DialogBox>
		);
	}

	const chosen = (at: number) => {
		const by = sortKeys[at - 1];
		return by && firstDirection(by);
	};
	return (
		<DialogBox title={plain`Sort by`} width={40}>
			<Menu
				items={sortItems(plain`the service's order`, sortKeys, state.projects.filtered?.sort?.by)}
				onSelect={at => store.change((now, time) => sortProjects(now, chosen(at), time))}
			/>
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

function MeaningDialog() {
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
					void keyContext.actions.pinWord(word, outcomes[at] ?? 'unknown');
				}}
			/>
		</DialogBox>
	);
}

export const meaningDialog = {
	title: 'Classify status',
	component: MeaningDialog,
	keys: [...menuKeys('classify'), {...closeDialog, keys: ['esc', 'm', 'q'], label: 'cancel'}],
};
