import {memoOn} from '../../base/memo.ts';
import type {Column, Context} from '../../present/column.ts';
import {listSearchOf} from '../../store/reducers/documents.ts';
import {keyOf} from '../../store/state/key-names.ts';
import {currentList} from '../../store/state/lists.ts';
import type {State} from '../../store/state/state.ts';
import {plain} from '../../text.ts';
import type {Binding, DrawContext, KeyContext, Layer} from '../contexts.ts';
import {type Found, searchLine} from '../lines/search-line.ts';
import {lineEditing, typeText} from './text-keys.ts';

/** The rows of a list, as a search sees them. */
type SearchedRows = {
	readonly count: number;
	/** What the texts are derived from. They are searched again only if one of these has changed. */
	readonly from: readonly unknown[];
	/** Returns the text of a row in lower case. Undefined where there is no row. */
	readonly textAt: (index: number) => string | undefined;
};

/** Separates the columns, so that no match spans two of them. */
const separator = '\u0001';

/** Returns what a row shows in all its columns, also in those without room, in lower case. */
export const rowText = <Row>(columns: ReadonlyArray<Column<Row>>, row: Row, context: Context): string =>
	columns
		.filter(({width}) => width !== 'rest')
		.map(({cell}) =>
			cell(row, context, 100)
				.map(({text}) => text)
				.join(''),
		)
		.join(separator)
		.toLowerCase();

/** Returns the rows of the list on the current screen. Undefined if it has none. */
export type RowsOf = (shown: DrawContext) => SearchedRows | undefined;

/** The indexes of the rows that contain a text. */
const matchesIn = memoOn(
	({count, from}: SearchedRows, query: string, {now, isTimeAbsolute, pins}: Context) => [
		query,
		now,
		isTimeAbsolute,
		pins,
		count,
		...from,
	],
	({count, textAt}, query): readonly number[] =>
		Array.from({length: count}, (_, index) => index).filter(index => textAt(index)?.includes(query)),
);

/** Returns the indexes of the rows that match the query. */
function matchesOf(rowsOf: RowsOf, shown: DrawContext): readonly number[] {
	const {state, context} = shown;
	const query = listSearchOf(state)?.query.toLowerCase() ?? '';
	const rows = query === '' ? undefined : rowsOf(shown);
	return rows ? matchesIn(rows, query, context) : [];
}

const cursorOf = (state: State): number => currentList(state)?.position.index ?? 0;

function foundIn(rowsOf: RowsOf, shown: DrawContext): Found {
	const matches = matchesOf(rowsOf, shown);
	const at = matches.indexOf(cursorOf(shown.state));
	return {count: matches.length, at: at < 0 ? undefined : at + 1};
}

/** Returns what lines are drawn from after the events so far. */
const shownNow = ({shown, store}: KeyContext): DrawContext => ({...shown(), state: store.get()});

/** Moves the cursor to the first match from where the search began, or back to there if nothing matches. */
function preview(rowsOf: RowsOf, keyContext: KeyContext): void {
	const shown = shownNow(keyContext);
	const search = listSearchOf(shown.state);
	if (!search?.isTyping) return;
	const list = currentList(shown.state);
	const {id, index = 0} = search.origin ?? {};
	const origin = (id === undefined ? undefined : list?.bounds.indexOf(id)) ?? index;
	const matches = matchesOf(rowsOf, shown);
	keyContext.store.dispatch({type: 'match-previewed', match: matches.find(row => row >= origin) ?? matches[0]});
}

/** Moves to the next or the previous match, wrapping around at the ends. */
const stepTo =
	(rowsOf: RowsOf, by: 1 | -1): Binding['run'] =>
	(keyContext, state) => {
		const {store, clock} = keyContext;
		const matches = matchesOf(rowsOf, {...keyContext.shown(), state});
		const cursor = cursorOf(state);
		const match =
			by > 0
				? (matches.find(row => row > cursor) ?? matches[0])
				: (matches.findLast(row => row < cursor) ?? matches.at(-1));
		if (match === undefined) store.dispatch({type: 'blocked', reason: 'Nothing matches', at: clock.now()});
		else store.dispatch({type: 'search-stepped', match, top: 0});
	};

const withoutSearch = (state: State): string | undefined =>
	listSearchOf(state) ? undefined : `Press ${keyOf(state, 'search', plain`/`)} to search first`;

/** Ends typing: the search stays, unless it is empty. */
const apply: Binding['run'] = ({store}, state) =>
	store.dispatch(
		listSearchOf(state)?.query === ''
			? {type: 'search-cleared'}
			: {type: 'search-stepped', match: cursorOf(state), top: 0},
	);

/** Returns the parts of the layer of a list that search its rows. */
export const listSearch = (title: string, keys: readonly Binding[], rowsOf: RowsOf) =>
	({
		keys: [
			...keys,
			{
				keys: ['/'],
				label: 'search',
				isHinted: true,
				run: ({store}, state) => store.dispatch({type: 'search-opened', from: cursorOf(state)}),
			},
			{keys: ['n'], label: 'next match', blocked: withoutSearch, run: stepTo(rowsOf, 1)},
			{keys: ['N'], label: 'previous match', blocked: withoutSearch, run: stepTo(rowsOf, -1)},
		],
		search: {
			title,
			keys: [
				{keys: ['enter'], label: 'search', isHinted: true, run: apply},
				{keys: ['esc'], label: 'cancel', isHinted: true, run: ({store}) => store.dispatch({type: 'search-cleared'})},
				...lineEditing.map(
					(binding): Binding => ({
						...binding,
						run(keyContext, ...rest) {
							binding.run(keyContext, ...rest);
							preview(rowsOf, keyContext);
						},
					}),
				),
			],
			isTyping: true,
			onText(keyContext, state, text) {
				typeText(keyContext, state, text);
				preview(rowsOf, keyContext);
			},
		},
		status: (shown, width) => searchLine(shown.state, listSearchOf(shown.state), foundIn(rowsOf, shown), width),
	}) satisfies Partial<Layer>;

/** The query that the rows of a list highlight, in lower case. Empty without a search. */
export const searchedText = (state: State): string => listSearchOf(state)?.query.toLowerCase() ?? '';
