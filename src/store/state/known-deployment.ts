import type {Deployment} from '../../api/types.ts';
import type {KnownDeployment} from '../model/deployments/deployment-records.ts';
import {deploymentIn} from '../model/deployments/deployment-table.ts';
import {newestOf} from '../model/deployments/newest-deployments.ts';
import {deploymentsWith, noDeployments, type ProjectDeployments} from '../model/deployments/project-deployments.ts';
import type {State} from './state.ts';

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

/** Returns the newest deployments of a project, newest first: those of its list if that was read, else those read for its row. */
export function recentDeployments(state: StateWithDeployments, projectId: string): readonly Deployment[] {
	const {records, list, newest} = deploymentsOf(state, projectId);
	return deploymentsWith(records, list.readAt === undefined ? (newest?.ids ?? []) : list.seen);
}
