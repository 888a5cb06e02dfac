import type {Project} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import {withProjectDeployments} from '../model/deployments/deployment-table.ts';
import {isCovered} from '../model/deployments/list-evidence.ts';
import type {ProjectDeployments} from '../model/deployments/project-deployments.ts';
import {heldAt} from '../model/position.ts';
import {deploymentsOf, recentDeployments} from './known-deployment.ts';
import {deploymentBounds} from './lists.ts';
import type {Screen} from './screen.ts';
import type {State} from './state.ts';
import {withInterface} from './state.ts';

/** Returns the ids of new deployments. Excludes those that may just have been beyond the end of earlier lists. */
function arrivals(before: ProjectDeployments, after: ProjectDeployments): readonly string[] {
	// The first list contains only deployments that existed before.
	if (before.askedAt === undefined || after.isUnreliable) return [];
	return after.rows.flatMap(({deployment, standing}) => {
		const isNew = standing === 'listed' && !before.byId.has(deployment.id);
		return isNew && isCovered(before.completeSince, deployment) ? deployment.id : [];
	});
}

/** Returns a predicate for the projects whose deployments all stay: those that are open, watched or on the board. */
function pinnedIn({interface: {screens}, deployments: {board}, presence: {watches}}: State) {
	let pinned: ReadonlySet<string> | undefined;
	return (projectId: string): boolean => {
		pinned ??= new Set([
			...screens.flatMap(screen => ('projectId' in screen ? screen.projectId : [])),
			...[...watches.values(), ...board.values()].map(followed => followed.projectId),
		]);
		return pinned.has(projectId);
	};
}

/** Stores what is known about the deployments of a project. The selected one stays selected, on its screen line. */
export function withDeployments(state: State, projectId: string, known: ProjectDeployments): State {
	const table = withProjectDeployments(state.deployments.table, projectId, known, pinnedIn(state));
	const changed: State = {...state, deployments: {...state.deployments, table}};
	const isLiveView = (screen: Screen): screen is Extract<Screen, {name: 'deployments'}> =>
		screen.name === 'deployments' && screen.projectId === projectId;
	if (!state.interface.screens.some(isLiveView)) return changed;
	const arrived = arrivals(deploymentsOf(state, projectId), known);
	const held = (screen: Screen): Screen => {
		if (!isLiveView(screen)) return screen;
		const bounds = deploymentBounds(changed, projectId);
		const {id} = screen.position;
		return {
			...screen,
			position: heldAt(screen.position, id === undefined ? undefined : bounds.indexOf(id), bounds, arrived),
		};
	};
	return withInterface(changed, {screens: state.interface.screens.map(held)});
}

/** Selects the deployment that a live view opens on, if any, once it arrives: the list may not be read yet, and the journal may remember only others. */
export function withDeploymentPending(
	state: State,
	opened: {readonly project: Project; readonly deploymentId?: string | undefined; readonly at: LocalTime},
): State {
	const {project, deploymentId, at} = opened;
	if (deploymentId === undefined) return state;
	const line = recentDeployments(state, project.id).findIndex(({id}) => id === deploymentId);
	const row = {id: deploymentId, line: Math.max(0, line)};
	return withInterface(state, {
		pendingSelection: {project: state.interface.pendingSelection?.project, row, until: at},
	});
}
