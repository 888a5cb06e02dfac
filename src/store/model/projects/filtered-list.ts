import type {Project} from '../../../api/types.ts';
import type {ServiceTime} from '../../../clock.ts';
import type {Pins} from '../../../status-words.ts';
import type {LatestByProject} from '../deployments/latest-deployments.ts';
import {indexOf} from './page-index.ts';
import type {ProjectList} from './project-list.ts';
import {createMatcher, parseQuery, type Searched, searchedName, searchedWords} from './query.ts';
import {merged, type Sort, sorted} from './sorting.ts';

/** How the reader looks at the list: which projects, in which order. */
export type ListFilter = {
	/** As it was typed. Empty: all. */
	readonly query: string;
	/** Undefined: in the service's own order. */
	readonly sort: Sort | undefined;
};

/** What a search goes by besides the projects themselves. `now` is the service's time, by which ages are reckoned. */
export type FilterContext = {readonly now: ServiceTime; readonly pins: Pins; readonly latest: LatestByProject};

/** One page, searched. */
type Part = Searched & {
	readonly found: readonly Project[];
	/** The rows that may match, but their newest deployments were not read yet. */
	readonly unread: readonly Project[];
};

/** The projects at hand as a lens shows them. Undefined in the state while the list is shown as it is. */
export type FilteredList = ListFilter & {
	readonly rows: readonly Project[];
	readonly parts: readonly Part[];
	/** What it was searched by. */
	readonly facts: FilterContext;
};

export const isUnfiltered = ({query, sort}: ListFilter): boolean => query.trim() === '' && sort === undefined;

/** The rows of the parts in order. Of a long sorted list only what has changed is sorted. */
function ordered(parts: readonly Part[], sort: Sort | undefined, before: FilteredList | undefined): readonly Project[] {
	if (before && before.parts.length === parts.length && parts.every(({found}, at) => found === before.parts[at]?.found))
		return before.rows;
	if (!sort) return parts.flatMap(({found}) => found);
	if (!before) {
		return sorted(
			parts.flatMap(({found}) => found),
			sort,
		);
	}

	const known = new Set(before.parts.map(({found}) => found));
	const now = new Set(parts.map(({found}) => found));
	const gone = new Set([...known].filter(found => !now.has(found)).flat());
	const come = [...now].filter(found => !known.has(found)).flat();
	const rest = gone.size === 0 ? before.rows : before.rows.filter(row => !gone.has(row));
	return merged(rest, sorted(come, sort), sort);
}

/** The rows of the pages that hold a project whose newest deployment is another one than before. */
function outdatedRows(list: ProjectList, latest: LatestByProject, before: LatestByProject): ReadonlySet<unknown> {
	const outdated = new Set<unknown>();
	if (latest === before) return outdated;
	const {pageOfId} = indexOf(list);
	const add = (id: string) => outdated.add(list.pages[pageOfId.get(id) ?? -1]?.rows);
	for (const [id, {deployment}] of latest) {
		const known = before.get(id);
		if (!known || known.deployment !== deployment) add(id);
	}

	for (const id of before.keys()) if (!latest.has(id)) add(id);
	return outdated;
}

const isSameRows = (a: readonly Project[], b: readonly Project[]): boolean =>
	a.length === b.length && a.every((row, at) => row === b[at]);

/**
The projects at hand as a lens shows them.

Of `before` everything is taken over that is still so: a page that arrives costs a page to search, and so does a newest deployment.
*/
export function filterList(
	list: ProjectList,
	lens: ListFilter,
	facts: FilterContext,
	before?: FilteredList,
): FilteredList {
	const {pages, kept} = list;
	const {latest} = facts;
	const find = createMatcher(parseQuery(lens.query, facts));
	const isSameQuery = before?.query === lens.query && before.facts.pins === facts.pins;
	const isSameSort = before?.sort === lens.sort;
	const known = new Map(before?.parts.map(part => [part.rows, part]));
	const outdated = outdatedRows(list, latest, before?.facts.latest ?? latest);
	const parts = kept.flatMap((at): readonly Part[] => {
		const rows = pages[at]?.rows;
		if (!rows) return [];
		const part = known.get(rows);
		const isOutdated = outdated.has(rows);
		if (part && isSameQuery && !isOutdated) return [part];
		const names = part?.names ?? rows.map(searchedName);
		const words =
			part && !isOutdated ? part.words : rows.map(project => searchedWords(project, latest.get(project.id)));
		const {found, unread} = find({rows, names, words}, latest);
		// Where the same rows are found, their order need not be made anew.
		return [{rows, names, words, found: part && isSameRows(part.found, found) ? part.found : found, unread}];
	});
	const rows = ordered(parts, lens.sort, isSameQuery && isSameSort ? before : undefined);
	return {query: lens.query, sort: lens.sort, rows, parts, facts};
}

/** How many projects may match what is searched for, but their newest deployments were not read yet. */
export const unreadCountOf = ({parts}: FilteredList): number => parts.reduce((sum, {unread}) => sum + unread.length, 0);

/** The first few of these that are worth asking for. */
export function firstUnread(
	{parts}: FilteredList,
	max: number,
	isWorthAsking: (project: Project) => boolean = () => true,
): readonly Project[] {
	const first: Project[] = [];
	for (const {unread} of parts) {
		for (const project of unread) {
			if (first.length >= max) return first;
			if (isWorthAsking(project)) first.push(project);
		}
	}

	return first;
}
