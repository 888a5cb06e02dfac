import type {Deployment} from '../api/types.ts';
import {indexOfDeployment, noDeployments, type ProjectDeployments} from './deployment-list.ts';
import {deploymentExtent} from './extent.ts';
import {withEntry} from './immutable-map.ts';
import {deploymentKey} from './news.ts';
import {heldAt} from './position.ts';
import type {Screen, State} from './state.ts';

function heldScreen(screen: Screen, projectId: string, state: State): Screen {
	if (screen.name !== 'deployments' || screen.projectId !== projectId) return screen;
	const {id} = screen.position;
	const at = indexOfDeployment(state.deployments.get(projectId) ?? noDeployments, id);
	return {...screen, position: heldAt(screen.position, at, deploymentExtent(state, projectId))};
}

/** A deployment wherever it is known from, and when that was asked for. Undefined in `askedAt`: it is remembered from earlier. */
export function knownDeployment(
	{deployments, board}: Pick<State, 'deployments' | 'board'>,
	projectId: string,
	deploymentId: string,
): {readonly deployment: Deployment; readonly askedAt: number | undefined} | undefined {
	const {seen, older} = deployments.get(projectId) ?? noDeployments;
	const listed = seen.find(({deployment}) => deployment.id === deploymentId);
	const tracked = board.get(deploymentKey(projectId, deploymentId));
	if (listed && tracked) return tracked.askedAt > listed.askedAt ? tracked : listed;
	const remembered = older?.find(({deployment}) => deployment.id === deploymentId);
	return listed ?? tracked ?? (remembered && {deployment: remembered.deployment, askedAt: undefined});
}

/** The state with other deployments of a project: the picked one stays picked, on its line. */
export function withDeployments(state: State, projectId: string, known: ProjectDeployments): State {
	const changed = {...state, deployments: withEntry(state.deployments, projectId, known)};
	const screens = state.screens.map(screen => heldScreen(screen, projectId, changed));
	return {...changed, screens};
}
