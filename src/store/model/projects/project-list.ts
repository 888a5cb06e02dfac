import type {Project} from '../../../api/types.ts';
import {partitionPoint} from '../binary-search.ts';
import {add, createPageIndex, indexOf, type Page, type PageIndex, remove} from './page-index.ts';

/**
Why the chain of pages does not go on.

open: it does. reached: the service said so. repeated: its next cursor is one that was used already. stalled: five pages in a row brought nothing new. unreadable: of forty pages in a row no record could be read. refused: the service no longer knows its cursor, also after the list was read again from the start.
*/
export type ListEnd = 'open' | 'reached' | 'repeated' | 'stalled' | 'unreadable' | 'refused';

/**
The projects read so far, as a chain of pages in the service's own order.

Adding a page costs a page, however many there are.
*/
export type ProjectList = {
	readonly pages: readonly Page[];
	readonly end: ListEnd;
	/** Places of the pages whose rows are at hand, ascending. */
	readonly kept: readonly number[];
	/** How many pages keep their rows. */
	readonly capacity: number;
	/** What the last answer brought that nobody has seen before, other than by reading on: the same object until something else does. */
	readonly arrivals: readonly string[];
	/** Ids that were listed and no longer are. Undefined once some are forgotten: then none can be told from one that was never seen. */
	readonly left: ReadonlySet<string> | undefined;
	readonly index: PageIndex;
};

/** How many pages keep their rows while somebody moves about. */
const pagesNearby = 40;

/** How many pages keep their rows once all were asked for: 250,000 projects, some 250 MB. */
const maxPages = 2500;

export const createProjectList = (): ProjectList => ({
	pages: [],
	end: 'open',
	kept: [],
	capacity: pagesNearby,
	arrivals: [],
	left: new Set(),
	index: createPageIndex(),
});

/** The list keeping the rows of all its pages, as far as memory allows; or only of those near the reader. */
export const keepingAll = (list: ProjectList, isAll: boolean): ProjectList => ({
	...list,
	capacity: isAll ? maxPages : pagesNearby,
});

/** Whether all pages that may keep their rows do. */
export const isFull = ({kept, capacity}: ProjectList): boolean => kept.length >= capacity;

export function countOf({pages}: ProjectList): number {
	const last = pages.at(-1);
	return last ? last.start + last.length : 0;
}

/** How many records of all pages could not be read. */
export function unreadableCount({pages}: ProjectList): number {
	let total = 0;
	for (const {unreadable} of pages) total += unreadable;
	return total;
}

/** The first page with a record that could not be read. */
export const firstUnreadable = ({pages}: ProjectList): Page | undefined => pages.find(({unreadable}) => unreadable > 0);

/** The ids of all that was ever listed. Undefined if some are forgotten. */
export const everListed = ({left, pages}: ProjectList): ReadonlySet<string> | undefined =>
	left && new Set([...left, ...pages.flatMap(({rows = []}) => rows.map(({id}) => id))]);

/** How many projects are at hand. */
export const heldCount = ({pages, kept}: ProjectList): number =>
	kept.reduce((total, at) => total + (pages[at]?.length ?? 0), 0);

/** The index of the page that holds row `index`: the last one that begins there or before. */
export const pageIndexAt = (pages: readonly Page[], index: number): number =>
	Math.max(0, partitionPoint(pages.length, at => (pages[at]?.start ?? 0) <= index) - 1);

export function projectAt({pages}: ProjectList, index: number): Project | undefined {
	const page = pages[pageIndexAt(pages, index)];
	return page?.rows?.[index - page.start];
}

/** Gives what reads one row after the other: nearly always from the page of the one before. */
export function rowReader({pages}: ProjectList): (index: number) => Project | undefined {
	let page: Page | undefined;
	return index => {
		if (!page || index < page.start || index >= page.start + page.length) page = pages[pageIndexAt(pages, index)];
		return page?.rows?.[index - page.start];
	};
}

/** The page that lists a project, among those whose rows are at hand. */
export const pageOfProject = (list: ProjectList, projectId: string): Page | undefined =>
	list.pages[indexOf(list).pageOfId.get(projectId) ?? -1];

/** Where a project is, among the rows that are at hand. */
export function indexOfProject(list: ProjectList, projectId: string): number | undefined {
	const page = pageOfProject(list, projectId);
	const at = page?.rows?.findIndex(({id}) => id === projectId) ?? -1;
	return page && at >= 0 ? page.start + at : undefined;
}

/** The list with other pages, of which those at the places `changed` are others than before. */
export function withPages(
	list: ProjectList,
	pages: readonly Page[],
	changed: Iterable<number>,
	rest: Partial<Pick<ProjectList, 'end' | 'kept'>> = {},
): ProjectList {
	const index = indexOf(list);
	const places = [...changed];
	for (let at = pages.length; at < list.pages.length; at++) places.push(at);
	for (const at of places) {
		const before = list.pages[at];
		if (before) remove(index, at, before);
	}

	for (const at of places) {
		const after = pages[at];
		if (after) add(index, at, after);
	}

	index.owner = pages;
	return {...list, ...rest, pages, index};
}
