import type {Project} from '../api/types.ts';
import {type SafeText, safe} from '../text.ts';
import {indexOfProject, projectAt} from './project-list.ts';
import type {State} from './state.ts';

/** A project wherever it is known from: its own screen, or the list. */
export function knownProject({opened, projects}: Pick<State, 'opened' | 'projects'>, projectId: string) {
	const own: Project | undefined = opened.get(projectId)?.project;
	if (own) return own;
	const index = indexOfProject(projects, projectId);
	return index === undefined ? undefined : projectAt(projects, index);
}

/** What a project is called; its id where nothing better is known. */
export function projectNameOf(state: Pick<State, 'opened' | 'projects' | 'names'>, projectId: string): SafeText {
	const known = knownProject(state, projectId);
	const name = [known?.name?.shown, known?.slug?.shown].find(text => text !== undefined && text.trim() !== '');
	return name ?? state.names.get(projectId) ?? safe(projectId);
}
