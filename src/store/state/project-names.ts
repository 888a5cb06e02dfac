import type {Project} from '../../api/types.ts';
import {projectTitle} from '../../project-title.ts';
import type {SafeText} from '../../text.ts';
import {indexOfProject, projectAt} from '../model/projects/project-list.ts';
import type {State} from './state.ts';

/** Returns a project from its own screen or from the list. Undefined if neither has loaded it. */
export function knownProject({projects: {opened, list: projects}}: Pick<State, 'projects'>, projectId: string) {
	const openedProject: Project | undefined = opened.get(projectId)?.project;
	if (openedProject) return openedProject;
	const index = indexOfProject(projects, projectId);
	return index === undefined ? undefined : projectAt(projects, index);
}

/** Returns the title of a project, from its current data or else its last known name. */
export const projectNameOf = (state: Pick<State, 'projects'>, projectId: string): SafeText =>
	projectTitle(knownProject(state, projectId) ?? {id: projectId}, state.projects.names.get(projectId));
