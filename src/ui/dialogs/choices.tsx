import type {ThemeName} from '../../base/color.ts';
import {plain, type SafeText, safe} from '../../base/text.ts';
import {sortColumns} from '../../model/arrangement.ts';
import {meaningKey, type Outcome, outcomeNames} from '../../model/status-words.ts';
import {shapeOf} from '../../present/outcome.ts';
import {withoutDialog} from '../../state/dialogs.ts';
import {currentSort, sortableList, sortList} from '../../state/lists.ts';
import {type State, withInterface} from '../../state/state.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {Menu} from '../components/menu.tsx';
import {changing} from '../keys/binding.ts';
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
	const ownOrder = list === 'projects' ? plain`the service's order` : plain`its own order`;
	return (
		<Choices
			title={plain`Sort by`}
			width={40}
			items={[undefined, ...sorts.map(({by}) => by)].map(by => ({
				value: by,
				label: by === undefined ? ownOrder : (sortLabels[by] ?? safe(by)),
			}))}
			current={current?.by}
			onChoose={by =>
				store.change((state, now) =>
					sortList(
						state,
						sorts.find(sort => sort.by === by),
						now,
					),
				)
			}
		/>
	);
}

export const sortDialog = {
	title: 'Sort',
	component: SortDialog,
	keys: [...menuKeys('sort'), {...closeDialog, keys: ['esc', 's', 'q'], label: 'cancel'}],
};

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

function withoutThemes(state: State): State {
	const {dialog} = state.interface;
	return dialog?.name === 'theme' ? withInterface(state, {theme: dialog.before, dialog: undefined}) : state;
}

export const themeDialog = {
	title: 'Theme',
	component: ThemeDialog,
	keys: [...menuKeys('keep'), {...closeDialog, keys: ['esc', 'q'], label: 'cancel', run: changing(withoutThemes)}],
};

const outcomes: readonly Outcome[] = ['good', 'bad', 'stopped', 'running', 'waiting', 'unknown'];

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

export const meaningDialog = {
	title: 'Classify status',
	component: MeaningDialog,
	keys: [...menuKeys('classify'), {...closeDialog, keys: ['esc', 'm', 'q'], label: 'cancel'}],
};
