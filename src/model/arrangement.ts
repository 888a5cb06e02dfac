import {type Deployment, isConcluded, type Project} from '../api/types.ts';
import {caseless, compareKeys, sortKey} from '../base/text.ts';
import {deployedVersions, versionsBehind} from './deployed-versions.ts';
import {type DeploymentTable, newestOf} from './deployment-table.ts';
import {durationMs} from './durations.ts';
import {projectTitle} from './project-title.ts';
import {outcomeOf, outcomeWord, type WordMeanings} from './status-words.ts';

export type ListName = 'board' | 'activity' | 'deployments';

/** The columns of each list, in order. A list without an entry shows all of its columns. */
export type ChosenColumns = ReadonlyMap<string, readonly string[]>;

export type QuickFilter = 'all' | 'in progress' | 'failed' | 'watched';

export type Sort = {readonly by: string; readonly isDescending: boolean};

export type Arrangement = {readonly shown: QuickFilter; readonly sort: Sort | undefined};

const unarranged: Arrangement = {shown: 'all', sort: undefined};

export type Arrangements = ReadonlyMap<ListName, Arrangement>;

export const arrangementOf = (arrangements: Arrangements, list: ListName): Arrangement =>
	arrangements.get(list) ?? unarranged;

const columnOf = (typed: string): Sort => ({by: typed.replace(/^-/, ''), isDescending: typed.startsWith('-')});

/** The columns to sort by, most useful first, each with its first direction. */
export const sortColumns: Readonly<Record<ListName | 'projects', readonly Sort[]>> = {
	projects: 'name -updated -version -behind -deployed status mode slug url -created'.split(' ').map(columnOf),
	deployments: '-started outcome environment -version -took'.split(' ').map(columnOf),
	board: 'project outcome environment -version -started'.split(' ').map(columnOf),
	activity: '-when event project'.split(' ').map(columnOf),
};

export const sortNames: readonly string[] = sortColumns.projects.map(({by}) => by);

export function parseSort(typed: string, columns = sortColumns.projects): Sort | undefined {
	const sort = columnOf(caseless(typed.trim()));
	return columns.some(({by}) => by === sort.by) ? sort : undefined;
}

export const typedSort = ({by, isDescending}: Sort): string => `${isDescending ? '-' : ''}${by}`;

export const quickFilters: readonly QuickFilter[] = ['all', 'in progress', 'failed', 'watched'];

export const nextQuickFilter = (shown: QuickFilter): QuickFilter =>
	quickFilters[(quickFilters.indexOf(shown) + 1) % quickFilters.length] ?? 'all';

export type SortValue = string | number | undefined;

/** Keeps the order of equal rows unless `compare` decides. Rows without a value come last. */
export function sortedBy<Row>(
	rows: readonly Row[],
	sort: Sort | undefined,
	valueIn: (row: Row, by: string) => SortValue,
	compare: (a: Row, b: Row) => number = () => 0,
): readonly Row[] {
	if (!sort) return rows;
	const sign = sort.isDescending ? -1 : 1;
	const keyOf = (row: Row): SortValue => {
		const value = valueIn(row, sort.by);
		return typeof value === 'string' ? sortKey(value) : value;
	};
	type Keyed = {readonly row: Row; readonly key: SortValue};
	const orderBy = (compareTexts: typeof compareKeys) => (a: Keyed, b: Keyed) => {
		if (a.key === b.key) return compare(a.row, b.row);
		if (a.key === undefined) return 1;
		if (b.key === undefined) return -1;
		if (typeof a.key === 'number' || typeof b.key === 'number') return a.key < b.key ? -sign : sign;
		return sign * compareTexts(a.key, b.key) || compare(a.row, b.row);
	};
	return (
		rows
			.map(row => ({row, key: keyOf(row)}))
			// Natural comparison is slow, so a fast sort comes first and leaves few rows to move.
			.sort(orderBy((a, b) => (a < b ? -1 : 1)))
			.sort(orderBy(compareKeys))
			.map(({row}) => row)
	);
}

export function deploymentValue(deployment: Deployment, by: string): SortValue {
	switch (by) {
		case 'outcome': {
			const word = outcomeWord(deployment);
			return word && caseless(word);
		}

		case 'environment':
			return deployment.environmentId?.caseless;
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

type SortContext = {
	readonly table: DeploymentTable;
	readonly wordMeanings: WordMeanings;
	/** Undefined: the environment in which a project is furthest behind. */
	readonly environment?: string | undefined;
};

function projectValue(project: Project, by: string, {table, wordMeanings, environment}: SortContext): SortValue {
	const known = table.get(project.id);
	switch (by) {
		case 'deployed': {
			const {createdAt, concludedAt} = newestOf(known) ?? {};
			return createdAt ?? concludedAt;
		}

		case 'behind':
			return known && versionsBehind(project, deployedVersions(known.recent, wordMeanings), environment);
		case 'version':
			return project.latestUploadVersion;
		case 'status':
			return project.status?.caseless;
		case 'mode':
			return project.uploadMode?.caseless;
		case 'updated':
			return project.updatedAt;
		case 'created':
			return project.createdAt;
		case 'slug':
			return project.slug?.caseless;
		case 'url':
			return project.url?.caseless;
		default:
			return caseless(projectTitle(project));
	}
}

export const isFromDeployments = (by: string | undefined): boolean => by === 'deployed' || by === 'behind';

export const sorted = (projects: readonly Project[], sort: Sort, known: SortContext) =>
	sortedBy(
		projects,
		sort,
		(project, by) => projectValue(project, by, known),
		(a, b) => (a.id < b.id ? -1 : 1),
	);
