import type {ThemeName} from '../../base/color.ts';
import {plain, type SafeText, safe} from '../../base/text.ts';
import {sortColumns} from '../../model/arrangement.ts';
import {meaningKey, type Outcome, outcomeNames} from '../../model/status-words.ts';
import {shapeOf} from '../../present/outcome.ts';
import {dialogOf, withoutDialog} from '../../state/dialogs.ts';
import {currentSort, sortableList, sortList} from '../../state/lists.ts';
import {type State, withInterface} from '../../state/state.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {Menu} from '../components/menu.tsx';
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
