import type {Project} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import type {SafeText} from '../../../text.ts';

/**
Maps cursors and row ids to pages, so that a lookup does not scan the list.

It is mutable and belongs to one version of the list. The next version takes it over; an older version that is still in use builds its own, so that a list never depends on later changes.
*/
export type PageIndex = {
	owner: readonly Page[] | undefined;
	readonly pageOfId: Map<string, number>;
	readonly pageOfCursor: Map<string | undefined, number>;
};

export const createPageIndex = (): PageIndex => ({owner: undefined, pageOfId: new Map(), pageOfCursor: new Map()});

export function remove({pageOfId, pageOfCursor}: PageIndex, at: number, {cursor, rows}: Page): void {
	if (pageOfCursor.get(cursor) === at) pageOfCursor.delete(cursor);
	for (const {id} of rows) if (pageOfId.get(id) === at) pageOfId.delete(id);
}

export function add({pageOfId, pageOfCursor}: PageIndex, at: number, {cursor, rows}: Page): void {
	pageOfCursor.set(cursor, at);
	for (const {id} of rows) pageOfId.set(id, at);
}

/** Returns the index of a list, rebuilt if a later version has taken it over. */
export function indexOf({pages, index}: {readonly pages: readonly Page[]; readonly index: PageIndex}): PageIndex {
	if (index.owner === pages) return index;
	const own = createPageIndex();
	own.owner = pages;
	for (const [at, page] of pages.entries()) add(own, at, page);
	return own;
}

/** One page of the list. */
export type Page = {
	/** The cursor it was requested with. Undefined for the first page. */
	readonly cursor: string | undefined;
	readonly nextCursor: string | undefined;
	/** The index of its first row in the whole list. */
	readonly start: number;
	readonly rows: readonly Project[];
	/** How many of its records have no usable id. */
	readonly unreadable: number;
	/** Why the first of those was unreadable. */
	readonly flaw?: SafeText | undefined;
	/** When it was requested, by the local clock. */
	readonly readAt: LocalTime;
	/** Whether its rows are known to differ from what the service would send now. */
	readonly isOutdated: boolean;
};
