import type {Project} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import type {SafeText} from '../../../text.ts';

/**
Finds a page by its cursor, and the page of a row by the row's id, without a look at every page.

It belongs to one version of the list and is taken over by the next one. A version that no longer owns it makes its own, so that what a list says never depends on what became of it later.
*/
export type PageIndex = {
	owner: readonly Page[] | undefined;
	/** Of the rows at hand. */
	readonly pageOfId: Map<string, number>;
	readonly pageOfCursor: Map<string | undefined, number>;
};

export const createPageIndex = (): PageIndex => ({owner: undefined, pageOfId: new Map(), pageOfCursor: new Map()});

export function remove({pageOfId, pageOfCursor}: PageIndex, at: number, {cursor, rows = []}: Page): void {
	if (pageOfCursor.get(cursor) === at) pageOfCursor.delete(cursor);
	for (const {id} of rows) if (pageOfId.get(id) === at) pageOfId.delete(id);
}

export function add({pageOfId, pageOfCursor}: PageIndex, at: number, {cursor, rows = []}: Page): void {
	pageOfCursor.set(cursor, at);
	for (const {id} of rows) pageOfId.set(id, at);
}

/** The index of a list: its own if it still has one. */
export function indexOf({pages, index}: {readonly pages: readonly Page[]; readonly index: PageIndex}): PageIndex {
	if (index.owner === pages) return index;
	const own = createPageIndex();
	own.owner = pages;
	for (const [at, page] of pages.entries()) add(own, at, page);
	return own;
}

/** One page of the chain. Its rows are dropped when the reader is far away; `length` remembers how many there were. */
export type Page = {
	/** What it was asked with. Undefined for the first page. */
	readonly cursor: string | undefined;
	readonly nextCursor: string | undefined;
	/** Index of its first row in the whole list. */
	readonly start: number;
	readonly length: number;
	readonly rows: readonly Project[] | undefined;
	/** How many of its records had no usable id. */
	readonly unreadable: number;
	/** Why the first of those has none. */
	readonly flaw?: SafeText | undefined;
	/** When the answer was asked for, by the local clock. */
	readonly readAt: LocalTime;
	/** Whether its rows are known to be no longer what the service would send. */
	readonly isOutdated: boolean;
};
