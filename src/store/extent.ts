import {noDeployments} from './deployment-list.ts';
import {deploymentRows, projectRows} from './layout.ts';
import type {Extent} from './position.ts';
import {countOf, projectAt} from './project-list.ts';
import type {State} from './state.ts';

/** The list of projects, as far as it was read, in its window. */
export const projectExtent = ({projects, size}: Pick<State, 'projects' | 'size'>): Extent => ({
	count: countOf(projects),
	height: projectRows(size),
	idAt: index => projectAt(projects, index)?.id,
});

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
