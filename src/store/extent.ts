import {noDeployments} from './deployment-list.ts';
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
	const {seen} = deployments[projectId] ?? noDeployments;
	return {count: seen.length, height: deploymentRows(size), idAt: index => seen[index]?.deployment.id};
}
