import type {Deployment} from '../../api/types.ts';
import {memoOn} from '../../base/memo.ts';
import {caseless, counted, plain, type SafeText, safe} from '../../base/text.ts';
import {arrangementOf, type ListName, type QuickFilter} from '../../model/arrangement.ts';
import {type CommandId, defaultKeysOf} from '../../model/commands.ts';
import {hasReadAllDeployments} from '../../model/deployment-table.ts';
import {projectOrName} from '../../model/project-list.ts';
import {parseQuery} from '../../model/query.ts';
import {fieldLine} from '../../present/fields.ts';
import {type Line, type SafeSpan, space} from '../../present/line.ts';
import type {Column, RowContext} from '../../present/table.ts';
import {comparedWith, deploymentsOf} from '../../state/deployments.ts';
import {openDialog} from '../../state/dialogs.ts';
import {applySearch, clearSearch, listSearchOf, openSearch, rewindSearch} from '../../state/documents.ts';
import {
	currentList,
	currentSort,
	cycleQuickFilter,
	jumpTo,
	moveBy,
	moveTo,
	pageBy,
	sortList,
} from '../../state/lists.ts';
import {columnPageOf, shortcutOf, withColumnPage} from '../../state/preferences.ts';
import {queryContextOf} from '../../state/projects.ts';
import type {Search} from '../../state/screen.ts';
import {type State, withNotice} from '../../state/state.ts';
import {editedLine} from '../../state/text-editing.ts';
import type {AppContext, Binding, DrawContext, KeyScope, KeyTarget} from '../contexts.ts';
import {columnPages, type DrawnList, highlightedText, type ListOf} from '../lines/list-lines.ts';
import {changing, opening} from './binding.ts';
import {lineEditing, typeText} from './common-keys.ts';

type SearchTarget = {
	readonly isFilter?: boolean | undefined;
	/** Must also find the search while something covers the searched screen. */
	readonly searchOf: (state: State) => Search | undefined;
	readonly read: (drawing: DrawContext) => {
		readonly matches: readonly number[];
		/** The row of the current match if there is no cursor. */
		readonly cursor: number | undefined;
		/** The row from which a new query searches. */
		readonly start: number;
		readonly moveTo: (state: State, row: number) => State;
	};
};

/** Expects a caseless query and caseless texts. A row without a text cannot be selected. */
export const matchesIn = (
	rowCount: number,
	textAt: (row: number) => string | undefined,
	query: string,
): readonly number[] =>
	query === '' ? [] : Array.from({length: rowCount}, (_, row) => row).filter(row => textAt(row)?.includes(query));

const searchVerb = ({isFilter}: SearchTarget) => (isFilter ? plain`filter` : plain`search`);

/** Moves to the first match after the start of the search. Without a match, moves back to the start. */
function previewMatch({store, drawContext}: AppContext, {searchOf, read}: SearchTarget) {
	store.change(current => {
		if (!searchOf(current)?.isTyping) return current;
		const state = rewindSearch(current);
		const {matches, start, moveTo} = read({...drawContext(), state});
		const first = matches.find(row => row >= start) ?? matches[0];
		return first === undefined ? state : moveTo(state, first);
	});
}

const matchStep = (id: CommandId, by: 1 | -1, target: SearchTarget): Binding => ({
	id,
	unavailable: state =>
		target.searchOf(state) ? undefined : `Press ${shortcutOf(state, 'search')} to ${searchVerb(target)} first`,
	run: ({store, drawContext}) =>
		store.change((state, now) => {
			const {matches, cursor = 0, moveTo} = target.read({...drawContext(), state});
			const next = matches.find(row => row > cursor) ?? matches[0];
			const previous = matches.findLast(row => row < cursor) ?? matches.at(-1);
			const match = by > 0 ? next : previous;
			return match === undefined ? withNotice(state, plain`Nothing matches`, 'quiet', now) : moveTo(state, match);
		}),
});

function escEndsSearch(binding: Binding, {searchOf}: SearchTarget): Binding {
	if (!defaultKeysOf(binding.id).includes('esc')) return binding;
	return {
		...binding,
		run(app, state, key, target) {
			if (key === 'esc' && searchOf(state)) app.store.change(clearSearch);
			else binding.run(app, state, key, target);
		},
	};
}

const queryScope = (title: string, target: SearchTarget): KeyScope => ({
	title,
	keys: [
		{
			id: 'search.search',
			isHinted: true,
			hint: () => (target.isFilter ? 'apply filter' : 'go to match'),
			run: changing(applySearch),
		},
		{
			id: 'search.cancel',
			isHinted: true,
			hint: () => `cancel ${searchVerb(target)}`,
			run: changing(clearSearch),
		},
		...lineEditing.map(
			(binding): Binding => ({
				...binding,
				run(app, ...rest) {
					binding.run(app, ...rest);
					previewMatch(app, target);
				},
			}),
		),
	],
	isTyping: true,
	onText(app, state, text) {
		typeText(app, state, text);
		previewMatch(app, target);
	},
});

function searchLine(target: SearchTarget, drawing: DrawContext, width: number): Line {
	const search = target.searchOf(drawing.state);
	if (!search) return [];
	const {query, isTyping} = search;
	const typed = isTyping ? editedLine(drawing.state) : undefined;
	const {matches, cursor = -1} = target.read(drawing);
	const at = matches.indexOf(cursor);
	const position = at < 0 ? counted(matches.length, 'match', 'matches') : plain`match ${at + 1} of ${matches.length}`;
	const result: SafeSpan =
		matches.length > 0 ? {text: plain`  ${position} `, tone: 'quiet'} : {text: plain`  no match `, tone: 'bad'};
	return [
		{text: plain` ${searchVerb(target)}: `, tone: 'accent'},
		...(typed
			? fieldLine(typed, plain``, Math.max(8, width - 20))
			: [{text: safe(query, Math.max(8, width - 22)), tone: 'plain'} as const]),
		query === '' ? space : result,
	];
}

/** Makes a list or a document searchable: its keys, the scope for typing the query, and the line with the query. */
export const searchable = (title: string, keys: readonly Binding[], target: SearchTarget) => ({
	search: queryScope(title, target),
	keys: [
		...keys.map(binding => escEndsSearch(binding, target)),
		{id: 'search', isHinted: true, hint: () => searchVerb(target), run: changing(openSearch)},
		matchStep('next-match', 1, target),
		matchStep('previous-match', -1, target),
	] satisfies readonly Binding[],
	lineOf: (drawing: DrawContext, width: number) => searchLine(target, drawing, width),
});

export type Step = {readonly rows: number} | {readonly pages: number} | {readonly to: 'first' | 'last'};

export function rowsOfStep(step: Step, rowCount: number, pageHeight: number): number {
	if ('rows' in step) return step.rows;
	if ('to' in step) return step.to === 'first' ? -rowCount : rowCount;
	return Math.sign(step.pages) * Math.max(1, Math.floor(Math.abs(step.pages) * pageHeight));
}

type RunStep = (step: Step) => Binding['run'];

/** Movement keys that edit no text. */
const travelBindingsWith = (run: RunStep): readonly Binding[] => [
	{id: 'down', run: run({rows: 1})},
	{id: 'up', run: run({rows: -1})},
	{id: 'page-down', run: run({pages: 1})},
	{id: 'page-up', run: run({pages: -1})},
];

export const movementBindingsWith = (run: RunStep): readonly Binding[] => [
	...travelBindingsWith(run),
	{id: 'half-page-down', run: run({pages: 0.5})},
	{id: 'half-page-up', run: run({pages: -0.5})},
	{id: 'first-row', run: run({to: 'first'})},
	{id: 'last-row', run: run({to: 'last'})},
];

const moveInList: RunStep = step =>
	changing((state, now) => {
		if ('rows' in step) return moveBy(state, step.rows);
		return 'pages' in step ? pageBy(state, step.pages) : jumpTo(state, step.to, now);
	});

export const movementBindings = movementBindingsWith(moveInList);

export const travelBindings = travelBindingsWith(moveInList);

const nothingShownReasons: Readonly<Record<Exclude<QuickFilter, 'all'>, SafeText>> = {
	'in progress': plain`Nothing is in progress.`,
	failed: plain`Nothing has failed.`,
	watched: plain`Nothing is watched.`,
};

export function nothingShownText(state: State, list: ListName): SafeText | undefined {
	const {shown} = arrangementOf(state.interface.arrangements, list);
	const key = shortcutOf(state, 'show');
	if (shown === 'all') return undefined;
	// On the board, a failure before its project's last success has no row of its own.
	const absence =
		list === 'board' && shown === 'failed'
			? plain`Nothing has failed since its last success.`
			: nothingShownReasons[shown];
	return plain`${absence} Press ${key} to show others.`;
}

export const nextColumns = <Row>(listOf: ListOf<Row>): Binding => ({
	id: 'wide',
	run: ({store, drawContext}) =>
		store.change((state, now) => {
			const list = listOf({...drawContext(), state}, state.interface.size.columns);
			const count = list ? columnPages(list).length : 1;
			if (count === 1) return withNotice(state, plain`There are no other columns`, 'quiet', now);
			const page = columnPageOf(state);
			// A resize may have left fewer pages: then the first one is shown.
			const next = page < count ? (page + 1) % count : 1;
			const key = shortcutOf(state, 'wide');
			const following = next === count - 1 ? plain`goes back to the first` : plain`shows the next ones`;
			const text = plain`Columns ${next + 1} of ${count}: ${key} ${following}`;
			return withColumnPage(next === 0 ? state : withNotice(state, text, 'quiet', now), next);
		}),
});

export const sortBindings: readonly Binding[] = [
	{id: 'sort', run: opening({name: 'sort'})},
	{
		id: 'reverse-order',
		unavailable: state => (currentSort(state) ? undefined : `Press ${shortcutOf(state, 'sort')} to sort first`),
		run: changing((state, now) => {
			const sort = currentSort(state);
			return sortList(state, sort && {...sort, isDescending: !sort.isDescending}, now);
		}),
	},
];

export const arrangementBindings: readonly Binding[] = [{id: 'show', run: changing(cycleQuickFilter)}, ...sortBindings];

type ComparedPair = readonly [from: Deployment, to: Deployment];

/** Opens the comparison of two deployments. `pairOf` returns a reason if there are none. */
export const comparing = (pairOf: (state: State, target: KeyTarget) => ComparedPair | string): Binding => ({
	id: 'compare',
	unavailable(state, target) {
		const pair = target ? pairOf(state, target) : 'Nothing selected';
		return typeof pair === 'string' ? pair : undefined;
	},
	run({store}, state, _key, target) {
		const pair = target && pairOf(state, target);
		if (!pair || typeof pair === 'string') return;
		const [{projectId, id}, to] = pair;
		store.change(current => openDialog(current, {name: 'comparison', projectId, ids: [id, to.id], top: 0}));
	},
});

export const compare = comparing((state, {projectId, deployment}) => {
	if (!deployment) return 'No deployment selected';
	const other = comparedWith(state, deployment);
	if (other) return [other, deployment];
	const {environmentId} = deployment;
	const none = environmentId ? `No success before it in ${environmentId.shown}` : 'No success before it';
	return hasReadAllDeployments(deploymentsOf(state, projectId)) ? none : `${none} among the deployments read so far`;
});

/** Separates columns, so that no match spans two of them. No shown text contains it. */
const separator = '\u0001';

/** The caseless text of a row. Includes columns without room, but no pictures. */
const rowText = <Row>(columns: ReadonlyArray<Column<Row>>, row: Row, context: RowContext): string =>
	columns
		.map(({cell}) =>
			caseless(
				cell(row, context, 100)
					.map(({text, spoken}) => (spoken === '' ? '' : text))
					.join(''),
			),
		)
		.join(separator);

/** Finds rows by their text. If the query has only conditions, finds the deployments that meet them. */
export function listSearch<Row extends {readonly deployment: Deployment}>(
	title: string,
	keys: readonly Binding[],
	listOf: ListOf<Row>,
) {
	const matchesOf = memoOn(
		({count, style, source, context}: DrawnList<Row>, {deployments, interface: {arrangements}}: State) => [
			deployments,
			count,
			style,
			arrangements,
			source,
			...Object.values(context),
		],
		({count, rowAt, style, context}, state) => {
			const {search = '', localNow} = context;
			const {texts, testRow, isEmpty} = parseQuery(search, queryContextOf(state, localNow));
			const isMet = ({deployment}: Row) =>
				!isEmpty && testRow(projectOrName(state, deployment.projectId), deployment) === true;
			const textAt = (index: number) => {
				const row = rowAt(index);
				if (!row || texts.length > 0) return row && rowText(style.columns, row, context);
				return isMet(row) ? search : undefined;
			};
			return matchesIn(count, textAt, search);
		},
	);
	const {lineOf, ...scope} = searchable(title, keys, {
		searchOf: listSearchOf,
		read(drawing) {
			const {state} = drawing;
			const {index = 0} = currentList(state) ?? {};
			const list = highlightedText(state) === '' ? undefined : listOf(drawing, state.interface.size.columns);
			return {
				matches: list ? matchesOf(list, state) : [],
				cursor: index,
				start: index,
				moveTo,
			};
		},
	});
	return {...scope, keys: [...scope.keys, nextColumns(listOf)], status: lineOf} satisfies Partial<KeyScope>;
}
