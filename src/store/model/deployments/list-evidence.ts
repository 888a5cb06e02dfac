import type {Deployment, DeploymentList} from '../../../api/types.ts';
import type {ServiceTime} from '../../../clock.ts';

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
function isNewestFirst({deployments}: Pick<DeploymentList, 'deployments'>): boolean {
	const dates = deployments.flatMap(({createdAt}) => createdAt ?? []);
	const isSorted = dates.every((date, index) => date <= (dates[index - 1] ?? date));
	return isSorted && dates.length === deployments.length && new Set(dates).size >= minDates;
}

export const isOldestFirst = ({deployments}: DeploymentList): boolean =>
	isNewestFirst({deployments: deployments.toReversed()});

/** Returns the moment since when a list shows every deployment that was created. Minus infinity if it shows all there are, infinity if even the newest may be missing. */
export function completeSince(list: DeploymentList): ServiceTime {
	if (isComplete(list)) return Number.NEGATIVE_INFINITY;
	const oldest = isNewestFirst(list) ? list.deployments.at(-1)?.createdAt : undefined;
	return oldest ?? Number.POSITIVE_INFINITY;
}

/** Whether what is complete since a moment would show this deployment. */
export const isCovered = (since: ServiceTime, {createdAt}: Pick<Deployment, 'createdAt'>): boolean =>
	since === Number.NEGATIVE_INFINITY || (createdAt !== undefined && createdAt > since);

/** Whether the service has no newer deployments than those in a list. */
export const holdsNewest = (list: DeploymentList): boolean => completeSince(list) !== Number.POSITIVE_INFINITY;
