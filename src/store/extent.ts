import {boardRows} from './board.ts';
import {noDeployments, rowAt, rowCount} from './deployment-list.ts';
import {deploymentRows, projectRows} from './layout.ts';
import type {Extent} from './position.ts';
import {projectRowsOf} from './project-rows.ts';
import type {State} from './state.ts';

/** The projects as they are shown, in their window. */
export function projectExtent(state: Pick<State, 'projects' | 'view' | 'ghost' | 'size'>): Extent {
	const {count, rowAt} = projectRowsOf(state);
	return {count, height: projectRows(state.size), idAt: index => rowAt(index)?.id};
}

/** What happened, in its window. */
export const activityExtent = ({activity, size}: Pick<State, 'activity' | 'size'>): Extent => ({
	count: activity.length,
	height: projectRows(size),
	idAt: index => activity[index]?.id,
});

/** The deployments of one project in their window. */
export function deploymentExtent({deployments, size}: Pick<State, 'deployments' | 'size'>, projectId: string): Extent {
	const known = deployments.get(projectId) ?? noDeployments;
	return {count: rowCount(known), height: deploymentRows(size), idAt: index => rowAt(known, index)?.deployment.id};
}

/** What stands on the board, in its window. */
export function boardExtent(state: State): Extent {
	const rows = boardRows(state);
	return {count: rows.length, height: projectRows(state.size), idAt: index => rows[index]?.id};
}
