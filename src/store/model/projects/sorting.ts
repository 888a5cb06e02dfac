import type {Project} from '../../../api/types.ts';
import {projectTitle} from '../../../project-title.ts';
import {partitionPoint} from '../binary-search.ts';

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
