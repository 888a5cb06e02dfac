import type {Deployment, Project} from '../api/types.ts';
import {memo} from '../base/memo.ts';
import {caseless, type SafeText} from '../base/text.ts';
import {type QuickFilter, quickFilters, type Sort, sorted} from './arrangement.ts';
import {type ProjectList, projectOrName, type WithProjects} from './project-list.ts';
import {findIn, parseQuery, type Query, type QueryContext, queryWords} from './query.ts';

export type ListFilter = {
	readonly query: string;
	readonly sort: Sort | undefined;
};

export type FilteredList = ListFilter & {
	readonly rows: readonly Project[];
	readonly unread: readonly Project[];
	readonly undecided: readonly Project[];
	readonly context: QueryContext;
};

export const isUnfiltered = ({query, sort}: ListFilter): boolean => query.trim() === '' && sort === undefined;

export function filterList(source: readonly Project[], {query, sort}: ListFilter, context: QueryContext): FilteredList {
	const {found, ...others} = findIn(source, parseQuery(query, context));
	return {query, sort, rows: sort ? sorted(found, sort, context) : found, ...others, context};
}

const parsed = memo(({query, context}: FilteredList) => parseQuery(query, context));

/** The filter of the project list, which every list of several projects obeys. */
export const filterQueryOf = (filtered: FilteredList | undefined): Query | undefined =>
	filtered === undefined || filtered.query.trim() === '' ? undefined : parsed(filtered);

export function isInFilter(
	{projects}: WithProjects & {readonly projects: {readonly filtered?: FilteredList | undefined}},
	row: {readonly projectId: string; readonly name?: SafeText},
	deployment: Deployment | undefined,
): boolean {
	const query = filterQueryOf(projects.filtered);
	return !query || query.testRow(projectOrName({projects}, row.projectId, row.name), deployment) === true;
}

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

const conditions: Readonly<Record<QuickFilter, string>> = {
	all: '',
	'in progress': 'outcome:in-progress',
	failed: 'latest:failed',
	watched: 'is:watched',
};

const isCondition = (word: string, filter: QuickFilter): boolean => caseless(word) === conditions[filter];

export const quickFilterOf = (query: string): QuickFilter | undefined =>
	quickFilters.find(filter => queryWords(query).some(word => isCondition(word, filter)));

export function queryWithQuickFilter(query: string, filter: QuickFilter): string {
	const current = quickFilterOf(query) ?? 'all';
	const others = queryWords(query).filter(word => !isCondition(word, current));
	return [...others, conditions[filter]].join(' ').trim();
}

export const listedRows = (projects: {
	readonly list: ProjectList;
	readonly filtered?: FilteredList | undefined;
}): readonly Project[] => (projects.filtered ?? projects.list).rows;
