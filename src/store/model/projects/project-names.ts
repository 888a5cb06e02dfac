import type {Project} from '../../../api/types.ts';
import {projectTitle} from '../../../project-title.ts';
import type {SafeText} from '../../../text.ts';
import {indexOfProject, type ProjectList, projectAt} from './project-list.ts';

type WithProjects = {
	readonly projects: {
		readonly opened: ReadonlyMap<string, {readonly project: Project}>;
		readonly list: ProjectList;
		readonly names: ReadonlyMap<string, SafeText>;
	};
};

/** Returns a project from its own screen or from the list. Undefined if neither has loaded it. */
export function knownProject({projects: {opened, list}}: WithProjects, projectId: string): Project | undefined {
	const openedProject = opened.get(projectId)?.project;
	if (openedProject) return openedProject;
	const index = indexOfProject(list, projectId);
	return index === undefined ? undefined : projectAt(list, index);
}

/** Returns the title of a project, from its current data or else its last known name. */
export const projectNameOf = (state: WithProjects, projectId: string): SafeText =>
	projectTitle(knownProject(state, projectId) ?? {id: projectId}, state.projects.names.get(projectId));
