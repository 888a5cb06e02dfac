import type {Deployment, DeploymentList} from '../../../api/types.ts';
import {type LocalTime, toLocalTime} from '../../../clock.ts';
import type {Observation} from '../../../journal/observations.ts';
import {isSameList} from '../memo.ts';
import {type Arrival, newestIdFirst, withAnswer, withRecalledRecords} from './deployment-records.ts';
import {isComplete, isNewestFirst, provesAbsence} from './list-evidence.ts';
import {isOutdated} from './newer-answer.ts';
import {
	type ListedDeployments,
	type ProjectDeployments,
	type RememberedDeployment,
	withRecords,
} from './project-deployments.ts';

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

/** Merges a list that was read for this project. A known deployment that the list lacks stays listed if it was reported after the list was requested, because it may have started in between. */
export function deploymentsArrived(
	known: ProjectDeployments,
	list: DeploymentList,
	arrival: Arrival,
): ProjectDeployments {
	const {askedAt, skewMs} = arrival;
	const after = withRecords(known, withAnswer(known.records, list.deployments, arrival));
	const {records, list: before, isUnreliable} = known;
	if (isOutdated(askedAt, before.readAt)) return after;
	const isProvenAbsent = isUnreliable ? () => false : provesAbsence(list);
	const listed = new Set(list.deployments.map(({id}) => id));
	const dropped: RememberedDeployment[] = [];
	for (const id of before.ids) {
		const record = records.get(id);
		if (!record || listed.has(id)) continue;
		if (record.arrivedAt !== undefined && record.arrivedAt >= askedAt) listed.add(id);
		else dropped.push({id, isGone: isProvenAbsent(record.deployment)});
	}

	const remembered = before.remembered?.map(one => {
		const record = records.get(one.id);
		if (one.isGone || !record || !isProvenAbsent(record.deployment)) return one;
		const wasBefore = (record.arrivedAt ?? toLocalTime(record.seenAt, skewMs)) < askedAt;
		return wasBefore ? {...one, isGone: true} : one;
	});
	return withList(after, {
		ids: [...listed],
		readAt: askedAt,
		isTruncated: !isComplete(list),
		isNewestFirst: isNewestFirst(list),
		unreadable: list.unreadable,
		flaw: list.flaw,
		remembered: dropped.length === 0 ? remembered : [...dropped, ...(remembered ?? [])],
	});
}

/** Whether a list contains a deployment that an earlier list proved gone. */
function contradictsGone(
	{list: {remembered, readAt}, newest}: ProjectDeployments,
	{deployments}: DeploymentList,
	askedAt: LocalTime,
): boolean {
	const goneRows = isOutdated(askedAt, readAt) ? undefined : remembered?.flatMap(({id, isGone}) => (isGone ? id : []));
	const gone = new Set([...(goneRows ?? []), ...(isOutdated(askedAt, newest?.askedAt) ? [] : (newest?.goneIds ?? []))]);
	return deployments.some(({id}) => gone.has(id));
}

/** Returns what is known before a list is merged. If the list contradicts it, none of the deployments counts as gone any more. */
export function contradictedBy(
	known: ProjectDeployments,
	list: DeploymentList,
	askedAt: LocalTime,
): ProjectDeployments {
	if (known.isUnreliable || !contradictsGone(known, list, askedAt)) return known;
	const remembered = known.list.remembered?.map(one => ({...one, isGone: false}));
	return {...known, isUnreliable: true, list: remembered ? {...known.list, remembered} : known.list};
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
