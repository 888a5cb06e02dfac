import type {ReactNode} from 'react';
import {plain, type SafeText, safe} from '../../base/text.ts';
import type {ThemeName} from '../../base/theme-names.ts';
import {arrangementOf, firstDirection, type SortKey, sortColumns} from '../../model/arrangement.ts';
import {meaningKey, type Outcome, outcomeNames} from '../../model/status-words.ts';
import {shapeOf} from '../../present/outcome.ts';
import {withoutDialog} from '../../state/dialogs.ts';
import {sortList} from '../../state/movement.ts';
import {sortProjects} from '../../state/projects.ts';
import {currentScreen, type State, withInterface} from '../../state/state.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {Menu} from '../components/menu.tsx';
import {closeDialog} from '../keys/common-keys.ts';
import {menuKeys} from '../keys/text-keys.ts';
import {useRuntime, useStore} from '../runtime.tsx';

type Choice<Value> = {readonly value: Value; readonly label: SafeText; readonly detail?: SafeText};

type ChoicesProps<Value> = {
	readonly title: SafeText;
	readonly width: number;
	readonly items: ReadonlyArray<Choice<Value>>;
	/** The value in force: marked, and selected first. */
	readonly current: Value | undefined;
	readonly onChoose: (value: Value) => void;
	readonly onHighlight?: (value: Value) => void;
};

/** A menu in a box, to choose one of a few values. */
function Choices<Value>({title, width, items, current, onChoose, onHighlight = () => {}}: ChoicesProps<Value>) {
	return (
		<DialogBox title={title} width={width}>
			<Menu
				items={items.map(item => ({...item, key: item.label, isCurrent: item.value === current}))}
				initialIndex={items.findIndex(({value}) => value === current)}
				onSelect={onChoose}
				onHighlight={onHighlight}
			/>
		</DialogBox>
	);
}

const choiceDialog = (
	title: string,
	component: () => ReactNode,
	enterLabel: string,
	cancelKeys: readonly string[],
	cancel = closeDialog,
) => ({
	title,
	component,
	keys: [...menuKeys(enterLabel), {...cancel, keys: cancelKeys, label: 'cancel'}],
});

/** What the project list can be sorted by. The value is undefined for the order of the service. */
export const projectSorts: ReadonlyArray<Choice<SortKey | undefined>> = [
	{value: undefined, label: plain`the service's order`},
	{value: 'name', label: plain`name`},
	{value: 'updated', label: plain`updated`},
	{value: 'version', label: plain`version`},
	{value: 'behind', label: plain`versions behind`},
	{value: 'deployed', label: plain`last deployment`},
	{value: 'status', label: plain`status`},
	{value: 'mode', label: plain`mode`},
	{value: 'slug', label: plain`slug`},
	{value: 'url', label: plain`url`},
	{value: 'created', label: plain`created`},
];

/** Sorts the list on the current screen by one of its columns. */
function SortDialog() {
	const {store} = useRuntime().keyContext;
	const list = useStore(state => currentScreen(state).name);
	const arrangements = useStore(state => state.interface.arrangements);
	const projectSort = useStore(({projects: {filtered}}) => filtered?.sort?.by);
	const box = {title: plain`Sort by`, width: 40};
	if (list === 'board' || list === 'activity' || list === 'deployments') {
		const sorts = [undefined, ...sortColumns[list]];
		const {sort} = arrangementOf(arrangements, list);
		return (
			<Choices
				{...box}
				items={sorts.map(value => ({value, label: safe(value?.by ?? 'its own order')}))}
				current={sorts.find(value => value?.by === sort?.by)}
				onChoose={value => store.change(state => sortList(state, value))}
			/>
		);
	}

	return (
		<Choices
			{...box}
			items={projectSorts}
			current={projectSort}
			onChoose={by => store.change((state, now) => sortProjects(state, by && firstDirection(by), now))}
		/>
	);
}

export const sortDialog = choiceDialog('Sort', SortDialog, 'sort', ['esc', 's', 'q']);

const themes: ReadonlyArray<Choice<ThemeName>> = [
	{value: 'terminal', label: plain`terminal`, detail: plain`your terminal's colours`},
	{value: 'high-contrast', label: plain`high-contrast`, detail: plain`bright on dark, deep on light`},
	{value: 'color-blind', label: plain`color-blind`, detail: plain`blue and orange`},
	{value: 'monochrome', label: plain`monochrome`, detail: plain`bold and dim only`},
];

/** Lists the themes and shows the whole screen in the selected one. */
function ThemeDialog() {
	const {store, actions} = useRuntime().keyContext;
	const dialog = useStore(state => state.interface.dialog);
	if (dialog?.name !== 'theme') return null;
	return (
		<Choices
			title={plain`Theme`}
			width={52}
			items={themes}
			current={dialog.before}
			onHighlight={theme => store.change(state => withInterface(state, {theme}))}
			onChoose={theme => void actions.chooseTheme(theme)}
		/>
	);
}

/** Closes the menu of themes and returns to the theme that was in force. */
function withoutThemes(state: State): State {
	const {dialog} = state.interface;
	return dialog?.name === 'theme' ? withInterface(state, {theme: dialog.before, dialog: undefined}) : state;
}

export const themeDialog = choiceDialog('Theme', ThemeDialog, 'keep', ['esc', 'q'], {
	...closeDialog,
	run: ({store}) => store.change(withoutThemes),
});

const outcomes: readonly Outcome[] = ['good', 'bad', 'stopped', 'running', 'waiting', 'unknown'];

/** Asks what a status word of the service means. */
function MeaningDialog() {
	const {
		theme,
		keyContext: {store, actions},
	} = useRuntime();
	const dialog = useStore(state => state.interface.dialog);
	const wordMeanings = useStore(state => state.interface.wordMeanings);
	if (dialog?.name !== 'meaning') return null;
	const {word} = dialog;
	const labelOf = (outcome: Outcome) => (outcome === 'unknown' ? plain`none of these` : outcomeNames[outcome]);
	return (
		<Choices
			title={plain`What does “${word}” mean?`}
			width={50}
			items={outcomes.map(outcome => ({
				value: outcome,
				label: theme.isSpoken ? labelOf(outcome) : plain`${shapeOf(outcome, theme).text} ${labelOf(outcome)}`,
			}))}
			current={wordMeanings.get(meaningKey(word))}
			onChoose={outcome => {
				store.change(withoutDialog);
				void actions.pinWord(word, outcome);
			}}
		/>
	);
}

export const meaningDialog = choiceDialog('Classify status', MeaningDialog, 'classify', ['esc', 'm', 'q']);
