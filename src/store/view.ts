import type {Project} from '../api/types.ts';
import type {ProjectList} from './project-list.ts';
import {finder, parseQuery, searched} from './query.ts';
import {merged, type Sort, sorted} from './sorting.ts';

/** How the reader looks at the list: which projects, in which order. */
export type Lens = {
	/** As it was typed. Empty: all. */
	readonly query: string;
	/** Undefined: in the service's own order. */
	readonly sort: Sort | undefined;
};

/** One page, searched. */
type Part = {
	readonly rows: readonly Project[];
	/** What each row is searched for. */
	readonly texts: readonly string[];
	readonly found: readonly Project[];
};

/** The projects at hand as a lens shows them. Undefined in the state while the list is shown as it is. */
export type View = Lens & {
	readonly rows: readonly Project[];
	readonly parts: readonly Part[];
};

export const isClear = ({query, sort}: Lens): boolean => query.trim() === '' && sort === undefined;

/** The rows of the parts in order. Of a long sorted list only what has changed is sorted. */
function ordered(parts: readonly Part[], sort: Sort | undefined, before: View | undefined): readonly Project[] {
	if (!sort) return parts.flatMap(({found}) => found);
	if (!before) {
		return sorted(
			parts.flatMap(({found}) => found),
			sort,
		);
	}

	const known = new Set(before.parts);
	const now = new Set(parts);
	const gone = new Set(before.parts.filter(part => !now.has(part)).flatMap(({found}) => found));
	const come = parts.filter(part => !known.has(part)).flatMap(({found}) => found);
	const rest = gone.size === 0 ? before.rows : before.rows.filter(row => !gone.has(row));
	return merged(rest, sorted(come, sort), sort);
}

/**
The projects at hand as a lens shows them.

`now` is the service's time, by which ages are reckoned. Of `before` everything is taken over that is still so: a page that arrives costs a page to search.
*/
export function viewOf({pages, kept}: ProjectList, lens: Lens, now: number, before?: View): View {
	const find = finder(parseQuery(lens.query, now));
	const isSameQuery = before?.query === lens.query;
	const isSameSort = before?.sort === lens.sort;
	const known = new Map(before?.parts.map(part => [part.rows, part]));
	const parts = kept.flatMap((at): readonly Part[] => {
		const rows = pages[at]?.rows;
		if (!rows) return [];
		const part = known.get(rows);
		if (part && isSameQuery) return [part];
		const texts = part?.texts ?? rows.map(searched);
		return [{rows, texts, found: find(rows, texts)}];
	});
	const rows = ordered(parts, lens.sort, isSameQuery && isSameSort ? before : undefined);
	return {query: lens.query, sort: lens.sort, rows, parts};
}
