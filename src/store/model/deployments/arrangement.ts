import {type Deployment, isConcluded} from '../../../api/types.ts';
import {durationMs} from '../../../deployment-times.ts';
import {outcomeOf, outcomeWord, type Pins} from '../../../status-words.ts';

/** The lists, besides that of projects, whose order and content the user can change. */
export type ListName = 'watch' | 'activity' | 'deployments';

/** What a list of deployments shows. */
export type QuickFilter = 'all' | 'in progress' | 'failed' | 'watched';

/** The order of a list. `by` is one of its columns. */
export type ListSort = {readonly by: string; readonly isDescending: boolean};

/** How a list is shown. Without a sort it is in its own order. */
export type Arrangement = {readonly shown: QuickFilter; readonly sort: ListSort | undefined};

const unarranged: Arrangement = {shown: 'all', sort: undefined};

/** How each list is shown that the user has arranged. */
export type Arrangements = ReadonlyMap<ListName, Arrangement>;

export const arrangementOf = (arrangements: Arrangements, list: ListName): Arrangement =>
	arrangements.get(list) ?? unarranged;

/** The columns that each list can be sorted by, with the order that they begin with. */
export const sortColumns: Readonly<Record<ListName, readonly ListSort[]>> = {
	deployments: [
		{by: 'started', isDescending: true},
		{by: 'outcome', isDescending: false},
		{by: 'environment', isDescending: false},
		{by: 'version', isDescending: true},
		{by: 'took', isDescending: true},
	],
	watch: [
		{by: 'project', isDescending: false},
		{by: 'outcome', isDescending: false},
		{by: 'environment', isDescending: false},
		{by: 'version', isDescending: true},
		{by: 'started', isDescending: true},
	],
	activity: [
		{by: 'when', isDescending: true},
		{by: 'event', isDescending: false},
		{by: 'project', isDescending: false},
	],
};

export const listNames = Object.keys(sortColumns) as readonly ListName[];

export const quickFilters: readonly QuickFilter[] = ['all', 'in progress', 'failed', 'watched'];

export const nextQuickFilter = (shown: QuickFilter): QuickFilter =>
	quickFilters[(quickFilters.indexOf(shown) + 1) % quickFilters.length] ?? 'all';

export type SortValue = string | number | undefined;

/** Returns the rows in the order of a column. Rows with equal values keep their order, and those without a value come last. */
export function sortedBy<Row>(
	rows: readonly Row[],
	sort: ListSort | undefined,
	valueIn: (row: Row, by: string) => SortValue,
): readonly Row[] {
	if (!sort) return rows;
	const sign = sort.isDescending ? -1 : 1;
	return rows
		.map(row => ({row, value: valueIn(row, sort.by)}))
		.toSorted((a, b) => {
			if (a.value === b.value) return 0;
			if (a.value === undefined) return 1;
			if (b.value === undefined) return -1;
			return a.value < b.value ? -sign : sign;
		})
		.map(({row}) => row);
}

/** Returns the value of a deployment in a column. */
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

/** Whether a list that shows only some deployments shows this one. */
export function isShown(deployment: Deployment, {shown}: Arrangement, isWatched: boolean, pins: Pins): boolean {
	if (shown === 'in progress') return !isConcluded(deployment);
	if (shown === 'failed') return outcomeOf(deployment, pins) === 'bad';
	return shown === 'all' || isWatched;
}
