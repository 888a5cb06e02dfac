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

/** Keeps the selected row of a live view of this project selected. Returns any other screen unchanged. */
function heldScreen(screen: Screen, projectId: string, state: State, arrived: readonly string[]): Screen {
	if (screen.name !== 'deployments' || screen.projectId !== projectId) return screen;
	const {id} = screen.position;
	const at = indexOfDeployment(state.deployments.byProject.get(projectId) ?? noDeployments, id);
	return {...screen, position: heldAt(screen.position, at, deploymentBounds(state, projectId), arrived)};
}

/** Returns the ids of new deployments. Excludes those that may just have been beyond the end of earlier lists. */
function arrivals(state: State, projectId: string, {seen}: ProjectDeployments): readonly string[] {
	const before = state.deployments.byProject.get(projectId) ?? noDeployments;
	const older = before.older ?? [];
	// At the limit some have been dropped, and a dropped deployment looks like a new one.
	if (older.length >= maxRemembered) return [];
	const known = knownDeployments(state, projectId);
	const unseen = seen.filter(({deployment: {id}}) => known(id) === undefined);
	const oldestCreatedAt = before.seen.at(-1)?.deployment.createdAt ?? Number.POSITIVE_INFINITY;
	const isInReach = ({deployment: {createdAt}}: SeenDeployment) =>
		!before.isFull ||
		(state.deployments.order === 'newest first' && createdAt !== undefined && createdAt > oldestCreatedAt);
	return unseen.filter(isInReach).map(({deployment: {id}}) => id);
}

/** Replaces the deployments of a project. The selected one stays selected, on its screen line. */
export function withDeployments(state: State, projectId: string, known: ProjectDeployments): State {
	const changed = {
		...state,
		deployments: {...state.deployments, byProject: withEntry(state.deployments.byProject, projectId, known)},
	};
	// The first list contains only deployments that existed before.
	const isFirst = state.deployments.byProject.get(projectId)?.readAt === undefined;
	const arrived = isFirst ? [] : arrivals(state, projectId, known);
	const screens = state.interface.screens.map(screen => heldScreen(screen, projectId, changed, arrived));
	return withInterface(changed, {screens});
}
