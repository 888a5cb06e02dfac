import type {Page, ProjectList} from './project-list.ts';

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

function remove({pageOfId, pageOfCursor}: PageIndex, at: number, {cursor, rows = []}: Page): void {
	if (pageOfCursor.get(cursor) === at) pageOfCursor.delete(cursor);
	for (const {id} of rows) if (pageOfId.get(id) === at) pageOfId.delete(id);
}

function add({pageOfId, pageOfCursor}: PageIndex, at: number, {cursor, rows = []}: Page): void {
	pageOfCursor.set(cursor, at);
	for (const {id} of rows) pageOfId.set(id, at);
}

/** The index of a list: its own if it still has one. */
export function indexOf({pages, index}: Pick<ProjectList, 'pages' | 'index'>): PageIndex {
	if (index.owner === pages) return index;
	const own = createPageIndex();
	own.owner = pages;
	for (const [at, page] of pages.entries()) add(own, at, page);
	return own;
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
