import type {Project} from '../../api/types.ts';
import {projectTitle} from '../../project-title.ts';
import type {SafeText} from '../../text.ts';
import {indexOfProject, projectAt} from '../model/projects/project-list.ts';
import type {State} from './state.ts';

/** A project wherever it is known from: its own screen, or the list. */
export function knownProject({projects: {opened, list: projects}}: Pick<State, 'projects'>, projectId: string) {
	const own: Project | undefined = opened.get(projectId)?.project;
	if (own) return own;
	const index = indexOfProject(projects, projectId);
	return index === undefined ? undefined : projectAt(projects, index);
}

/** What a project is called by what is known of it now, or was known earlier. */
export const projectNameOf = (state: Pick<State, 'projects'>, projectId: string): SafeText =>
	projectTitle(knownProject(state, projectId) ?? {id: projectId}, state.projects.names.get(projectId));
