import {type Deployment, type DeploymentList, isConcluded} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import {isSameList} from '../memo.ts';
import {newestFirst, newestIdFirst} from './deployment-records.ts';
import {holdsNewest, provesAbsence} from './list-evidence.ts';
import {isOutdated} from './newer-answer.ts';
import type {ProjectDeployments} from './project-deployments.ts';

/** How many of the newest deployments of a project are kept for its row. */
export const newestCount = 30;

/** Returns the newest deployment of a project. Undefined if it has none, or if that was never read. */
export const newestOf = (known: ProjectDeployments | undefined): Deployment | undefined =>
	known?.records.get(known.newest?.ids[0] ?? '')?.deployment;

/** Returns the part of a list, read for the row of a project, that is kept: the newest deployments, those in progress, and those that are known already. The others would come and go with each read. */
export function keptForRow({records}: ProjectDeployments, list: DeploymentList): DeploymentList {
	const sorted = list.deployments.map(deployment => ({deployment})).sort(newestFirst);
	const newest = new Set(sorted.slice(0, newestCount).map(({deployment}) => deployment));
	const isKept = (one: Deployment) => newest.has(one) || !isConcluded(one) || records.has(one.id);
	return {...list, deployments: list.deployments.filter(isKept)};
}

/** Stores which of a project's deployments are the newest, after a list was read and its records were merged. Those that the list lacks stay unless it proves that they are gone. Returns the same object if a later list is known. */
export function newestListed(known: ProjectDeployments, list: DeploymentList, askedAt: LocalTime): ProjectDeployments {
	const {newest, records, isUnreliable} = known;
	if (isOutdated(askedAt, newest?.askedAt)) return known;
	const isProvenAbsent = isUnreliable ? () => false : provesAbsence(list);
	const listed = list.deployments.map(({id}) => id);
	const unlisted = (newest?.ids ?? []).filter(id => !listed.includes(id));
	const gone = unlisted.filter(id => {
		const record = records.get(id);
		return !record || isProvenAbsent(record.deployment);
	});
	const ids = new Set([...listed, ...unlisted.filter(id => !gone.includes(id))]);
	const newestIds = [...ids].sort(newestIdFirst(records)).slice(0, newestCount);
	const before = newest?.ids ?? newestIds;
	const goneIds = gone.length > 0 ? [...gone, ...(newest?.goneIds ?? [])].slice(0, newestCount) : newest?.goneIds;
	return {
		...known,
		newest: {
			askedAt,
			isPartial: isUnreliable || !holdsNewest(list),
			ids: isSameList(before, newestIds) ? before : newestIds,
			...(goneIds && {goneIds}),
		},
	};
}

/** Stores that a deployment is the newest of its project, after it was read individually and its record was merged. Returns the same object if it is not. */
export function newestArrived(known: ProjectDeployments, id: string, askedAt: LocalTime): ProjectDeployments {
	const {newest} = known;
	if (!newest || isOutdated(askedAt, newest.askedAt)) return known;
	const [first] = newest.ids;
	if (first !== undefined && first !== id && newestIdFirst(known.records)(first, id) < 0) return known;
	const ids = first === id ? newest.ids : [id, ...newest.ids.filter(other => other !== id)].slice(0, newestCount);
	return {...known, newest: {...newest, ids, askedAt}};
}
