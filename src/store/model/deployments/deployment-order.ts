import type {Deployment, DeploymentList} from '../../../api/types.ts';

/** In which order the service sends deployments. Nothing is documented, so it is learnt; a service that was seen to contradict itself is unordered for good. */
export type DeploymentOrder = 'unknown' | 'newest first' | 'oldest first' | 'unordered';

/** The most that the service gives in one list, and the list of deployments has no second page. */
export const listLimit = 100;

/** What the service gives where no limit is asked for, or where it ignores one. */
const defaultLimit = 50;

/** So many different dates stand in order by chance once in 3.6 million. */
const sureDates = 10;

/** What is known of the order after one more list. Missing and equal dates say nothing. */
export function orderAfter(
	before: DeploymentOrder,
	{deployments}: Pick<DeploymentList, 'deployments'>,
): DeploymentOrder {
	if (before === 'unordered') return before;
	const dates = deployments.flatMap(({createdAt}) => createdAt ?? []);
	let [falls, rises] = [0, 0];
	for (const [index, date] of dates.entries()) {
		const previous = dates[index - 1] ?? date;
		if (date < previous) falls++;
		if (date > previous) rises++;
	}

	const isContradiction = before === 'newest first' ? rises > 0 : before === 'oldest first' && falls > 0;
	if (isContradiction || (falls > 0 && rises > 0)) return 'unordered';
	if (falls + 1 >= sureDates) return 'newest first';
	return rises + 1 >= sureDates ? 'oldest first' : before;
}

/** How many were asked for, and what is known of the order in which they came. */
export type ListRequest = {readonly limit: number; readonly order: DeploymentOrder};

const lengthOf = ({deployments, unreadable}: DeploymentList): number => deployments.length + unreadable;

/** Whether a list holds all that there are: it is shorter than was asked for, and not as long as one for which the limit was ignored. */
export const isComplete = (list: DeploymentList, {limit}: Pick<ListRequest, 'limit'>): boolean =>
	lengthOf(list) < limit && lengthOf(list) !== defaultLimit;

/** Gives whether a list proves that the service does not list a deployment that is not in it: the list is complete, or goes on beyond the place where it would stand. */
export function provesAbsence(list: DeploymentList, asked: ListRequest): (deployment: Deployment) => boolean {
	// It may be one of those that could not be read.
	if (list.unreadable > 0) return () => false;
	if (isComplete(list, asked)) return () => true;
	const dates = list.deployments.flatMap(({createdAt}) => createdAt ?? []);
	const [oldest, newest] = [Math.min(...dates), Math.max(...dates)];
	return ({createdAt}) => {
		if (createdAt === undefined) return false;
		if (asked.order === 'newest first') return oldest < createdAt;
		return asked.order === 'oldest first' && newest > createdAt;
	};
}

/** Whether there may be newer deployments than those of a list. */
export const mayLackNewest = (list: DeploymentList, asked: ListRequest): boolean =>
	asked.order !== 'newest first' && !isComplete(list, asked);
