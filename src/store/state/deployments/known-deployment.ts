import {type Deployment, isConcluded} from '../../../api/types.ts';
import type {ServiceTime} from '../../../clock.ts';
import {pastConclusion} from '../../../deployment-times.ts';
import {deploymentIn} from '../../model/deployments/deployment-table.ts';
import {
	type KnownDeployment,
	newestOf,
	noDeployments,
	type ProjectDeployments,
} from '../../model/deployments/project-deployments.ts';
import type {State} from '../state.ts';

type StateWithDeployments = Pick<State, 'deployments'>;

/** Returns what is known about the deployments of a project. The same object until an answer about them arrives. */
export const deploymentsOf = ({deployments: {table}}: StateWithDeployments, projectId: string): ProjectDeployments =>
	table.get(projectId) ?? noDeployments;

/** Returns what is known about a deployment, whichever read it came from. */
export const knownDeployment = (
	{deployments: {table}}: StateWithDeployments,
	projectId: string,
	deploymentId: string,
): KnownDeployment | undefined => deploymentIn(table, projectId, deploymentId);

/** Returns the newest deployment of a project. Undefined if it has none, or if its deployments were never read. */
export const newestDeployment = (state: StateWithDeployments, projectId: string): Deployment | undefined =>
	newestOf(deploymentsOf(state, projectId));

/** Returns the deployments of a project that were read and are not gone, newest first. The same array until one of them changes. */
export const recentDeployments = (state: StateWithDeployments, projectId: string): readonly Deployment[] =>
	deploymentsOf(state, projectId).recent;

/** Returns every known deployment that concluded between a moment and now. */
export function concludedSince(
	{deployments: {table}}: StateWithDeployments,
	since: ServiceTime,
	now: ServiceTime,
): readonly Deployment[] {
	const found: Deployment[] = [];
	for (const {rows} of table.values()) {
		for (const {deployment} of rows) {
			if (!isConcluded(deployment)) continue;
			const concludedAt = pastConclusion(deployment, now);
			if (concludedAt !== undefined && concludedAt > since) found.push(deployment);
		}
	}

	return found;
}
