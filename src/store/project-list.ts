import type {Project, ProjectPage} from '../api/types.ts';

/** One page of the chain. Its rows are dropped when the reader is far away; `length` remembers how many there were. */
export type Page = {
	/** What it was asked with. Undefined for the first page. */
	readonly cursor: string | undefined;
	readonly nextCursor: string | undefined;
	/** Index of its first row in the whole list. */
	readonly start: number;
	readonly length: number;
	readonly rows: readonly Project[] | undefined;
	/** When the answer was asked for, by the local clock. */
	readonly readAt: number;
	/** Whether its rows are known to be no longer what the service would send. */
	readonly isOutdated: boolean;
};

/**
The projects read so far, as a chain of pages in the service's own order.

Adding a page costs a page. `end` says why the chain does not go on: the service said so, its cursor repeats, or five pages in a row brought nothing new.
*/
export type ProjectList = {
	readonly pages: readonly Page[];
	readonly end: 'open' | 'reached' | 'repeated' | 'stalled';
};

export const emptyProjectList: ProjectList = {pages: [], end: 'open'};

/** How many pages keep their rows. */
const keptPages = 40;

/** How many pages in a row may bring nothing new before reading on is left to the reader. */
const patience = 5;

export function countOf({pages}: ProjectList): number {
	const last = pages.at(-1);
	return last ? last.start + last.length : 0;
}

/** The index of the page that holds row `index`. */
export function pageIndexAt(pages: readonly Page[], index: number): number {
	let low = 0;
	let high = pages.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((pages[middle]?.start ?? 0) <= index) low = middle;
		else high = middle - 1;
	}

	return low;
}

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

/** Where a project is, among the rows that are kept. */
export function indexOfProject({pages}: ProjectList, projectId: string): number | undefined {
	for (const {rows, start} of pages) {
		const at = rows?.findIndex(({id}) => id === projectId) ?? -1;
		if (at >= 0) return start + at;
	}

	return undefined;
}

/** Gives pages their places: each starts where the one before ends. */
function chained(pages: readonly Page[], from = 0): readonly Page[] {
	let start = from === 0 ? 0 : (pages[from - 1]?.start ?? 0) + (pages[from - 1]?.length ?? 0);
	return pages.map((page, index) => {
		if (index < from) return page;
		const placed = page.start === start ? page : {...page, start};
		start += page.length;
		return placed;
	});
}

const withRows = (page: Page, rows: readonly Project[]): Page => ({...page, rows, length: rows.length});

const without = (page: Page, ids: ReadonlySet<string>): Page =>
	page.rows?.some(({id}) => ids.has(id))
		? withRows(
				page,
				page.rows.filter(({id}) => !ids.has(id)),
			)
		: page;

const unique = (rows: readonly Project[]): readonly Project[] => [...new Map(rows.map(row => [row.id, row])).values()];

/** Drops the rows of the pages that are farthest from the one just read. */
function withoutFarRows(pages: readonly Page[], near: number): readonly Page[] {
	const kept = pages.flatMap(({rows}, index) => (rows ? [index] : []));
	if (kept.length <= keptPages) return pages;
	const far = new Set(kept.sort((a, b) => Math.abs(a - near) - Math.abs(b - near)).slice(keptPages));
	return pages.map((page, index) => (far.has(index) ? {...page, rows: undefined} : page));
}

function endOf(pages: readonly Page[]): ProjectList['end'] {
	const next = pages.at(-1)?.nextCursor;
	if (next === undefined) return 'reached';
	if (pages.some(({cursor}) => cursor === next)) return 'repeated';
	return pages.length >= patience && pages.slice(-patience).every(({length}) => length === 0) ? 'stalled' : 'open';
}

/** Adds the page after the last one. A row that is listed already keeps its place. */
function appended({pages}: ProjectList, cursor: string | undefined, page: ProjectPage, readAt: number): ProjectList {
	const listed = new Set(pages.flatMap(({rows}) => rows?.map(({id}) => id) ?? []));
	const rows = unique(page.projects).filter(({id}) => !listed.has(id));
	const last = pages.at(-1);
	const start = last ? last.start + last.length : 0;
	const added = [
		...pages,
		{cursor, nextCursor: page.nextCursor, start, length: rows.length, rows, readAt, isOutdated: false},
	];
	return {pages: withoutFarRows(added, added.length - 1), end: endOf(added)};
}

/**
Puts a page that was read again in the place of what it was.

Rows that the service moved onto it leave the pages where they were. When its end moved, the rows that were pushed past it go on to the next page, which is then out of date: a list does not lose rows because one was inserted above.
*/
function replaced({pages}: ProjectList, at: number, page: ProjectPage, readAt: number): ProjectList {
	const before = pages[at];
	if (!before) return {pages, end: endOf(pages)};
	const rows = unique(page.projects);
	const arrived = new Set(rows.map(({id}) => id));
	const fresh = {...withRows(before, rows), nextCursor: page.nextCursor, readAt, isOutdated: false};
	if (page.nextCursor === undefined) {
		const remaining = [...pages.slice(0, at).map(other => without(other, arrived)), fresh];
		return {pages: chained(remaining), end: 'reached'};
	}

	const others = pages.map((other, index) => (index === at ? fresh : without(other, arrived)));
	if (page.nextCursor !== before.nextCursor) {
		const old = before.rows ?? [];
		const pushed = old.slice(old.findLastIndex(({id}) => arrived.has(id)) + 1);
		const next = others[at + 1];
		const after = next
			? {...(next.rows ? withRows(next, [...pushed, ...next.rows]) : next), cursor: page.nextCursor, isOutdated: true}
			: {...withRows(before, pushed), cursor: page.nextCursor, isOutdated: true};
		if (next || pushed.length > 0) others[at + 1] = after;
	}

	const placed = withoutFarRows(chained(others), at);
	return {pages: placed, end: endOf(placed)};
}

/** Takes in an answer. One that fits nowhere in the chain any more changes nothing. */
export function pageArrived(
	list: ProjectList,
	cursor: string | undefined,
	page: ProjectPage,
	readAt: number,
): ProjectList {
	const at = list.pages.findIndex(known => known.cursor === cursor);
	if (at >= 0) return readAt < (list.pages[at]?.readAt ?? 0) ? list : replaced(list, at, page, readAt);
	const isNext = list.pages.length === 0 ? cursor === undefined : list.pages.at(-1)?.nextCursor === cursor;
	return isNext ? appended(list, cursor, page, readAt) : list;
}

/** The list with one project as it was just described. */
export function projectChanged(list: ProjectList, project: Project): ProjectList {
	const index = indexOfProject(list, project.id);
	if (index === undefined) return list;
	const at = pageIndexAt(list.pages, index);
	const pages = list.pages.map((page, pageIndex) =>
		pageIndex === at && page.rows
			? {...page, rows: page.rows.map(row => (row.id === project.id ? project : row))}
			: page,
	);
	return {...list, pages};
}

/** The list without a project that is gone. */
export function projectGone(list: ProjectList, projectId: string): ProjectList {
	if (indexOfProject(list, projectId) === undefined) return list;
	return {...list, pages: chained(list.pages.map(page => without(page, new Set([projectId]))))};
}

/** The list open again at its end, if it was given up because nothing new came. */
export const triedAgain = (list: ProjectList): ProjectList => (list.end === 'stalled' ? {...list, end: 'open'} : list);
