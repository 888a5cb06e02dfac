import type {Project} from '../../../api/types.ts';
import type {ServiceTime} from '../../../clock.ts';
import type {Pins} from '../../../status-words.ts';
import type {DeploymentTable} from '../deployments/deployment-table.ts';
import {newestOf} from '../deployments/newest-deployments.ts';
import type {Watches} from '../deployments/tracked-deployment.ts';
import {isSameList} from '../memo.ts';
import {indexOf, type ProjectList} from './project-list.ts';
import {createMatcher, parseQuery, type Searched, searchedName, searchedWords} from './query.ts';
import {type DerivedValue, isDerived, merged, type Sort, sorted} from './sorting.ts';

/** The filter and sort order that the user has applied to the list. */
export type ListFilter = {
	/** The query as typed. Empty for all projects. */
	readonly query: string;
	/** Undefined for the service's own order. */
	readonly sort: Sort | undefined;
};

/** What a search depends on besides the projects. `now` is the service's time, from which ages are computed. */
export type FilterContext = {
	readonly now: ServiceTime;
	readonly pins: Pins;
	readonly table: DeploymentTable;
	readonly watches?: Watches;
	/** Whether the conditions on deployments test the cells of the versions, instead of the newest deployment. */
	readonly isByCell?: boolean;
};

/** The search result of one page. */
type Part = Searched & {
	readonly found: readonly Project[];
	/** The rows that may match once their newest deployments are loaded. */
	readonly unread: readonly Project[];
	/** The values of `found` in the derived column that the list is sorted by, if any. */
	readonly derivedValues: ReadonlyArray<number | undefined> | undefined;
};

/** The loaded projects, filtered and sorted. */
export type FilteredList = ListFilter & {
	readonly rows: readonly Project[];
	readonly parts: readonly Part[];
	/** The context of the search. */
	readonly context: FilterContext;
};

export const isUnfiltered = ({query, sort}: ListFilter): boolean => query.trim() === '' && sort === undefined;

/** Returns the rows of all parts in order. Sorts only the changed parts and merges them into the previous rows. */
function ordered(
	parts: readonly Part[],
	sort: Sort | undefined,
	derived: DerivedValue | undefined,
	before: FilteredList | undefined,
): readonly Project[] {
	if (before && before.parts.length === parts.length && parts.every(({found}, at) => found === before.parts[at]?.found))
		return before.rows;
	if (!sort) return parts.flatMap(({found}) => found);
	if (!before) {
		return sorted(
			parts.flatMap(({found}) => found),
			sort,
			derived,
		);
	}

	const previous = new Set(before.parts.map(({found}) => found));
	const current = new Set(parts.map(({found}) => found));
	const removed = new Set([...previous].filter(found => !current.has(found)).flat());
	const added = [...current].filter(found => !previous.has(found)).flat();
	const unchanged = removed.size === 0 ? before.rows : before.rows.filter(row => !removed.has(row));
	return merged(unchanged, sorted(added, sort, derived), sort, derived);
}

/** Returns the row arrays of the pages with a project whose newest deployment has changed, or any of its deployments if the result depends on them. */
function outdatedRows(
	list: ProjectList,
	table: DeploymentTable,
	before: DeploymentTable,
	isByAny: boolean,
): ReadonlySet<unknown> {
	const outdated = new Set<unknown>();
	if (table === before) return outdated;
	const {pageOfId} = indexOf(list);
	const add = (id: string) => outdated.add(list.pages[pageOfId.get(id) ?? -1]?.rows);
	for (const [id, known] of table) {
		const knownBefore = before.get(id);
		if (known === knownBefore) continue;
		if (isByAny || !known.newest !== !knownBefore?.newest || newestOf(known) !== newestOf(knownBefore)) add(id);
	}

	for (const id of before.keys()) if (!table.has(id)) add(id);
	return outdated;
}

/**
Filters and sorts the loaded projects.

Reuses whatever is still valid in `before`: a page that arrives, or a newest deployment, costs the search of one page. `derived` depends only on the context.
*/
export function filterList(
	list: ProjectList,
	filter: ListFilter,
	context: FilterContext,
	before?: FilteredList,
	derived?: DerivedValue,
): FilteredList {
	const {table} = context;
	const find = createMatcher(parseQuery(filter.query, context));
	const isSameQuery =
		before?.query === filter.query &&
		before.context.pins === context.pins &&
		before.context.watches === context.watches &&
		before.context.isByCell === context.isByCell;
	const isSameSort = before?.sort === filter.sort;
	const isByDerived = isDerived(filter.sort?.by);
	const known = new Map(before?.parts.map(part => [part.rows, part]));
	const outdated = outdatedRows(list, table, before?.context.table ?? table, isByDerived || context.isByCell === true);
	const parts = list.pages.map(({rows}): Part => {
		const part = known.get(rows);
		const isOutdated = outdated.has(rows);
		if (part && isSameQuery && !isOutdated && (isSameSort || !isByDerived)) return part;
		const names = part?.names ?? rows.map(searchedName);
		const words =
			part && !isOutdated ? part.words : rows.map(project => searchedWords(project, newestOf(table.get(project.id))));
		const {found, unread} = find({rows, names, words}, table);
		const derivedValues = isByDerived ? found.map(project => derived?.(project)) : undefined;
		// Keeping the previous array of equal rows avoids sorting them again.
		const isSame = part && isSameList(part.found, found) && isSameList(part.derivedValues ?? [], derivedValues ?? []);
		return {rows, names, words, found: isSame ? part.found : found, unread, derivedValues};
	});
	const rows = ordered(parts, filter.sort, derived, isSameQuery && isSameSort ? before : undefined);
	return {query: filter.query, sort: filter.sort, rows, parts, context};
}

/** Returns how many projects may match once their newest deployments are loaded. */
export const unreadCountOf = ({parts}: FilteredList): number => parts.reduce((sum, {unread}) => sum + unread.length, 0);

/** Returns the first `max` of these projects whose newest deployments are worth requesting. */
export function firstUnread(
	{parts}: FilteredList,
	max: number,
	isWorthReading: (project: Project) => boolean = () => true,
): readonly Project[] {
	const first: Project[] = [];
	for (const {unread} of parts) {
		for (const project of unread) {
			if (first.length >= max) return first;
			if (isWorthReading(project)) first.push(project);
		}
	}

	return first;
}
