import type {Column, Context} from '../../present/table.ts';
import {listSearchOf} from '../../store/state/documents.ts';
import {currentList} from '../../store/state/lists.ts';
import {moveBy} from '../../store/state/movement.ts';
import type {State} from '../../store/state/state.ts';
import type {Binding, DrawContext, Layer} from '../contexts.ts';
import {endingSearch, matchesIn, type SearchTarget, searchKeys, searchLayer, searchLine} from './search.ts';

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
export const rowText = <Row>(columns: ReadonlyArray<Column<Row>>, row: Row, context: Context): string =>
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

const listTarget = (rowsOf: RowsOf): SearchTarget => ({
	searchOf: listSearchOf,
	commandId: () => 'search',
	read(shown) {
		const {state, context, memo} = shown;
		const {index = 0} = currentList(state)?.position ?? {};
		const query = searchedText(state);
		const rows = query === '' ? undefined : rowsOf(shown);
		const {now, isTimeAbsolute, pins} = context;
		return {
			matches: rows
				? memo.kept('matches', [query, now, isTimeAbsolute, pins, rows.count, ...rows.from], () =>
						matchesIn(rows.count, rows.textAt, query),
					)
				: [],
			cursor: index,
			start: index,
			moveTo: (current, row) => moveBy(current, row - index),
		};
	},
});

/** Returns the parts of the layer of a list that search its rows. */
export function listSearch(title: string, keys: readonly Binding[], rowsOf: RowsOf) {
	const target = listTarget(rowsOf);
	return {
		keys: [...endingSearch(keys, target), ...searchKeys(target)],
		search: searchLayer(title, target),
		status: (shown, width) => searchLine(target, shown, width),
	} satisfies Partial<Layer>;
}
