import type {Deployment, DeploymentList} from '../../../api/types.ts';

/** The order in which the service sends deployments. It is undocumented, so it is inferred; a service that breaks its own order counts as unordered from then on. If it lists a deployment again that an earlier list proved gone, its lists are incomplete and prove nothing any more. */
export type DeploymentOrder = 'unknown' | 'newest first' | 'oldest first' | 'unordered' | 'incomplete';

/** The most deployments that the service returns. The endpoint has no further pages. */
export const listLimit = 100;

/** How many the service returns if it ignores the limit. */
const defaultLimit = 50;

/** The number of distinct dates that proves an order: ten are sorted by chance once in 3.6 million lists. */
const minDates = 10;

/** Returns the order inferred after one more list. Missing and equal dates are not evidence. */
export function orderAfter(
	before: DeploymentOrder,
	{deployments}: Pick<DeploymentList, 'deployments'>,
): DeploymentOrder {
	if (before === 'unordered' || before === 'incomplete') return before;
	const dates = deployments.flatMap(({createdAt}) => createdAt ?? []);
	let [descents, ascents] = [0, 0];
	for (const [index, date] of dates.entries()) {
		const previous = dates[index - 1] ?? date;
		if (date < previous) descents++;
		if (date > previous) ascents++;
	}

	const isContradiction = before === 'newest first' ? ascents > 0 : before === 'oldest first' && descents > 0;
	if (isContradiction || (descents > 0 && ascents > 0)) return 'unordered';
	if (descents + 1 >= minDates) return 'newest first';
	return ascents + 1 >= minDates ? 'oldest first' : before;
}

/** The requested limit, and the order in which the service is known to respond. */
export type ListRequest = {readonly limit: number; readonly order: DeploymentOrder};

const recordCount = ({deployments, unreadable}: DeploymentList): number => deployments.length + unreadable;

/** Whether a list holds every deployment: it is shorter than its limit, and its length is not the default that the service uses when it ignores the limit. */
export const isComplete = (list: DeploymentList, {limit}: Pick<ListRequest, 'limit'>): boolean =>
	recordCount(list) < limit && recordCount(list) !== defaultLimit;

/** Returns a predicate for deployments that are not in the list: whether the list proves that the service no longer lists them. It does if it is complete or extends past their position. */
export function provesAbsence(list: DeploymentList, request: ListRequest): (deployment: Deployment) => boolean {
	// The missing deployment may be among the unreadable records.
	if (list.unreadable > 0 || request.order === 'incomplete') return () => false;
	if (isComplete(list, request)) return () => true;
	const dates = list.deployments.flatMap(({createdAt}) => createdAt ?? []);
	const [oldest, newest] = [Math.min(...dates), Math.max(...dates)];
	return ({createdAt}) => {
		if (createdAt === undefined) return false;
		if (request.order === 'newest first') return oldest < createdAt;
		return request.order === 'oldest first' && newest > createdAt;
	};
}

/** Whether the service may have newer deployments than those in a list. */
export const mayLackNewest = (list: DeploymentList, request: ListRequest): boolean =>
	request.order === 'incomplete' || (request.order !== 'newest first' && !isComplete(list, request));
