import type {Deployment} from '../../api/types.ts';
import {memoOn} from '../../base/memo.ts';
import {caseless, counted, plain, type SafeText, safe} from '../../base/text.ts';
import {arrangementOf, type ListName, type QuickFilter} from '../../model/arrangement.ts';
import {type CommandId, defaultKeysOf} from '../../model/commands.ts';
import {projectOrName} from '../../model/project-list.ts';
import {parseQuery} from '../../model/query.ts';
import {fieldLine} from '../../present/fields.ts';
import {type Line, type SafeSpan, space} from '../../present/line.ts';
import type {Column, RowContext} from '../../present/table.ts';
import {isFailedTarget, successBefore} from '../../state/deployments.ts';
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
import {openDeployment} from '../../state/navigation.ts';
import {columnPageOf, shortcutOf, withColumnPage} from '../../state/preferences.ts';
import {queryContextOf} from '../../state/projects.ts';
import type {Search} from '../../state/screen.ts';
import {currentScreen, type State, withNotice} from '../../state/state.ts';
import {editedLine} from '../../state/text-editing.ts';
import type {AppContext, Binding, DrawContext, KeyScope} from '../contexts.ts';
import {columnPages, type DrawnList, highlightedText, type ListOf} from '../lines/list-lines.ts';
import {actingOn, changing, opening} from './binding.ts';
import {lineEditing, typeText} from './common-keys.ts';

/** What a search looks through: the rows of a list or of a document. */
type SearchTarget = {
	/** Whether only what matches is shown. */
	readonly isFilter?: boolean | undefined;
	/** Returns the search in it, even while something covers it. */
	readonly searchOf: (state: State) => Search | undefined;
	readonly read: (drawing: DrawContext) => {
		/** The indexes of the rows that match the query. */
		readonly matches: readonly number[];
		/** The row of the cursor or, without a cursor, of the current match. */
		readonly cursor: number | undefined;
		/** The row from which a new query is searched. */
		readonly start: number;
		/** Moves the cursor to a row. */
		readonly moveTo: (state: State, row: number) => State;
	};
};

/** Returns the indexes of the rows that contain the query. Both are in the form in which they are compared. `textAt` returns undefined for a row that cannot be selected. */
export const matchesIn = (
	rowCount: number,
	textAt: (row: number) => string | undefined,
	query: string,
): readonly number[] =>
	query === '' ? [] : Array.from({length: rowCount}, (_, row) => row).filter(row => textAt(row)?.includes(query));

/** Returns the parts of a scope that search what it shows: its keys, of which esc ends the search first, the keys while a query is typed, and the line with the query. */
export function searchable(title: string, keys: readonly Binding[], {searchOf, read, isFilter}: SearchTarget) {
	const word = isFilter ? plain`filter` : plain`search`;
	/** Moves to the first match from where the search began, or back to there if nothing matches. */
	const preview = ({store, drawContext}: AppContext): void =>
		store.change(current => {
			if (!searchOf(current)?.isTyping) return current;
			const state = rewindSearch(current);
			const {matches, start, moveTo} = read({...drawContext(), state});
			const first = matches.find(row => row >= start) ?? matches[0];
			return first === undefined ? state : moveTo(state, first);
		});
	const step = (id: CommandId, by: 1 | -1): Binding => ({
		id,
		blocked: state => (searchOf(state) ? undefined : `Press ${shortcutOf(state, 'search')} to ${word} first`),
		run: ({store, drawContext}) =>
			store.change((state, now) => {
				const {matches, cursor = 0, moveTo} = read({...drawContext(), state});
				const next = matches.find(row => row > cursor) ?? matches[0];
				const previous = matches.findLast(row => row < cursor) ?? matches.at(-1);
				const match = by > 0 ? next : previous;
				return match === undefined ? withNotice(state, plain`Nothing matches`, 'quiet', now) : moveTo(state, match);
			}),
	});
	const endingSearch = (binding: Binding): Binding => ({
		...binding,
		run(app, state, key, target) {
			if (key === 'esc' && searchOf(state)) app.store.change(clearSearch);
			else binding.run(app, state, key, target);
		},
	});
	const previewing = (binding: Binding): Binding => ({
		...binding,
		run(app, ...rest) {
			binding.run(app, ...rest);
			preview(app);
		},
	});
	const search: KeyScope = {
		title,
		keys: [
			{
				id: 'search.search',
				isHinted: true,
				hint: () => (isFilter ? 'apply filter' : 'go to match'),
				run: changing(applySearch),
			},
			{id: 'search.cancel', isHinted: true, hint: () => `cancel ${word}`, run: changing(clearSearch)},
			...lineEditing.map(previewing),
		],
		isTyping: true,
		onText(app, state, text) {
			typeText(app, state, text);
			preview(app);
		},
	};
	return {
		search,
		keys: [
			...keys.map(binding => (defaultKeysOf(binding.id).includes('esc') ? endingSearch(binding) : binding)),
			{id: 'search', isHinted: true, hint: () => word, run: changing(openSearch)},
			step('next-match', 1),
			step('previous-match', -1),
		] satisfies readonly Binding[],

		/** Returns the query, and the number of the match. Empty without a search. */
		lineOf(drawing: DrawContext, width: number): Line {
			const found = searchOf(drawing.state);
			if (!found) return [];
			const {query, isTyping} = found;
			const typed = isTyping ? editedLine(drawing.state) : undefined;
			const {matches, cursor = -1} = read(drawing);
			const at = matches.indexOf(cursor);
			const position =
				at < 0 ? counted(matches.length, 'match', 'matches') : plain`match ${at + 1} of ${matches.length}`;
			const result: SafeSpan =
				matches.length > 0 ? {text: plain`  ${position} `, tone: 'quiet'} : {text: plain`  no match `, tone: 'bad'};
			return [
				{text: plain` ${word}: `, tone: 'accent'},
				...(typed
					? fieldLine(typed, plain``, Math.max(8, width - 20))
					: [{text: safe(query, Math.max(8, width - 22)), tone: 'plain'} as const]),
				query === '' ? space : result,
			];
		},
	};
}

/** A step through a list or a document: a number of rows, a number of pages, or to an end. */
export type Step = {readonly rows: number} | {readonly pages: number} | {readonly to: 'first' | 'last'};

/** Returns how many rows a step goes, of which `height` are shown. */
export function rowsOfStep(step: Step, rowCount: number, height: number): number {
	if ('rows' in step) return step.rows;
	if ('to' in step) return step.to === 'first' ? -rowCount : rowCount;
	return Math.sign(step.pages) * Math.max(1, Math.floor(Math.abs(step.pages) * height));
}

type RunStep = (step: Step) => Binding['run'];

/** Those that edit no text. */
const travelKeysWith = (run: RunStep): readonly Binding[] => [
	{id: 'down', run: run({rows: 1})},
	{id: 'up', run: run({rows: -1})},
	{id: 'page-down', run: run({pages: 1})},
	{id: 'page-up', run: run({pages: -1})},
];

export const movementKeys = (run: RunStep): readonly Binding[] => [
	...travelKeysWith(run),
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

export const movementBindings = movementKeys(moveInList);

/** The movement keys of a list while text is typed. */
export const travelKeys = travelKeysWith(moveInList);

const absences: Readonly<Record<Exclude<QuickFilter, 'all'>, SafeText>> = {
	'in progress': plain`Nothing is in progress.`,
	failed: plain`Nothing has failed.`,
	watched: plain`Nothing is watched.`,
};

/** Returns the text for a list that is limited to some deployments, of which there are none. Undefined for a list that shows all. */
export function nothingShownText(state: State, list: ListName): SafeText | undefined {
	const {shown} = arrangementOf(state.interface.arrangements, list);
	const key = shortcutOf(state, 'show');
	if (shown === 'all') return undefined;
	// A failure before the last success of its project has no row of its own on the board.
	const absence =
		list === 'board' && shown === 'failed' ? plain`Nothing has failed since its last success.` : absences[shown];
	return plain`${absence} Press ${key} to show others.`;
}

/** Shows the next page of the columns of a list, and after the last one the first again. */
export const nextColumns = <Row>(listOf: ListOf<Row>): Binding => ({
	id: 'wide',
	run: ({store, drawContext}) =>
		store.change((state, now) => {
			const list = listOf({...drawContext(), state}, state.interface.size.columns);
			const count = list ? columnPages(list).length : 1;
			if (count === 1) return withNotice(state, plain`There are no other columns`, 'quiet', now);
			const page = columnPageOf(state);
			// After a resize there may be fewer pages, and the first one is shown.
			const next = page < count ? (page + 1) % count : 1;
			const key = shortcutOf(state, 'wide');
			const after = next === count - 1 ? plain`goes back to the first` : plain`shows the next ones`;
			const said = plain`Columns ${next + 1} of ${count}: ${key} ${after}`;
			return withColumnPage(next === 0 ? state : withNotice(state, said, 'quiet', now), next);
		}),
});

export const sortKeys: readonly Binding[] = [
	{id: 'sort', run: opening({name: 'sort'})},
	{
		id: 'reverse-order',
		blocked: state => (currentSort(state) ? undefined : `Press ${shortcutOf(state, 'sort')} to sort first`),
		run: changing((state, now) => {
			const sort = currentSort(state);
			return sortList(state, sort && {...sort, isDescending: !sort.isDescending}, now);
		}),
	},
];

export const arrangementKeys: readonly Binding[] = [{id: 'show', run: changing(cycleQuickFilter)}, ...sortKeys];

/** Selects the success that the selected failure is compared with, or opens it where there is no list. */
export const compare: Binding = {
	id: 'compare',
	...actingOn(
		(state, target) => successBefore(state, target?.deployment),
		(state, target) =>
			isFailedTarget(state, target?.deployment) ? 'No earlier success is known' : 'No failed deployment selected',
		({projectId, id}, {store}, state) => {
			const screen = currentScreen(state);
			const index = currentList(state)?.rows.ids.indexOf(id) ?? -1;
			if (screen.name === 'deployments' && index >= 0) store.change(current => moveTo(current, index));
			else store.change(current => openDeployment(current, projectId, id));
		},
	),
};

/** Separates the columns, so that no match spans two of them: no text that is shown contains it. */
const separator = '\u0001';

/** What a row shows in all its columns but pictures, also in those without room, in the form in which it is compared. */
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

/** Returns the parts of the scope of a list of deployments that search its rows: for a text, or for what meets conditions if there is nothing else in the query. */
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
			const {texts, judge, isEmpty} = parseQuery(search, queryContextOf(state, localNow));
			const isMet = ({deployment}: Row) =>
				!isEmpty && judge(projectOrName(state, deployment.projectId), deployment) === true;
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
