import type {Deployment} from '../api/types.ts';
import type {LocalTime} from '../clock.ts';
import {mostRemembered, noDeployments, type ProjectDeployments, type SeenDeployment} from './deployment-list.ts';
import {indexOfDeployment} from './deployment-rows.ts';
import {deploymentExtent} from './extent.ts';
import {withEntry} from './immutable-map.ts';
import {deploymentKey} from './news.ts';
import {heldAt} from './position.ts';
import type {Screen, State} from './state.ts';

function heldScreen(screen: Screen, projectId: string, state: State, arrived: readonly string[]): Screen {
	if (screen.name !== 'deployments' || screen.projectId !== projectId) return screen;
	const {id} = screen.position;
	const at = indexOfDeployment(state.deployments.get(projectId) ?? noDeployments, id);
	return {...screen, position: heldAt(screen.position, at, deploymentExtent(state, projectId), arrived)};
}

/** A deployment wherever it is known from, and when that was asked for. Undefined in `askedAt`: it is known from an earlier run. */
export function knownDeployment(
	{deployments, board}: Pick<State, 'deployments' | 'board'>,
	projectId: string,
	deploymentId: string,
): {readonly deployment: Deployment; readonly askedAt: LocalTime | undefined} | undefined {
	const {seen, older} = deployments.get(projectId) ?? noDeployments;
	const listed = seen.find(({deployment}) => deployment.id === deploymentId);
	const tracked = board.get(deploymentKey(projectId, deploymentId));
	if (listed && tracked) return tracked.askedAt > listed.askedAt ? tracked : listed;
	const remembered = older?.find(({deployment}) => deployment.id === deploymentId);
	return listed ?? tracked ?? remembered;
}

/** Whether a deployment was ever seen, as far as that is known. */
export function wasSeen(state: State, projectId: string, id: string): boolean {
	const {seen, older = []} = state.deployments.get(projectId) ?? noDeployments;
	const isIt = ({deployment}: {readonly deployment: Pick<Deployment, 'id'>}) => deployment.id === id;
	if (seen.some(isIt) || older.some(isIt)) return true;
	return state.board.has(deploymentKey(projectId, id)) || state.latest.get(projectId)?.deployment?.id === id;
}

/** The deployments of a project that are seen for the first time, but for those that may only have been left out of the lists before. */
function arrivals(state: State, projectId: string, {seen}: ProjectDeployments): readonly string[] {
	const before = state.deployments.get(projectId) ?? noDeployments;
	const older = before.older ?? [];
	// One that was forgotten looks like one that was never seen.
	if (older.length >= mostRemembered) return [];
	const known = new Set([...before.seen, ...older].map(({deployment}) => deployment.id));
	const unseen = seen.filter(({deployment: {id}}) => !known.has(id) && !wasSeen(state, projectId, id));
	const reachedTo = before.seen.at(-1)?.deployment.createdAt ?? Number.POSITIVE_INFINITY;
	const isInReach = ({deployment: {createdAt}}: SeenDeployment) =>
		!before.isFull || (state.deploymentOrder === 'newest first' && createdAt !== undefined && createdAt > reachedTo);
	return unseen.filter(isInReach).map(({deployment: {id}}) => id);
}

/** The state with other deployments of a project: the picked one stays picked, on its line. */
export function withDeployments(state: State, projectId: string, known: ProjectDeployments): State {
	const changed = {...state, deployments: withEntry(state.deployments, projectId, known)};
	// The first list brings what was there already.
	const isFirst = state.deployments.get(projectId)?.readAt === undefined;
	const arrived = isFirst ? [] : arrivals(state, projectId, known);
	const screens = state.screens.map(screen => heldScreen(screen, projectId, changed, arrived));
	return {...changed, screens};
}
