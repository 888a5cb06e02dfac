import type {Deployment, DeploymentList} from '../../../api/types.ts';

/** The most deployments that the service returns, and how many every read requests. The endpoint has no further pages. */
export const listLimit = 100;

/** How many the service returns if it ignores the limit. */
const defaultLimit = 50;

/** How many distinct dates make an order evident: fifty records with five of them are sorted by chance once in five million lists. */
const minDates = 5;

/** Whether a list holds every deployment: it is shorter than the requested limit, and its length is not the default that the service uses when it ignores the limit. */
export function isComplete({deployments, unreadable}: DeploymentList): boolean {
	const recordCount = deployments.length + unreadable;
	return recordCount < listLimit && recordCount !== defaultLimit;
}

/** Whether each deployment of a list has a date, and none is newer than the one before. The service documents no order, and equal dates show none. */
export function isNewestFirst({deployments}: Pick<DeploymentList, 'deployments'>): boolean {
	const dates = deployments.flatMap(({createdAt}) => createdAt ?? []);
	const isSorted = dates.every((date, index) => date <= (dates[index - 1] ?? date));
	return isSorted && dates.length === deployments.length && new Set(dates).size >= minDates;
}

export const isOldestFirst = ({deployments}: DeploymentList): boolean =>
	isNewestFirst({deployments: deployments.toReversed()});

/** Whether the service has no newer deployments than those in a list. */
export const holdsNewest = (list: DeploymentList): boolean => isComplete(list) || isNewestFirst(list);

/** Returns a predicate for deployments that are not in the list: whether the list proves that the service no longer lists them. It does if it is complete, or lists the newest first and reaches past their position. */
export function provesAbsence(list: DeploymentList): (deployment: Deployment) => boolean {
	// The missing deployment may be among the unreadable records.
	if (list.unreadable > 0) return () => false;
	if (isComplete(list)) return () => true;
	if (!isNewestFirst(list)) return () => false;
	const oldest = list.deployments.at(-1)?.createdAt ?? Number.POSITIVE_INFINITY;
	return ({createdAt}) => createdAt !== undefined && createdAt > oldest;
}
