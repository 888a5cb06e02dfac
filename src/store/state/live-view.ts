import {
	maxRemembered,
	noDeployments,
	type ProjectDeployments,
	type SeenDeployment,
} from '../model/deployments/deployment-list.ts';
import {indexOfDeployment} from '../model/deployments/deployment-rows.ts';
import {withEntry} from '../model/immutable-map.ts';
import {heldAt} from '../model/position.ts';
import {knownDeployments} from './known-deployment.ts';
import {deploymentBounds} from './list-bounds.ts';
import type {Screen} from './screen.ts';
import type {State} from './state.ts';
import {withInterface} from './state.ts';

function heldScreen(screen: Screen, projectId: string, state: State, arrived: readonly string[]): Screen {
	if (screen.name !== 'deployments' || screen.projectId !== projectId) return screen;
	const {id} = screen.position;
	const at = indexOfDeployment(state.deployments.byProject.get(projectId) ?? noDeployments, id);
	return {...screen, position: heldAt(screen.position, at, deploymentBounds(state, projectId), arrived)};
}

/** The deployments of a project that are seen for the first time, but for those that may only have been left out of the lists before. */
function arrivals(state: State, projectId: string, {seen}: ProjectDeployments): readonly string[] {
	const before = state.deployments.byProject.get(projectId) ?? noDeployments;
	const older = before.older ?? [];
	// One that was forgotten looks like one that was never seen.
	if (older.length >= maxRemembered) return [];
	const known = knownDeployments(state, projectId);
	const unseen = seen.filter(({deployment: {id}}) => known(id) === undefined);
	const reachedTo = before.seen.at(-1)?.deployment.createdAt ?? Number.POSITIVE_INFINITY;
	const isInReach = ({deployment: {createdAt}}: SeenDeployment) =>
		!before.isFull || (state.deployments.order === 'newest first' && createdAt !== undefined && createdAt > reachedTo);
	return unseen.filter(isInReach).map(({deployment: {id}}) => id);
}

/** The state with other deployments of a project: the picked one stays picked, on its line. */
export function withDeployments(state: State, projectId: string, known: ProjectDeployments): State {
	const changed = {
		...state,
		deployments: {...state.deployments, byProject: withEntry(state.deployments.byProject, projectId, known)},
	};
	// The first list brings what was there already.
	const isFirst = state.deployments.byProject.get(projectId)?.readAt === undefined;
	const arrived = isFirst ? [] : arrivals(state, projectId, known);
	const screens = state.interface.screens.map(screen => heldScreen(screen, projectId, changed, arrived));
	return withInterface(changed, {screens});
}
