import type {Deployment} from '../../api/types.ts';
import {memoOn} from '../../base/memo.ts';
import {plain, type SafeText} from '../../base/text.ts';
import {type Arrangement, arrangementOf, type ListName, type QuickFilter} from '../../model/arrangement.ts';
import {hasFailed} from '../../model/usual-range.ts';
import {lastSuccessBefore} from '../../present/failure-difference.ts';
import type {Column, RowContext} from '../../present/table.ts';
import {deploymentsOf, shownDeployments} from '../../state/deployments.ts';
import {listSearchOf} from '../../state/documents.ts';
import {keyOf} from '../../state/key-names.ts';
import {currentList} from '../../state/lists.ts';
import {cycleQuickFilter, jumpTo, moveBy, pageBy, sortList} from '../../state/movement.ts';
import {openDeployment} from '../../state/navigation.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {Binding, DrawContext, KeyScope, KeyTarget} from '../contexts.ts';
import {actingOn, changing, opening} from './binding.ts';
import {endingSearch, matchesIn, type SearchTarget, searchKeys, searchLine, searchScope} from './search.ts';

/** A step through a list or a document: a number of rows, a number of pages, or to an end. */
export type Step = {readonly rows: number} | {readonly pages: number} | {readonly to: 'first' | 'last'};

const steps: ReadonlyArray<Pick<Binding, 'id' | 'keys' | 'label'> & {readonly step: Step}> = [
	{id: 'down', keys: ['down', 'j'], label: 'down', step: {rows: 1}},
	{id: 'up', keys: ['up', 'k'], label: 'up', step: {rows: -1}},
	{id: 'page-down', keys: ['pageDown'], label: 'page down', step: {pages: 1}},
	{id: 'page-up', keys: ['pageUp'], label: 'page up', step: {pages: -1}},
	{id: 'half-page-down', keys: ['ctrl+d'], label: 'half a page down', step: {pages: 0.5}},
	{id: 'half-page-up', keys: ['ctrl+u'], label: 'half a page up', step: {pages: -0.5}},
	{id: 'first-row', keys: ['g', 'home'], label: 'first row', step: {to: 'first'}},
	{id: 'last-row', keys: ['G', 'end'], label: 'last row', step: {to: 'last'}},
];

/** Returns the movement bindings, with `run` as the handler for each step. */
export const movementKeys = (run: (step: Step) => Binding['run']): readonly Binding[] =>
	steps.map(({step, ...binding}) => ({...binding, run: run(step)}));

/** The movement keys of a list. */
export const movementBindings = movementKeys(step =>
	changing((state, now) => {
		if ('rows' in step) return moveBy(state, step.rows);
		return 'pages' in step ? pageBy(state, step.pages) : jumpTo(state, step.to, now);
	}),
);

/** The movement keys of a list while text is typed: the arrows and PgUp/PgDn, without letters. */
export const travelKeys: readonly Binding[] = movementBindings
	.slice(0, 4)
	.map(binding => ({...binding, keys: binding.keys.slice(0, 1)}));

/** Whether keys act on the marked projects instead of the selected one. */
export const hasMarks = (state: State): boolean =>
	state.projects.marks.size > 0 && currentScreen(state).name === 'projects';

/** Returns how the list on the current screen is arranged. Undefined for a screen without such a list. */
function currentArrangement(state: State): Arrangement | undefined {
	const {name} = currentScreen(state);
	const {arrangements} = state.interface;
	return name === 'board' || name === 'activity' || name === 'deployments'
		? arrangementOf(arrangements, name)
		: undefined;
}

const absences: Readonly<Record<Exclude<QuickFilter, 'all'>, SafeText>> = {
	'in progress': plain`Nothing is in progress.`,
	failed: plain`Nothing has failed.`,
	watched: plain`Nothing is watched.`,
};

/** Returns the text for a list that is limited to some deployments, of which there are none. Undefined for a list that shows all. */
export function nothingShownText(state: State, list: ListName): SafeText | undefined {
	const {shown} = arrangementOf(state.interface.arrangements, list);
	const key = keyOf(state, 'all-in-progress-failed-watched', plain`f`);
	return shown === 'all' ? undefined : plain`${absences[shown]} Press ${key} to show others.`;
}

/** The keys that sort a list. */
export const sortKeys: readonly Binding[] = [
	{keys: ['s'], label: 'sort', run: opening({name: 'sort'})},
	{
		keys: ['S'],
		label: 'reverse order',
		blocked: state =>
			currentArrangement(state)?.sort ? undefined : `Press ${keyOf(state, 'sort', plain`s`)} to sort first`,
		run({store}, state) {
			const sort = currentArrangement(state)?.sort;
			store.change(current => sortList(current, sort && {...sort, isDescending: !sort.isDescending}));
		},
	},
];

/** The keys that sort a list of deployments and choose what it shows. */
export const arrangementKeys: readonly Binding[] = [
	{keys: ['f'], label: 'all / in progress / failed / watched', run: changing(cycleQuickFilter)},
	...sortKeys,
];

const isFailure = (state: State, target: KeyTarget | undefined): boolean =>
	target?.deployment !== undefined && hasFailed(target.deployment, state.interface.wordMeanings);

/** Returns the success that a failed deployment is compared with. */
function successOf(state: State, target: KeyTarget | undefined): Deployment | undefined {
	if (!target?.deployment || !isFailure(state, target)) return undefined;
	const deployments = deploymentsOf(state, target.projectId).rows.map(row => row.deployment);
	return lastSuccessBefore(target.deployment, deployments, state.interface);
}

/** Selects the success that the selected failure is compared with, or opens it where there is no list. */
export const compare: Binding = {
	id: 'compare',
	keys: ['c'],
	label: 'last success to compare with',
	...actingOn(
		successOf,
		(state, target) => (isFailure(state, target) ? 'No earlier success is known' : 'No failed deployment selected'),
		({projectId, id}, {store}, state) => {
			const screen = currentScreen(state);
			const index = shownDeployments(state, projectId).indexes.get(id);
			if (screen.name === 'deployments' && index !== undefined)
				store.change(current => moveBy(current, index - screen.position.index));
			else store.change(current => openDeployment(current, projectId, id));
		},
	),
};

/** The rows of a list, as a search sees them. */
type ListRows = {
	readonly count: number;
	/** What the texts are derived from. They are searched again only if one of these has changed. */
	readonly from: readonly unknown[];
	/** Returns the text of a row in lower case. Undefined where there is no row. */
	readonly textAt: (index: number) => string | undefined;
};

/** Returns the rows of the list on the current screen. Undefined if it has none. */
export type RowsOf = (shown: DrawContext) => ListRows | undefined;

/** Separates the columns, so that no match spans two of them. */
const separator = '\u0001';

/** Returns what a row shows in all its columns, also in those without room, in lower case. */
export const rowText = <Row>(columns: ReadonlyArray<Column<Row>>, row: Row, context: RowContext): string =>
	columns
		.filter(({isRest}) => !isRest)
		.map(({cell}) =>
			cell(row, context, 100)
				.map(({text}) => text)
				.join(''),
		)
		.join(separator)
		.toLowerCase();

/** The query that the rows of a list highlight, in lower case. Empty without a search. */
export const searchedText = (state: State): string => listSearchOf(state)?.query.toLowerCase() ?? '';

/** The rows that match a query. */
const matchesOf = memoOn(
	({count, from}: ListRows, query: string, {now, isTimeAbsolute, wordMeanings}: RowContext) => [
		query,
		now,
		isTimeAbsolute,
		wordMeanings,
		count,
		...from,
	],
	({count, textAt}, query) => matchesIn(count, textAt, query),
);

const listTarget = (rowsOf: RowsOf): SearchTarget => ({
	searchOf: listSearchOf,
	commandId: () => 'search',
	read(shown) {
		const {state, context} = shown;
		const {index = 0} = currentList(state)?.position ?? {};
		const query = searchedText(state);
		const rows = query === '' ? undefined : rowsOf(shown);
		return {
			matches: rows ? matchesOf(rows, query, context) : [],
			cursor: index,
			start: index,
			moveTo: (current, row) => moveBy(current, row - index),
		};
	},
});

/** Returns the parts of the scope of a list that search its rows. */
export function listSearch(title: string, keys: readonly Binding[], rowsOf: RowsOf) {
	const target = listTarget(rowsOf);
	return {
		keys: [...endingSearch(keys, target), ...searchKeys(target)],
		search: searchScope(title, target),
		status: (shown, width) => searchLine(target, shown, width),
	} satisfies Partial<KeyScope>;
}
