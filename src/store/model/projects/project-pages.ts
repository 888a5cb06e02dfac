import type {Project, ProjectPage} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import {isOutdated} from '../deployments/newer-answer.ts';
import {
	countOf,
	indexOf,
	indexOfProject,
	type ListEnd,
	maxProjects,
	type Page,
	type ProjectList,
	pageIndexAt,
	withPages,
} from './project-list.ts';

/** How many consecutive pages without a new row are read automatically: more if they hold records, even unreadable ones. */
const maxFruitlessPages = {empty: 5, unreadable: 40};

/** Recomputes `start` of the pages from `from` on: each starts where the previous one ends. */
function chained(pages: readonly Page[], from: number): readonly Page[] {
	const before = pages[from - 1];
	let start = before ? before.start + before.rows.length : 0;
	return pages.map((page, index) => {
		if (index < from) return page;
		const own = page.start === start ? page : {...page, start};
		start += page.rows.length;
		return own;
	});
}

const unique = (rows: readonly Project[]): readonly Project[] => [...new Map(rows.map(row => [row.id, row])).values()];

/** Returns whether, or why not, a page can follow the last one. */
function endOf(list: ProjectList): ListEnd {
	const {pages} = list;
	const next = pages.at(-1)?.nextCursor;
	if (next === undefined) return 'reached';
	if (indexOf(list).pageOfCursor.has(next)) return 'repeated';
	if (countOf(list) >= maxProjects) return 'full';
	const useful = pages.findLastIndex(({rows}) => rows.length > 0);
	const fruitless = pages.slice(useful + 1);
	const isEmpty = ({unreadable}: Page) => unreadable === 0;
	if (fruitless.length >= maxFruitlessPages.empty && fruitless.slice(-maxFruitlessPages.empty).every(isEmpty))
		return 'stalled';
	return fruitless.length >= maxFruitlessPages.unreadable ? 'unreadable' : 'open';
}

const ended = (list: ProjectList): ProjectList => ({...list, end: endOf(list)});

/** How a page was requested. */
type PageRead = {
	readonly cursor: string | undefined;
	/** When it was requested, by the local clock. */
	readonly readAt: LocalTime;
};

/** Appends a page. A row that is already listed stays where it is. */
function appended(list: ProjectList, page: ProjectPage, {cursor, readAt}: PageRead): ProjectList {
	const {pages} = list;
	const {pageOfId} = indexOf(list);
	const rows = unique(page.projects).filter(({id}) => !pageOfId.has(id));
	const added: Page = {
		cursor,
		nextCursor: page.nextCursor,
		start: countOf(list),
		rows,
		unreadable: page.unreadable,
		flaw: page.flaw,
		readAt,
		isOutdated: false,
	};
	return ended({...withPages(list, [...pages, added], [pages.length]), arrivals: []});
}

/** Whether the last row of a page has changed. With cursors that are row offsets, only this shows that rows have moved: the next cursor stays the same. */
const hasOtherEnd = (before: readonly Project[], after: readonly Project[]): boolean =>
	before.length > 0 && before.at(-1)?.id !== after.at(-1)?.id;

/** Returns the page after a re-read one, with the rows that were pushed past its end. It is outdated, and undefined if there is neither such a page nor such a row. */
function followingPage(
	before: Page,
	next: Page | undefined,
	arrived: ReadonlySet<string>,
	cursor: string,
): Page | undefined {
	const pushed = before.rows.slice(before.rows.findLastIndex(({id}) => arrived.has(id)) + 1);
	if (!next && pushed.length === 0) return undefined;
	const base = next ?? {...before, rows: [], unreadable: 0, flaw: undefined};
	return {...base, rows: [...pushed, ...base.rows], cursor, isOutdated: true};
}

/**
Replaces a page that was read again.

Rows that moved to it are removed from the pages where they were. If its end moved, the rows pushed past it are prepended to the next page, which becomes outdated: an insertion above does not lose rows.
*/
function replaced(list: ProjectList, at: number, page: ProjectPage, {readAt}: PageRead): ProjectList {
	const before = list.pages[at];
	if (!before) return list;
	const {pageOfId} = indexOf(list);
	const rows = unique(page.projects);
	const arrived = new Set(rows.map(({id}) => id));
	const arrivals = arrivalsOn(list, at, rows);
	const changed = new Set([at]);
	const pages = [...list.pages];
	for (const id of arrived) {
		const place = pageOfId.get(id);
		if (place !== undefined) changed.add(place);
	}

	for (const place of changed) {
		const other = pages[place];
		if (other) pages[place] = {...other, rows: other.rows.filter(({id}) => !arrived.has(id))};
	}

	const {nextCursor, unreadable, flaw} = page;
	pages[at] = {...before, rows, nextCursor, unreadable, flaw, readAt, isOutdated: false};
	if (page.nextCursor === undefined) {
		pages.length = at + 1;
	} else if (page.nextCursor !== before.nextCursor || hasOtherEnd(before.rows, rows)) {
		const next = followingPage(before, pages[at + 1], arrived, page.nextCursor);
		if (next) {
			pages[at + 1] = next;
			changed.add(at + 1);
		}
	}

	const placed = chained(pages, Math.min(...changed));
	const left = withLeft(list.left, goneBetween(list.pages, placed, changed));
	return ended({...withPages(list, placed, changed), arrivals, left});
}

/** Returns the rows of a re-read page that are new. Rows after the last known one may merely have moved up from a page that was never read, so they do not count. */
function arrivalsOn(list: ProjectList, at: number, rows: readonly Project[]): readonly string[] {
	const {left, pages, end} = list;
	const {pageOfId} = indexOf(list);
	const isEnclosed = end === 'reached' || pages.slice(at + 1).some(({rows}) => rows.length > 0);
	const endIndex = isEnclosed ? rows.length : rows.findLastIndex(({id}) => pageOfId.has(id));
	const ids = rows.slice(0, Math.max(0, endIndex)).map(({id}) => id);
	return ids.filter(id => !pageOfId.has(id) && !left.has(id));
}

/** How many ids of no longer listed rows are kept: the latest ones. */
const maxLeft = 20_000;

function withLeft(left: ProjectList['left'], gone: readonly string[]): ProjectList['left'] {
	return gone.length === 0 ? left : new Set([...left, ...gone].slice(-maxLeft));
}

/** Returns the ids that were on changed or removed pages and are on none of the changed ones now. */
function goneBetween(before: readonly Page[], after: readonly Page[], changed: Iterable<number>): readonly string[] {
	const idsOf = (pages: readonly Page[], at: number) => pages[at]?.rows.map(({id}) => id) ?? [];
	const removed = [...before.keys()].slice(after.length);
	const indexes = [...changed];
	const current = new Set(indexes.flatMap(at => idsOf(after, at)));
	return [...indexes, ...removed].flatMap(at => idsOf(before, at)).filter(id => !current.has(id));
}

/** Merges a page into the list. Returns the same list if the page is older than the known one or no longer fits. */
export function pageArrived(list: ProjectList, page: ProjectPage, reading: PageRead): ProjectList {
	const {cursor, readAt} = reading;
	const at = indexOf(list).pageOfCursor.get(cursor);
	if (at !== undefined) return isOutdated(readAt, list.pages[at]?.readAt) ? list : replaced(list, at, page, reading);
	return list.pages.at(-1)?.nextCursor === cursor ? appended(list, page, reading) : list;
}

/** Replaces the rows of the page with a project. Returns the same list if the project is not listed. */
function onPageOf(
	list: ProjectList,
	projectId: string,
	change: (rows: readonly Project[]) => readonly Project[],
): ProjectList {
	const index = indexOfProject(list, projectId);
	if (index === undefined) return list;
	const at = pageIndexAt(list.pages, index);
	const page = list.pages[at];
	if (!page) return list;
	const pages = list.pages.with(at, {...page, rows: change(page.rows)});
	return withPages(list, chained(pages, at), [at]);
}

/** Returns the list with a newer version of one project. */
export const projectChanged = (list: ProjectList, project: Project): ProjectList =>
	onPageOf(list, project.id, rows => rows.map(row => (row.id === project.id ? project : row)));

/** Returns the list without a project that is gone. */
export function projectGone(list: ProjectList, projectId: string): ProjectList {
	const without = onPageOf(list, projectId, rows => rows.filter(({id}) => id !== projectId));
	return without === list ? list : {...without, left: withLeft(list.left, [projectId])};
}

/** Returns the list open for reading again if reading stopped although more pages may follow and can be kept. */
export const reopened = (list: ProjectList): ProjectList =>
	list.end === 'stalled' || list.end === 'unreadable' || list.end === 'refused' ? {...list, end: 'open'} : list;
