import {type Deployment, type DeploymentList, isConcluded} from '../../../api/types.ts';
import {type LocalTime, toLocalTime} from '../../../clock.ts';
import type {Observation} from '../../../journal/journal-records.ts';
import {isSameList} from '../memo.ts';
import {type DeploymentOrder, isComplete, type ListRequest, listLimit, provesAbsence} from './deployment-order.ts';
import {type Arrival, newestIdFirst, withAnswer, withRecalledRecords} from './deployment-records.ts';
import {isOutdated} from './newer-answer.ts';
import {
	type ListedDeployments,
	type ProjectDeployments,
	type RememberedDeployment,
	withRecords,
} from './project-deployments.ts';

/** How many of the newest deployments are requested between two full reads. */
const shortLimit = 30;

/** The interval between full reads. */
const fullReadIntervalMs = 60_000;

/** Returns how many deployments to request. A short list is enough only if the service sends the newest first, and it must reach every deployment in progress. */
export function requestLimit(
	{records, list: {ids, fullReadAt}}: ProjectDeployments,
	order: DeploymentOrder,
	at: LocalTime,
): number {
	if (order !== 'newest first' || fullReadAt === undefined || at - fullReadAt >= fullReadIntervalMs) return listLimit;
	const lastRunning = ids.findLastIndex(id => {
		const known = records.get(id);
		return known && !isConcluded(known.deployment);
	});
	return Math.min(listLimit, Math.max(shortLimit, lastRunning + 1 + shortLimit / 2));
}

/** The most earlier deployments that are remembered per project. */
export const maxRemembered = 2000;

/** Replaces the ids of the list, which stay the same array if they are the same. Sorts them, and removes those that are listed from the remembered ones. */
function withList(known: ProjectDeployments, changes: Partial<ListedDeployments>): ProjectDeployments {
	const list = {...known.list, ...changes};
	const compare = newestIdFirst(known.records);
	const listed = new Set(list.ids);
	const remembered = list.remembered?.filter(({id}) => !listed.has(id)).sort((a, b) => compare(a.id, b.id));
	const sorted = list.ids.toSorted(compare);
	const ids = isSameList(known.list.ids, sorted) ? known.list.ids : sorted;
	return {...known, list: {...list, ids, remembered: remembered?.slice(0, maxRemembered)}};
}

/**
Merges a list that was read for this project.

A known deployment that the list lacks stays listed if it was reported after the list was requested, because it may have started in between. So does one that is too old for a short list to reach.
*/
export function deploymentsArrived(
	known: ProjectDeployments,
	list: DeploymentList,
	{limit, order, ...arrival}: Arrival & ListRequest,
): ProjectDeployments {
	const {askedAt, skewMs} = arrival;
	const after = withRecords(known, withAnswer(known.records, list.deployments, arrival));
	const {records} = known;
	const before = known.list;
	if (isOutdated(askedAt, before.readAt)) return after;
	const isFullRead = limit >= listLimit || isComplete(list, {limit});
	const isProvenAbsent = provesAbsence(list, {limit, order});
	const listed = new Set(list.deployments.map(({id}) => id));
	const dropped: RememberedDeployment[] = [];
	for (const id of before.ids) {
		const record = records.get(id);
		if (!record || listed.has(id)) continue;
		const isNewer = record.arrivedAt !== undefined && record.arrivedAt >= askedAt;
		const isGone = isProvenAbsent(record.deployment);
		if (isNewer || !(isFullRead || isGone)) listed.add(id);
		else dropped.push({id, isGone});
	}

	const remembered = before.remembered?.map(one => {
		if (order === 'incomplete') return {...one, isGone: false};
		const record = records.get(one.id);
		if (one.isGone || !record || !isProvenAbsent(record.deployment)) return one;
		const wasBefore = (record.arrivedAt ?? toLocalTime(record.seenAt, skewMs)) < askedAt;
		return wasBefore ? {...one, isGone: true} : one;
	});
	return withList(after, {
		ids: [...listed],
		readAt: askedAt,
		remembered: dropped.length === 0 ? remembered : [...dropped, ...(remembered ?? [])],
		...(isFullRead && {
			fullReadAt: askedAt,
			isTruncated: !isComplete(list, {limit}),
			unreadable: list.unreadable,
			flaw: list.flaw,
		}),
	});
}

/** Whether a list contains a deployment that an earlier list proved gone. */
export function contradictsGone(
	{list: {remembered, readAt}, newest}: ProjectDeployments,
	{deployments}: DeploymentList,
	askedAt: LocalTime,
): boolean {
	const goneRows = isOutdated(askedAt, readAt) ? undefined : remembered?.flatMap(({id, isGone}) => (isGone ? id : []));
	const gone = new Set([...(goneRows ?? []), ...(isOutdated(askedAt, newest?.askedAt) ? [] : (newest?.goneIds ?? []))]);
	return deployments.some(({id}) => gone.has(id));
}

/** Merges deployments from a list that was read for another purpose. Says nothing about deployments that it lacks. */
export function deploymentsListed(
	known: ProjectDeployments,
	{deployments}: DeploymentList,
	arrival: Arrival,
): ProjectDeployments {
	const after = withRecords(known, withAnswer(known.records, deployments, arrival));
	const {ids, readAt} = known.list;
	if (deployments.length === 0 || readAt === undefined || isOutdated(arrival.askedAt, readAt)) return after;
	const listed = new Set(ids);
	for (const {id} of deployments) listed.add(id);
	return listed.size === ids.length ? after : withList(after, {ids: [...listed]});
}

/** Merges one deployment that was read individually or just triggered, without listing it. */
export const deploymentRead = (
	known: ProjectDeployments,
	deployment: Deployment,
	arrival: Arrival,
): ProjectDeployments => withRecords(known, withAnswer(known.records, [deployment], arrival));

/** Merges and lists one deployment that was read individually or just triggered. One that was no longer listed stays so: being readable does not mean being listed. */
export function deploymentArrived(
	known: ProjectDeployments,
	deployment: Deployment,
	arrival: Arrival,
): ProjectDeployments {
	const after = deploymentRead(known, deployment, arrival);
	const {ids, remembered} = known.list;
	const isKnown = ids.includes(deployment.id) || remembered?.some(({id}) => id === deployment.id);
	return isKnown ? after : withList(after, {ids: [...ids, deployment.id]});
}

/** Merges observations from earlier runs. */
export function deploymentsRecalled(
	known: ProjectDeployments,
	observations: readonly Observation[],
): ProjectDeployments {
	const recalled = observations.map(({deployment}) => ({id: deployment.id, isGone: false}));
	const remembered = new Map([...recalled, ...(known.list.remembered ?? [])].map(one => [one.id, one]));
	return withList(withRecords(known, withRecalledRecords(known.records, observations)), {
		remembered: [...remembered.values()],
	});
}
