import {type Deployment, isConcluded} from '../../../api/types.ts';
import type {ServiceTime} from '../../../clock.ts';
import {pastConclusion} from '../../../deployment-times.ts';
import {contentOf, type KnownDeployment, newestIdFirst} from '../../model/deployments/deployment-records.ts';
import {deploymentIn} from '../../model/deployments/deployment-table.ts';
import {newestOf} from '../../model/deployments/newest-deployments.ts';
import {deploymentsWith, noDeployments, type ProjectDeployments} from '../../model/deployments/project-deployments.ts';
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

/** Returns the newest deployment of a project. Undefined if it has none, or if that was never read: then `deploymentsOf(…).newest` is undefined too. */
export const newestDeployment = (state: StateWithDeployments, projectId: string): Deployment | undefined =>
	newestOf(deploymentsOf(state, projectId));

/** Returns the newest deployments of a project, newest first: those of its list and those read for its row. The same array until an answer says something new about them. */
export function recentDeployments(
	state: Pick<State, 'deployments' | 'memo'>,
	projectId: string,
): readonly Deployment[] {
	const {records, list, newest} = deploymentsOf(state, projectId);
	return state.memo.kept('recent deployments', contentOf(records), [list.ids, newest?.ids], () => {
		const ids = new Set([...list.ids, ...(newest?.ids ?? [])]);
		return deploymentsWith(records, [...ids].sort(newestIdFirst(records)));
	});
}

/** Returns every known deployment that concluded between a moment and now. */
export function concludedSince(
	{deployments: {table}}: StateWithDeployments,
	since: ServiceTime,
	now: ServiceTime,
): readonly Deployment[] {
	const found: Deployment[] = [];
	for (const {records} of table.values()) {
		for (const {deployment} of records.values()) {
			if (!isConcluded(deployment)) continue;
			const concludedAt = pastConclusion(deployment, now);
			if (concludedAt !== undefined && concludedAt > since) found.push(deployment);
		}
	}

	return found;
}
