import type {Deployment, Project} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import {isSameList} from '../memo.ts';
import {newestIdFirst} from './deployment-records.ts';
import {isOutdated} from './newer-answer.ts';
import type {NewestDeployments, ProjectDeployments} from './project-deployments.ts';

/** How many of the newest deployments of a project are requested for its row, and kept. */
export const newestCount = 30;

export const hintOf = (project: Project | undefined): string =>
	`${project?.updatedAt ?? ''} ${project?.latestUploadVersion ?? ''}`;

/** Returns the newest deployment of a project. Undefined if it has none, or if that was never read. */
export const newestOf = (known: ProjectDeployments | undefined): Deployment | undefined =>
	known?.records.get(known.newest?.ids[0] ?? '')?.deployment;

/** Stores which of a project's deployments are the newest, after a list was read and its records were merged. Returns the same object if a later list is known. */
export function newestListed(
	known: ProjectDeployments,
	deployments: readonly Deployment[],
	read: Omit<NewestDeployments, 'ids'>,
): ProjectDeployments {
	if (isOutdated(read.askedAt, known.newest?.askedAt)) return known;
	const ids = new Set(deployments.map(({id}) => id));
	const newestIds = [...ids].sort(newestIdFirst(known.records)).slice(0, newestCount);
	const before = known.newest?.ids ?? newestIds;
	return {...known, newest: {...read, ids: isSameList(before, newestIds) ? before : newestIds}};
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
