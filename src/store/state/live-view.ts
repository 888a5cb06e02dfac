import type {Project} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import {maxRemembered} from '../model/deployments/deployment-list.ts';
import {withProjectDeployments} from '../model/deployments/deployment-table.ts';
import type {ProjectDeployments} from '../model/deployments/project-deployments.ts';
import {heldAt} from '../model/position.ts';
import {deploymentsOf, recentDeployments} from './deployments/known-deployment.ts';
import type {Screen} from './interface/screen.ts';
import {deploymentBounds} from './list-bounds.ts';
import type {State} from './state.ts';
import {withInterface} from './state.ts';

/** Returns the ids of new deployments. Excludes those that may just have been beyond the end of earlier lists. */
function arrivals(
	state: State,
	projectId: string,
	{records, list: {ids}, isUnreliable}: ProjectDeployments,
): readonly string[] {
	const {records: recordsBefore, list: before} = deploymentsOf(state, projectId);
	// The first list contains only deployments that existed before.
	if (before.readAt === undefined || isUnreliable) return [];
	// At the limit of remembered ones some have been dropped, and a dropped deployment looks like a new one.
	if ((before.remembered?.length ?? 0) >= maxRemembered) return [];
	const oldestCreatedAt = recordsBefore.get(before.ids.at(-1) ?? '')?.deployment.createdAt ?? Number.POSITIVE_INFINITY;
	const isInReach = (id: string) => {
		const createdAt = records.get(id)?.deployment.createdAt;
		return !before.isTruncated || (before.isNewestFirst && createdAt !== undefined && createdAt > oldestCreatedAt);
	};
	return ids.filter(id => !recordsBefore.has(id) && isInReach(id));
}

/** Stores what is known about the deployments of a project. The selected one stays selected, on its screen line. */
export function withDeployments(state: State, projectId: string, known: ProjectDeployments): State {
	const table = withProjectDeployments(state.deployments.table, projectId, known, state.deployments.board);
	const changed: State = {...state, deployments: {...state.deployments, table}};
	const isLiveView = (screen: Screen): screen is Extract<Screen, {name: 'deployments'}> =>
		screen.name === 'deployments' && screen.projectId === projectId;
	if (!state.interface.screens.some(isLiveView)) return changed;
	const arrived = arrivals(state, projectId, known);
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
