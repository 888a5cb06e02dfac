import {deployedVersions, driftOf} from '../../../deployed-versions.ts';
import {newestCount} from '../../model/deployments/newest-deployments.ts';
import type {ProjectDeployments} from '../../model/deployments/project-deployments.ts';
import type {DriftOf} from '../../model/projects/sorting.ts';
import type {State} from '../state.ts';
import {recentDeployments} from './known-deployment.ts';

/** Whether any deployments of a project were read, even if there are none. */
export const hasReadDeployments = ({newest, list}: ProjectDeployments): boolean =>
	newest !== undefined || list.readAt !== undefined;

/** Whether all deployments of a project are known to have been read. */
export function hasReadAllDeployments({newest, list}: ProjectDeployments): boolean {
	if (list.readAt !== undefined) return !list.isFull;
	if (newest === undefined || newest.isPartial) return false;
	// One alone may be the only one that was kept.
	return newest.ids.length !== 1 && newest.ids.length < newestCount;
}

/** Returns a function from a project to how many upload versions it is behind. */
export const driftIn =
	(state: Pick<State, 'deployments' | 'interface'>): DriftOf =>
	project => {
		const deployments = recentDeployments(state, project.id);
		return deployments.length === 0 ? undefined : driftOf(deployedVersions(project, deployments, state.interface.pins));
	};
