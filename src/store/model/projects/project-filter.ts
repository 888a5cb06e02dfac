import type {Project} from '../../../api/types.ts';
import type {ServiceTime} from '../../../clock.ts';
import type {Pins} from '../../../status-words.ts';
import type {DeploymentTable} from '../deployments/deployment-table.ts';
import type {Watches} from '../deployments/watches.ts';
import {changedPart, indexOfId, rowWithId} from './project-list.ts';
import {createMatcher, parseQuery} from './query.ts';
import {type DerivedValue, isDerived, merged, type Order, orderOf, type Sort, sorted} from './sorting.ts';

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

/** The loaded projects, filtered and sorted. */
export type FilteredList = ListFilter & {
	readonly rows: readonly Project[];
	/** The projects that may match once their newest deployments are loaded. */
	readonly unread: readonly Project[];
	/** The projects that were searched. */
	readonly source: readonly Project[];
	/** The context of the search. */
	readonly context: FilterContext;
};

export const isUnfiltered = ({query, sort}: ListFilter): boolean => query.trim() === '' && sort === undefined;

/** Returns the rows whose deployments have changed. */
function redeployed(rows: readonly Project[], table: DeploymentTable, before: DeploymentTable): readonly Project[] {
	if (table === before) return [];
	const ids = [...table.keys(), ...[...before.keys()].filter(id => !table.has(id))];
	return ids.flatMap(id => {
		const row = table.get(id) === before.get(id) ? undefined : rowWithId(rows, id);
		return row ?? [];
	});
}

/**
Filters and sorts the loaded projects.

What `before` found with the same filter is kept: only the rows that have changed since, or whose deployments have, are searched and put among the others. `derived` depends only on the context.
*/
export function filterList(
	source: readonly Project[],
	filter: ListFilter,
	context: FilterContext,
	before?: FilteredList,
	derived?: DerivedValue,
): FilteredList {
	const {query, sort} = filter;
	const {table} = context;
	const search = createMatcher(parseQuery(query, context));
	const whole = (): FilteredList => {
		const {found, unread} = search(source, table);
		return {query, sort, rows: sort ? sorted(found, sort, derived) : found, unread, source, context};
	};
	const isSame =
		before?.query === query &&
		before.sort === sort &&
		before.context.pins === context.pins &&
		before.context.watches === context.watches &&
		before.context.isByCell === context.isByCell;
	if (!isSame) return whole();

	const {removed, added} = changedPart(before.source, source);
	if (added.length > source.length / 2) return whole();
	const isByDeployments = query.trim() !== '' || isDerived(sort?.by);
	const others = isByDeployments ? redeployed(source, table, before.context.table) : [];
	if (removed.length + added.length + others.length === 0) return {...before, source, context};

	const outdated = new Set([...removed, ...others]);
	const keptOf = (rows: readonly Project[]) => (outdated.size === 0 ? rows : rows.filter(row => !outdated.has(row)));
	const {found, unread} = search([...new Set([...added, ...others])], table);
	const listed: Order = (a, b) => (indexOfId(source, a.id) ?? 0) - (indexOfId(source, b.id) ?? 0);
	const order = sort ? orderOf(sort, derived) : listed;
	return {
		query,
		sort,
		rows: merged(keptOf(before.rows), found, order),
		unread: merged(keptOf(before.unread), unread, listed),
		source,
		context,
	};
}

/** Returns the first `max` projects whose newest deployments are worth requesting, because they may match then. */
export function firstUnread(
	{unread}: FilteredList,
	max: number,
	isWorthReading: (project: Project) => boolean,
): readonly Project[] {
	const first: Project[] = [];
	for (const project of unread) {
		if (first.length >= max) break;
		if (isWorthReading(project)) first.push(project);
	}

	return first;
}

/** The quick filters, each with its condition in a query, in the order in which their key goes through them. */
const quickFilters = [
	{label: 'in progress', condition: 'outcome:in-progress'},
	{label: 'failed', condition: 'outcome:failed'},
	{label: 'watched', condition: 'is:watched'},
] as const;

const wordsIn = (query: string): readonly string[] => query.split(/\s+/).filter(word => word !== '');

const indexIn = (query: string): number => quickFilters.findIndex(({condition}) => wordsIn(query).includes(condition));

/** Returns the quick filter in a query. Undefined if it has none. */
export const quickFilterOf = (query: string): (typeof quickFilters)[number]['label'] | undefined =>
	quickFilters[indexIn(query)]?.label;

/** Returns the query with the next quick filter: none, in progress, failed and watched. Keeps everything else in it. */
export function withNextQuickFilter(query: string): string {
	const at = indexIn(query);
	const current = quickFilters[at]?.condition;
	const rest =
		current === undefined
			? query.trim()
			: wordsIn(query)
					.filter(word => word !== current)
					.join(' ');
	return [rest, quickFilters[at + 1]?.condition ?? ''].filter(part => part !== '').join(' ');
}
