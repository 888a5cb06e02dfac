import type {Client} from './client.ts';
import {ApiError, orError} from './errors.ts';
import {eachProjectPage} from './project-pages.ts';
import type {Project} from './types.ts';

/** How many pages of the list are read to look for a project. */
export const maxPages = 40;

type Reads = Pick<Client, 'readProject' | 'listProjects'>;

/** Reads the list of projects. `isWhole`: whether no project can be missing in what was read. */
export async function readAllProjects(client: Reads, signal: AbortSignal) {
	const projects = new Map<string, Project>();
	let isWhole = true;
	for await (const {page, isStopped} of eachProjectPage(query => client.listProjects(query, signal), {maxPages})) {
		for (const project of page.projects) projects.set(project.id, project);
		isWhole &&= page.unreadable === 0 && !isStopped;
	}

	return {projects: [...projects.values()], isWhole};
}

/** Whether the service no longer has a project: its record is missing, and so is its row in the whole list, because a gateway answers 404 as well. Undefined if the list could not be read whole. */
export async function isProjectGone(
	client: Reads,
	projectId: string,
	signal: AbortSignal,
): Promise<boolean | undefined> {
	const record = await orError(client.readProject(projectId, signal));
	if (!(record instanceof ApiError)) return false;
	if (record.kind !== 'missing') throw record;
	const {projects, isWhole} = await readAllProjects(client, signal);
	if (projects.some(({id}) => id === projectId)) return false;
	return isWhole ? true : undefined;
}
