import type {Client} from './client.ts';
import {ApiError, orError} from './errors.ts';
import {eachProjectPage} from './project-pages.ts';
import type {Project} from './types.ts';

export const maxPages = 40;

type Reads = Pick<Client, 'readProject' | 'listProjects'>;

/** `isWhole`: certainly no project is left out. */
export async function readAllProjects(client: Reads, signal: AbortSignal) {
	const projects = new Map<string, Project>();
	let isWhole = true;
	for await (const {page, isStopped} of eachProjectPage(query => client.listProjects(query, signal), {maxPages})) {
		for (const project of page.projects) projects.set(project.id, project);
		isWhole &&= page.unreadable === 0 && !isStopped;
	}

	return {projects: [...projects.values()], isWhole};
}

/** A 404 alone proves nothing, because gateways send it as well: the whole list must lack the project, too. Undefined if the list could not be read whole. */
export async function isProjectGone(
	client: Reads,
	projectId: string,
	signal: AbortSignal,
): Promise<boolean | undefined> {
	const record = await orError(client.readProject(projectId, signal));
	if (!(record instanceof ApiError)) return false;
	if (record.kind !== 'not found') throw record;
	const {projects, isWhole} = await readAllProjects(client, signal);
	if (projects.some(({id}) => id === projectId)) return false;
	return isWhole ? true : undefined;
}
