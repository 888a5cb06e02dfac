import type {Deployment} from '../../api/types.ts';
import {memoOn} from '../../base/memo.ts';
import {plain, type SafeText} from '../../base/text.ts';
import {arrangementOf, type ListName, type QuickFilter} from '../../model/arrangement.ts';
import {hasFailed} from '../../model/durations.ts';
import {lastSuccessBefore} from '../../present/failure-difference.ts';
import type {Column, RowContext} from '../../present/table.ts';
import {deploymentsOf} from '../../state/deployments.ts';
import {listSearchOf} from '../../state/documents.ts';
import {currentList} from '../../state/lists.ts';
import {currentSort, cycleQuickFilter, jumpTo, moveBy, pageBy, sortList} from '../../state/movement.ts';
import {openDeployment} from '../../state/navigation.ts';
import {keyOf} from '../../state/preferences.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {Binding, KeyScope, KeyTarget} from '../contexts.ts';
import {type List, type ListOf, searchedText} from '../lines/list-lines.ts';
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

export const sortKeys: readonly Binding[] = [
	{keys: ['s'], label: 'sort', run: opening({name: 'sort'})},
	{
		keys: ['S'],
		label: 'reverse order',
		blocked: state => (currentSort(state) ? undefined : `Press ${keyOf(state, 'sort', plain`s`)} to sort first`),
		run: changing((state, now) => {
			const sort = currentSort(state);
			return sortList(state, sort && {...sort, isDescending: !sort.isDescending}, now);
		}),
	},
];

/** The keys that choose what a list shows, and sort it. */
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
			const index = currentList(state)?.bounds.indexOf(id);
			if (screen.name === 'deployments' && index !== undefined)
				store.change(current => moveBy(current, index - screen.position.index));
			else store.change(current => openDeployment(current, projectId, id));
		},
	),
};

/** Separates the columns, so that no match spans two of them. */
const separator = '\u0001';

/** What a row shows in all its columns, also in those without room, in lower case. */
const rowText = <Row>(columns: ReadonlyArray<Column<Row>>, row: Row, context: RowContext): string =>
	columns
		.filter(({isRest}) => !isRest)
		.map(({cell}) =>
			cell(row, context, 100)
				.map(({text}) => text)
				.join(''),
		)
		.join(separator)
		.toLowerCase();

/** The rows of a list that match a query. */
const matchesOf = memoOn(
	({count, style, groups, context}: List<never>, query: string, {deployments, interface: {arrangements}}: State) => [
		query,
		count,
		style,
		groups,
		context.now,
		context.isTimeAbsolute,
		context.wordMeanings,
		deployments,
		arrangements,
	],
	({count, rowAt, style, context}, query) =>
		matchesIn(
			count,
			index => {
				const row = rowAt(index);
				return row && rowText(style.columns, row, context);
			},
			query,
		),
) as unknown as <Row>(list: List<Row>, query: string, state: State) => readonly number[];

const listTarget = <Row>(listOf: ListOf<Row>): SearchTarget => ({
	searchOf: listSearchOf,
	commandId: () => 'search',
	read(drawing) {
		const {state} = drawing;
		const {index = 0} = currentList(state)?.position ?? {};
		const query = searchedText(state);
		const list = query === '' ? undefined : listOf(drawing, state.interface.size.columns);
		return {
			matches: list ? matchesOf(list, query, state) : [],
			cursor: index,
			start: index,
			moveTo: (current, row) => moveBy(current, row - index),
		};
	},
});

/** Returns the parts of the scope of a list that search its rows. */
export function listSearch<Row>(title: string, keys: readonly Binding[], listOf: ListOf<Row>) {
	const target = listTarget(listOf);
	return {
		keys: [...endingSearch(keys, target), ...searchKeys(target)],
		search: searchScope(title, target),
		status: (drawing, width) => searchLine(target, drawing, width),
	} satisfies Partial<KeyScope>;
}
