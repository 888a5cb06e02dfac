import {parseRecordUrl} from '../api/endpoint.ts';
import type {Project} from '../api/types.ts';
import {caseless, looksLike} from '../base/text.ts';
import {rowWithId} from '../model/project-list.ts';
import type {RecordRef} from './screen.ts';
import type {State} from './state.ts';

/** Returns the project or deployment that a text names exactly: by its address, by the id, the slug or the URL of one loaded project, or by the id of a known deployment. */
export function recordNamed({connection, projects, deployments}: State, text: string): RecordRef | undefined {
	if (!connection || text === '') return undefined;
	const addressed = parseRecordUrl(connection.baseUrl, text);
	if (addressed) return addressed;
	const url = caseless(text).replace(/\/$/, '');
	const urls = url.includes('://') ? [url, `${url}/`] : [];
	const isMeant = looksLike(text);
	const isNamed = ({slug, url: own}: Project) => isMeant(slug) || (own !== undefined && urls.includes(own.caseless));
	const byId = rowWithId(projects.list, text);
	const [project, ...others] = byId ? [byId] : projects.list.rows.filter(isNamed);
	// Which of them is meant, the user decides.
	if (others.length > 0) return undefined;
	if (project) return {projectId: project.id, deploymentId: undefined};
	const [projectId] = [...deployments.table].find(([, known]) => known.byId.has(text)) ?? [];
	return projectId === undefined ? undefined : {projectId, deploymentId: text};
}

/** Returns the projects with an id, slug or name: only the one with the id if there is one. */
export function projectsNamed(rows: readonly Project[], text: string): readonly Project[] {
	const own = rows.find(({id}) => id === text);
	const isMeant = looksLike(text);
	return own ? [own] : rows.filter(({name, slug}) => isMeant(slug) || isMeant(name));
}
