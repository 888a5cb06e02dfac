import {type Deployment, isConcluded, type Project} from '../api/types.ts';
import {durationMs} from './durations.ts';
import {projectTitle} from './project-title.ts';
import {outcomeOf, outcomeWord, type WordMeanings} from './status-words.ts';

/** The lists, besides that of projects, whose order and content the user can change. */
export type ListName = 'board' | 'activity' | 'deployments';

export type QuickFilter = 'all' | 'in progress' | 'failed' | 'watched';

/** The order of a list. `by` is one of its columns. */
export type ListSort = {readonly by: string; readonly isDescending: boolean};

/** How a list is shown. Without a sort it is in its own order. */
export type Arrangement = {readonly shown: QuickFilter; readonly sort: ListSort | undefined};

const unarranged: Arrangement = {shown: 'all', sort: undefined};

export type Arrangements = ReadonlyMap<ListName, Arrangement>;

export const arrangementOf = (arrangements: Arrangements, list: ListName): Arrangement =>
	arrangements.get(list) ?? unarranged;

/** Columns to sort by. With a minus in front, they begin with the largest values. */
const columns = (...names: readonly string[]): readonly ListSort[] =>
	names.map(name => ({by: name.replace('-', ''), isDescending: name.startsWith('-')}));

/** The columns that each list can be sorted by. */
export const sortColumns: Readonly<Record<ListName, readonly ListSort[]>> = {
	deployments: columns('-started', 'outcome', 'environment', '-version', '-took'),
	board: columns('project', 'outcome', 'environment', '-version', '-started'),
	activity: columns('-when', 'event', 'project'),
};

export const quickFilters: readonly QuickFilter[] = ['all', 'in progress', 'failed', 'watched'];

export const nextQuickFilter = (shown: QuickFilter): QuickFilter =>
	quickFilters[(quickFilters.indexOf(shown) + 1) % quickFilters.length] ?? 'all';

export type SortValue = string | number | undefined;

/** Returns the rows in the order of a column. Rows with equal values keep their order, unless `compare` decides, and those without a value come last. */
export function sortedBy<Row>(
	rows: readonly Row[],
	sort: ListSort | undefined,
	valueIn: (row: Row, by: string) => SortValue,
	compare: (a: Row, b: Row) => number = () => 0,
): readonly Row[] {
	if (!sort) return rows;
	const sign = sort.isDescending ? -1 : 1;
	return rows
		.map(row => ({row, value: valueIn(row, sort.by)}))
		.toSorted((a, b) => {
			if (a.value === b.value) return compare(a.row, b.row);
			if (a.value === undefined) return 1;
			if (b.value === undefined) return -1;
			return a.value < b.value ? -sign : sign;
		})
		.map(({row}) => row);
}

export function deploymentValue(deployment: Deployment, by: string): SortValue {
	switch (by) {
		case 'outcome':
			return outcomeWord(deployment)?.toLowerCase();
		case 'environment':
			return deployment.environmentId?.exact.toLowerCase();
		case 'version':
			return deployment.uploadVersion;
		case 'took':
			return isConcluded(deployment) ? durationMs(deployment, deployment.concludedAt ?? 0) : undefined;
		default:
			return deployment.createdAt;
	}
}

export function isShown(
	deployment: Deployment,
	{shown}: Arrangement,
	isWatched: boolean,
	wordMeanings: WordMeanings,
): boolean {
	if (shown === 'in progress') return !isConcluded(deployment);
	if (shown === 'failed') return outcomeOf(deployment, wordMeanings) === 'bad';
	return shown === 'all' || isWatched;
}

const projectValues = {
	name: project => projectTitle(project).toLowerCase(),
	version: ({latestUploadVersion}) => latestUploadVersion,
	status: ({status}) => status?.lowerCase,
	mode: ({uploadMode}) => uploadMode?.lowerCase,
	updated: ({updatedAt}) => updatedAt,
	created: ({createdAt}) => createdAt,
	slug: ({slug}) => slug?.lowerCase,
	url: ({url}) => url?.lowerCase,
} satisfies Record<string, (project: Project) => SortValue>;

/** The columns whose values come from deployments: the last deployment, and versions behind. */
const derivedKeys = ['deployed', 'behind'] as const;

export type DerivedKey = (typeof derivedKeys)[number];

/** The columns that projects can be sorted by. Without a sort, they are in the service's own order. */
export type SortKey = keyof typeof projectValues | DerivedKey;

/** What projects can be sorted by, the most useful first. */
export const sortKeys: readonly SortKey[] = [
	'name',
	'updated',
	'version',
	'behind',
	'deployed',
	'status',
	'mode',
	'slug',
	'url',
	'created',
];

export const isSortKey = (value: unknown): value is SortKey => sortKeys.some(key => key === value);

export const isDerived = (by: SortKey | undefined): by is DerivedKey => derivedKeys.some(key => key === by);

export type Sort = {readonly by: SortKey; readonly isDescending: boolean};

export type DerivedValue = (project: Project) => number | undefined;

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

export const typedSort = ({by, isDescending}: Sort): string => `${isDescending ? '-' : ''}${by}`;

/** Returns projects in an order. Ties are broken by id, so that it is deterministic. */
export const sorted = (projects: readonly Project[], sort: Sort, derived: DerivedValue = () => undefined) =>
	sortedBy(projects, sort, isDerived(sort.by) ? derived : projectValues[sort.by], (a, b) => (a.id < b.id ? -1 : 1));
