import type {Project} from '../api/types.ts';
import {type DerivedValue, nextQuickFilter, type QuickFilter, quickFilters, type Sort, sorted} from './arrangement.ts';
import {indexOfId, type ProjectList} from './project-list.ts';
import {findIn, parseQuery, type QueryContext} from './query.ts';

export type ListFilter = {
	/** The query as typed. Empty for all projects. */
	readonly query: string;
	/** Undefined for the service's own order. */
	readonly sort: Sort | undefined;
};

/** The loaded projects, filtered and sorted. */
export type FilteredList = ListFilter & {
	readonly rows: readonly Project[];
	/** The projects that may match once their newest deployments are loaded. */
	readonly unread: readonly Project[];
	readonly context: QueryContext;
};

export const isUnfiltered = ({query, sort}: ListFilter): boolean => query.trim() === '' && sort === undefined;

export function filterList(
	source: readonly Project[],
	{query, sort}: ListFilter,
	context: QueryContext,
	derived?: DerivedValue,
): FilteredList {
	const {found, unread} = findIn(source, parseQuery(query, context));
	return {query, sort, rows: sort ? sorted(found, sort, derived) : found, unread, context};
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

/** What the quick filters mean in a query. */
const conditions: Readonly<Record<Exclude<QuickFilter, 'all'>, string>> = {
	'in progress': 'outcome:in-progress',
	failed: 'outcome:failed',
	watched: 'is:watched',
};

const conditionOf = (filter: QuickFilter): string => (filter === 'all' ? '' : conditions[filter]);

const wordsIn = (query: string): readonly string[] => query.split(/\s+/).filter(word => word !== '');

export const quickFilterOf = (query: string): QuickFilter | undefined =>
	quickFilters.find(filter => wordsIn(query).includes(conditionOf(filter)));

/** Returns the query with the next quick filter. Keeps everything else in it. */
export function withNextQuickFilter(query: string): string {
	const current = quickFilterOf(query) ?? 'all';
	const others = wordsIn(query).filter(word => word !== conditionOf(current));
	const rest = current === 'all' ? query.trim() : others.join(' ');
	return `${rest} ${conditionOf(nextQuickFilter(current))}`.trim();
}

/** A project that left the list while it was selected. It keeps its row until the selection moves, so that a key meant for it does not act on its neighbour. */
export type GoneRow = {
	readonly project: Project;
	readonly index: number;
};

/** What is shown: all loaded projects, or those of a filter. */
type Source = {readonly list: ProjectList; readonly filtered: FilteredList | undefined};
type SourceWithGone = Source & {readonly goneRow: GoneRow | undefined};

export const listedRows = ({list, filtered}: Source): readonly Project[] => (filtered ?? list).rows;

/** Returns the index of a project in `listedRows`. `near` is its last known index, which is tried first. */
export function listedIndex({list, filtered}: Source, projectId: string, near = 0): number | undefined {
	const {rows} = filtered ?? list;
	if (rows[near]?.id === projectId) return near;
	if (!filtered) return indexOfId(rows, projectId);
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
