import type {Project} from '../../../api/types.ts';
import {partitionPoint} from '../../../base/collections.ts';
import type {ServiceTime} from '../../../clock.ts';
import {projectTitle} from '../../../project-title.ts';
import type {Pins} from '../../../status-words.ts';
import type {DeploymentTable} from '../deployments/deployment-table.ts';
import type {Watches} from '../deployments/watches.ts';
import {changedPart, indexOfId, type ProjectList, rowWithId} from './project-list.ts';
import {createMatcher, parseQuery} from './query.ts';

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

/** The sortable columns. Without a sort, projects are in the service's own order. */
export type SortKey = 'name' | 'version' | 'status' | 'mode' | 'updated' | 'created' | 'slug' | 'url' | DerivedKey;

/** The columns whose values come from deployments: versions behind, and the last deployment. */
export type DerivedKey = 'drift' | 'deployed';

const derivedKeys: ReadonlySet<SortKey> = new Set(['deployed', 'drift']);

export const isDerived = (by: SortKey | undefined): by is DerivedKey => by !== undefined && derivedKeys.has(by);

export type Sort = {readonly by: SortKey; readonly isDescending: boolean};

/** Returns the value of a project in a derived column. */
export type DerivedValue = (project: Project) => number | undefined;

export const isSortKey = (value: unknown): value is SortKey =>
	typeof value === 'string' && (derivedKeys.has(value as SortKey) || Object.hasOwn(values, value));

const noValue: DerivedValue = () => undefined;

type Value = string | number | undefined;

const values: Readonly<Record<Exclude<SortKey, DerivedKey>, (project: Project) => Value>> = {
	name: project => projectTitle(project).toLowerCase(),
	version: ({latestUploadVersion}) => latestUploadVersion,
	status: ({status}) => status?.lowerCase,
	mode: ({uploadMode}) => uploadMode?.lowerCase,
	updated: ({updatedAt}) => updatedAt,
	created: ({createdAt}) => createdAt,
	slug: ({slug}) => slug?.lowerCase,
	url: ({url}) => url?.lowerCase,
};

/** What projects can be sorted by. */
export const sortKeys: readonly string[] = [...Object.keys(values), ...derivedKeys];

const valueReader = ({by}: Sort, derived: DerivedValue) => (isDerived(by) ? derived : values[by]);

/** Returns the initial sort by a column: versions, dates and derived values start with the largest. */
export const firstDirection = (by: SortKey): Sort => ({
	by,
	isDescending: by === 'version' || by === 'updated' || by === 'created' || isDerived(by),
});

/** Parses a column as it is typed. With a minus in front, the largest values come first. */
export function parseSort(typed: string): Sort | undefined {
	const [, minus, by] = /^(-?)(.*)$/s.exec(typed.trim().toLowerCase()) ?? [];
	return isSortKey(by) ? {by, isDescending: minus === '-'} : undefined;
}

/** Returns a sort as it is typed. */
export const typedSort = ({by, isDescending}: Sort): string => `${isDescending ? '-' : ''}${by}`;

type Keyed = {readonly project: Project; readonly value: Value};

/** Compares by value. Ties are broken by id, so that the order is deterministic. Missing values come last in both directions. */
function comparison({isDescending}: Sort): (a: Keyed, b: Keyed) => number {
	const sign = isDescending ? -1 : 1;
	return (a, b) => {
		if (a.value !== b.value) {
			if (a.value === undefined) return 1;
			if (b.value === undefined) return -1;
			return a.value < b.value ? -sign : sign;
		}

		return a.project.id < b.project.id ? -1 : 1;
	};
}

const keyed = (sort: Sort, derived: DerivedValue, projects: readonly Project[]): readonly Keyed[] => {
	const valueFor = valueReader(sort, derived);
	return projects.map(project => ({project, value: valueFor(project)}));
};

export const sorted = (projects: readonly Project[], sort: Sort, derived = noValue): readonly Project[] =>
	keyed(sort, derived, projects)
		.toSorted(comparison(sort))
		.map(({project}) => project);

/** Compares two projects, like a function for `sort`. */
export type Order = (a: Project, b: Project) => number;

/** Returns the order of a sorted list. `sorted` is faster for a whole list, as it looks up each value once. */
export function orderOf(sort: Sort, derived = noValue): Order {
	const valueFor = valueReader(sort, derived);
	const compare = comparison(sort);
	return (a, b) => compare({project: a, value: valueFor(a)}, {project: b, value: valueFor(b)});
}

/** Puts a few projects into a long list that is in order, without sorting that again. */
export function merged(long: readonly Project[], few: readonly Project[], order: Order): readonly Project[] {
	const all: Project[] = [];
	let from = 0;
	for (const added of few.toSorted(order)) {
		const insertAt = partitionPoint(long.length, index => order(long[index] ?? added, added) < 0);
		for (const row of long.slice(from, insertAt)) all.push(row);
		all.push(added);
		from = insertAt;
	}

	return all.concat(long.slice(from));
}

/** A project that left the list while it was selected. It keeps its row until the selection moves, so that a key meant for it does not act on its neighbour. */
export type GoneRow = {
	readonly project: Project;
	/** The index at which it is shown. */
	readonly index: number;
};

/** What is shown: all loaded projects, or those of a filter. */
type Source = {readonly list: ProjectList; readonly view: FilteredList | undefined};
type SourceWithGone = Source & {readonly goneRow: GoneRow | undefined};

/** Returns the projects in the order shown, without one that is gone. */
export const listedRows = ({list, view}: Source): readonly Project[] => (view ?? list).rows;

/** Returns the index of a project in `listedRows`. `near` is its last known index, which is tried first. */
export function listedIndex({list, view}: Source, projectId: string, near = 0): number | undefined {
	const {rows} = view ?? list;
	if (rows[near]?.id === projectId) return near;
	if (!view) return indexOfId(rows, projectId);
	const at = rows.findIndex(({id}) => id === projectId);
	return at < 0 ? undefined : at;
}

/** The rows as shown, including that of a project that is gone. `rowAt` returns undefined outside the list. */
export type ProjectRows = {
	readonly count: number;
	readonly rowAt: (index: number) => Project | undefined;
	readonly indexOf: (projectId: string) => number | undefined;
};

export function projectRowsOf(source: SourceWithGone): ProjectRows {
	const rows = listedRows(source);
	const {goneRow} = source;
	// Beyond the last row if none is gone.
	const goneAt = goneRow?.index ?? rows.length;
	return {
		count: rows.length + (goneRow ? 1 : 0),
		rowAt: index => (index === goneAt ? goneRow?.project : rows[index < goneAt ? index : index - 1]),
		indexOf(projectId) {
			if (projectId === goneRow?.project.id) return goneAt;
			const at = listedIndex(source, projectId);
			return at === undefined || at < goneAt ? at : at + 1;
		},
	};
}
