import type {Project, ProjectPage} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import {indexOf, type Page} from './page-index.ts';
import {indexOfProject, type ListEnd, type ProjectList, pageIndexAt, withPages} from './project-list.ts';

/** How many pages in a row may bring nothing new before reading on is left to the reader: more where they bring records, though none that can be read. */
const maxFruitlessPages = {empty: 5, unreadable: 40};

/** Gives the pages from `from` on their places: each starts where the one before ends. */
function chained(pages: readonly Page[], from: number): {readonly pages: readonly Page[]; readonly isMoved: boolean} {
	const before = pages[from - 1];
	let start = before ? before.start + before.length : 0;
	let isMoved = false;
	const placed = pages.map((page, index) => {
		if (index < from) return page;
		const own = page.start === start ? page : {...page, start};
		isMoved ||= own !== page;
		start += page.length;
		return own;
	});
	return {pages: isMoved ? placed : pages, isMoved};
}

const withRows = (page: Page, rows: readonly Project[]): Page => ({...page, rows, length: rows.length});

const unique = (rows: readonly Project[]): readonly Project[] => [...new Map(rows.map(row => [row.id, row])).values()];

/** The pages at the end keep their rows, wherever the reader is: what comes next may overlap with them, and a walk ends there. */
const keptAtEnd = 2;

/** Drops the rows of the pages that are farthest from the page `near`, until no more than may keep theirs do. */
export function withoutFarRows(list: ProjectList, near: number): ProjectList {
	const {capacity} = list;
	if (list.kept.length <= capacity) return list;
	const tail = list.kept.filter(at => at >= list.pages.length - keptAtEnd);
	const others = list.kept.slice(0, list.kept.length - tail.length);
	let first = 0;
	let last = others.length - 1;
	while (last - first + 1 + tail.length > capacity) {
		if (near - (others[first] ?? 0) > (others[last] ?? 0) - near) first++;
		else last--;
	}

	const kept = [...others.slice(first, last + 1), ...tail];
	const far = [...others.slice(0, first), ...others.slice(last + 1)];
	const pages = [...list.pages];
	for (const at of far) {
		const page = pages[at];
		if (page) pages[at] = {...page, rows: undefined};
	}

	return {...withPages(list, pages, far, {kept}), left: undefined};
}

/** Whether the chain goes on behind its last page. */
function endOf(list: ProjectList): ListEnd {
	const {pages} = list;
	const next = pages.at(-1)?.nextCursor;
	if (next === undefined) return 'reached';
	if (indexOf(list).pageOfCursor.has(next)) return 'repeated';
	const useful = pages.findLastIndex(({length}) => length > 0);
	const fruitless = pages.slice(useful + 1).slice(-maxFruitlessPages.unreadable);
	const isEmpty = ({unreadable}: Page) => unreadable === 0;
	if (fruitless.length >= maxFruitlessPages.empty && fruitless.slice(-maxFruitlessPages.empty).every(isEmpty))
		return 'stalled';
	return fruitless.length >= maxFruitlessPages.unreadable ? 'unreadable' : 'open';
}

const ended = (list: ProjectList): ProjectList => ({...list, end: endOf(list)});

/** `places` with one more. */
function including(places: readonly number[], at: number): readonly number[] {
	if (places.includes(at)) return places;
	const where = places.findIndex(place => place > at);
	return where < 0 ? [...places, at] : places.toSpliced(where, 0, at);
}

/** How a page was asked for. */
type PageRead = {
	readonly cursor: string | undefined;
	/** When, by the local clock. */
	readonly readAt: LocalTime;
	/** The place of the page where the reader is, whose neighbours keep their rows. Without it, that of this one. */
	readonly near?: number;
};

/** Adds the page after the last one. A row that is listed already keeps its place. */
function appended(list: ProjectList, page: ProjectPage, {cursor, readAt, near}: PageRead): ProjectList {
	const {pages} = list;
	const {pageOfId} = indexOf(list);
	const rows = unique(page.projects).filter(({id}) => !pageOfId.has(id));
	const last = pages.at(-1);
	const start = last ? last.start + last.length : 0;
	const at = pages.length;
	const added: Page = {
		cursor,
		nextCursor: page.nextCursor,
		start,
		length: rows.length,
		rows,
		unreadable: page.unreadable,
		flaw: page.flaw,
		readAt,
		isOutdated: false,
	};
	const chain = withPages(list, [...pages, added], [at], {kept: [...list.kept, at]});
	return ended(withoutFarRows({...chain, arrivals: []}, near ?? at));
}

/** Cursors that count rows stay the same when the end of a page moves. */
const hasOtherEnd = (before: readonly Project[] | undefined, after: readonly Project[]): boolean =>
	before !== undefined && before.length > 0 && before.at(-1)?.id !== after.at(-1)?.id;

/**
Puts a page that was read again in the place of what it was.

Rows that the service moved onto it leave the pages where they were. When its end moved, the rows that were pushed past it go on to the next page, which is then out of date: a list does not lose rows because one was inserted above.
*/
function replaced(list: ProjectList, at: number, page: ProjectPage, {readAt, near}: PageRead): ProjectList {
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
		if (place !== undefined && place !== at) changed.add(place);
	}

	for (const place of changed) {
		const other = pages[place];
		if (other?.rows && place !== at) {
			pages[place] = withRows(
				other,
				other.rows.filter(({id}) => !arrived.has(id)),
			);
		}
	}

	const {nextCursor, unreadable, flaw} = page;
	pages[at] = {...withRows(before, rows), nextCursor, unreadable, flaw, readAt, isOutdated: false};
	let kept = including(list.kept, at);
	if (page.nextCursor === undefined) {
		pages.length = at + 1;
		kept = kept.filter(place => place <= at);
	} else if (page.nextCursor !== before.nextCursor || hasOtherEnd(before.rows, rows)) {
		const old = before.rows ?? [];
		const pushed = old.slice(old.findLastIndex(({id}) => arrived.has(id)) + 1);
		const next = pages[at + 1];
		if (next || pushed.length > 0) {
			const moved =
				next?.rows || !next
					? withRows(next ?? {...before, unreadable: 0, flaw: undefined}, [...pushed, ...(next?.rows ?? [])])
					: next;
			pages[at + 1] = {...moved, cursor: page.nextCursor, isOutdated: true};
			changed.add(at + 1);
			if (pages[at + 1]?.rows) kept = including(kept, at + 1);
		}
	}

	const placed = chained(pages, Math.min(...changed)).pages;
	const left = withLeft(list.left, goneBetween(list.pages, placed, changed));
	const chain = withPages(list, placed, changed, {kept});
	return ended(withoutFarRows({...chain, arrivals, left}, near ?? at));
}

/** The rows of a page that was read again which nobody has seen before. Behind the last row that was known, a row may only have moved up from a page that was never read. */
function arrivalsOn(list: ProjectList, at: number, rows: readonly Project[]): readonly string[] {
	const {left, pages, end} = list;
	if (!left) return [];
	const {pageOfId} = indexOf(list);
	const isEnclosed = end === 'reached' || pages.slice(at + 1).some(({length}) => length > 0);
	const until = isEnclosed ? rows.length : rows.findLastIndex(({id}) => pageOfId.has(id));
	const ids = rows.slice(0, Math.max(0, until)).map(({id}) => id);
	return ids.filter(id => !pageOfId.has(id) && !left.has(id));
}

/** So many ids of rows that are no longer listed are held. */
const maxLeft = 20_000;

function withLeft(left: ProjectList['left'], gone: readonly string[]): ProjectList['left'] {
	if (!left || gone.length === 0) return left;
	return left.size + gone.length > maxLeft ? undefined : new Set([...left, ...gone]);
}

/** The ids that stood on pages before and stand on none of those that changed. */
function goneBetween(before: readonly Page[], after: readonly Page[], changed: Iterable<number>): readonly string[] {
	const idsOf = (pages: readonly Page[], at: number) => pages[at]?.rows?.map(({id}) => id) ?? [];
	const cut = [...before.keys()].slice(after.length);
	const places = [...changed];
	const now = new Set(places.flatMap(at => idsOf(after, at)));
	return [...places, ...cut].flatMap(at => idsOf(before, at)).filter(id => !now.has(id));
}

/** Takes in an answer. One that fits nowhere in the chain any more changes nothing. */
export function pageArrived(list: ProjectList, page: ProjectPage, reading: PageRead): ProjectList {
	const {cursor, readAt} = reading;
	const at = indexOf(list).pageOfCursor.get(cursor);
	if (at !== undefined) return readAt < (list.pages[at]?.readAt ?? 0) ? list : replaced(list, at, page, reading);
	const isNext = list.pages.length === 0 ? cursor === undefined : list.pages.at(-1)?.nextCursor === cursor;
	return isNext ? appended(list, page, reading) : list;
}

/** The list with other rows on the page that holds a project. */
function onPageOf(
	list: ProjectList,
	projectId: string,
	change: (rows: readonly Project[]) => readonly Project[],
): ProjectList {
	const index = indexOfProject(list, projectId);
	if (index === undefined) return list;
	const at = pageIndexAt(list.pages, index);
	const page = list.pages[at];
	if (!page?.rows) return list;
	const pages = list.pages.with(at, withRows(page, change(page.rows)));
	return withPages(list, chained(pages, at).pages, [at]);
}

/** The list with one project as it was just described. */
export const projectChanged = (list: ProjectList, project: Project): ProjectList =>
	onPageOf(list, project.id, rows => rows.map(row => (row.id === project.id ? project : row)));

/** The list without a project that is gone. */
export function projectGone(list: ProjectList, projectId: string): ProjectList {
	const without = onPageOf(list, projectId, rows => rows.filter(({id}) => id !== projectId));
	return without === list ? list : {...without, left: withLeft(list.left, [projectId])};
}

/** The list open again at its end, if it was given up although the service has not said that it ends. */
export const triedAgain = (list: ProjectList): ProjectList =>
	list.end === 'reached' || list.end === 'repeated' || list.end === 'open' ? list : {...list, end: 'open'};
