import type {Client} from './client.ts';
import {ApiError, orError} from './errors.ts';
import {listLimit, type Project, type ProjectPage} from './types.ts';

/** Reading stops after this many pages in a row without a new project: the service may send the same page forever. */
export const maxPagesWithoutNew = 5;

type PagesOptions = {
	readonly limit?: number | undefined;
	readonly cursor?: string | undefined;
	readonly maxPages?: number | undefined;
};

/** Reads the pages of the project list one after the other, from `cursor` up to the end of the list, or until there are `limit` projects or `maxPages` pages. `isStopped`: reading stops before the end, because the service repeated a cursor or its projects, or there are more pages. `count`: of the projects so far. */
export async function* eachProjectPage<Page extends Pick<ProjectPage, 'projects' | 'nextCursor'>>(
	read: (query: {readonly limit: number; readonly cursor?: string}) => Promise<Page>,
	{limit = Number.POSITIVE_INFINITY, maxPages = Number.POSITIVE_INFINITY, cursor: start}: PagesOptions = {},
) {
	const cursors = new Set<string>();
	const known = new Set<string>();
	let cursor = start;
	let pagesWithoutNew = 0;
	for (let pages = 1; ; pages++) {
		const query = {limit: Math.min(listLimit, limit - known.size), ...(cursor !== undefined && {cursor})};
		const page = await read(query);
		const before = known.size;
		for (const {id} of page.projects) known.add(id);
		pagesWithoutNew = known.size > before ? 0 : pagesWithoutNew + 1;
		cursor = page.nextCursor;
		const isRepeated = cursor !== undefined && (cursors.has(cursor) || pagesWithoutNew >= maxPagesWithoutNew);
		const isStopped = isRepeated || (cursor !== undefined && pages >= maxPages);
		yield {page, isStopped, count: known.size};
		if (cursor === undefined || isStopped || known.size >= limit) return;
		cursors.add(cursor);
	}
}

/** How many pages of the list are read to look for a project. */
export const maxPages = 40;

type Reads = Pick<Client, 'readProject' | 'listProjects'>;

/** Reads the list of projects. `isWhole`: whether no project can be missing in what was read. */
export async function readAllProjects(client: Reads, signal: AbortSignal) {
	const projects: Project[] = [];
	let isWhole = true;
	for await (const {page, isStopped} of eachProjectPage(query => client.listProjects(query, signal), {maxPages})) {
		projects.push(...page.projects);
		isWhole &&= page.unreadable === 0 && !isStopped;
	}

	return {projects, isWhole};
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
