import type {Project} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import type {SafeText} from '../../../text.ts';
import {partitionPoint} from '../binary-search.ts';

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

/**
Maps cursors and row ids to pages, so that a lookup does not scan the list.

It is mutable and belongs to one version of the list. The next version takes it over; an older version that is still in use builds its own, so that a list never depends on later changes.
*/
type PageIndex = {
	owner: readonly Page[] | undefined;
	readonly pageOfId: Map<string, number>;
	readonly pageOfCursor: Map<string | undefined, number>;
};

const createPageIndex = (): PageIndex => ({owner: undefined, pageOfId: new Map(), pageOfCursor: new Map()});

function remove({pageOfId, pageOfCursor}: PageIndex, at: number, {cursor, rows}: Page): void {
	if (pageOfCursor.get(cursor) === at) pageOfCursor.delete(cursor);
	for (const {id} of rows) if (pageOfId.get(id) === at) pageOfId.delete(id);
}

function add({pageOfId, pageOfCursor}: PageIndex, at: number, {cursor, rows}: Page): void {
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

/**
Why no further page can be read.

open: there may be more pages. reached: the service reported the last page. repeated: the next cursor was already used. stalled: five consecutive pages held nothing new. unreadable: forty consecutive pages held only unreadable records. full: the list holds `maxProjects`. refused: the service rejected a cursor, even after the list was read again from the start.
*/
export type ListEnd = 'open' | 'reached' | 'repeated' | 'stalled' | 'unreadable' | 'full' | 'refused';

/**
The projects read so far, as pages in the service's own order.

Adding a page does not touch the rows of the others.
*/
export type ProjectList = {
	readonly pages: readonly Page[];
	readonly end: ListEnd;
	/** Ids that a re-read page brought in for the first time. The array keeps its identity until the next such change. */
	readonly arrivals: readonly string[];
	/** Ids that are no longer listed. */
	readonly left: ReadonlySet<string>;
	readonly index: PageIndex;
};

/** A list that holds so many projects reads no further pages: they take about 110 MB and 1,000 requests. */
export const maxProjects = 100_000;

export const createProjectList = (): ProjectList => ({
	pages: [],
	end: 'open',
	arrivals: [],
	left: new Set(),
	index: createPageIndex(),
});

export function countOf({pages}: ProjectList): number {
	const last = pages.at(-1);
	return last ? last.start + last.rows.length : 0;
}

/** Returns how many records of all pages are unreadable. */
export function unreadableCount({pages}: ProjectList): number {
	let total = 0;
	for (const {unreadable} of pages) total += unreadable;
	return total;
}

/** Returns the first page with an unreadable record. */
export const firstUnreadable = ({pages}: ProjectList): Page | undefined => pages.find(({unreadable}) => unreadable > 0);

/** Returns the ids of all projects that were ever listed. */
export const everListed = ({left, pages}: ProjectList): ReadonlySet<string> =>
	new Set([...left, ...pages.flatMap(({rows}) => rows.map(({id}) => id))]);

/** Returns the index of the page that contains row `index`: the last page that starts at or before it. */
export const pageIndexAt = (pages: readonly Page[], index: number): number =>
	Math.max(0, partitionPoint(pages.length, at => (pages[at]?.start ?? 0) <= index) - 1);

export function projectAt({pages}: ProjectList, index: number): Project | undefined {
	const page = pages[pageIndexAt(pages, index)];
	return page?.rows[index - page.start];
}

/** Returns a row lookup that is fast for sequential access, because it remembers the last page. */
export function rowReader({pages}: ProjectList): (index: number) => Project | undefined {
	let page: Page | undefined;
	return index => {
		if (!page || index < page.start || index >= page.start + page.rows.length) page = pages[pageIndexAt(pages, index)];
		return page?.rows[index - page.start];
	};
}

/** Returns the page with a project. Undefined if it is not listed. */
export const pageOfProject = (list: ProjectList, projectId: string): Page | undefined =>
	list.pages[indexOf(list).pageOfId.get(projectId) ?? -1];

/** Returns the index of a project in the list. */
export function indexOfProject(list: ProjectList, projectId: string): number | undefined {
	const page = pageOfProject(list, projectId);
	const at = page?.rows.findIndex(({id}) => id === projectId) ?? -1;
	return page && at >= 0 ? page.start + at : undefined;
}

/** Returns the list with new pages. `changed` must name the index of every page that differs. */
export function withPages(list: ProjectList, pages: readonly Page[], changed: Iterable<number>): ProjectList {
	const index = indexOf(list);
	const changedIndexes = [...changed];
	for (let at = pages.length; at < list.pages.length; at++) changedIndexes.push(at);
	for (const at of changedIndexes) {
		const before = list.pages[at];
		if (before) remove(index, at, before);
	}

	for (const at of changedIndexes) {
		const after = pages[at];
		if (after) add(index, at, after);
	}

	index.owner = pages;
	return {...list, pages, index};
}
