import {idsIn, parseRecordUrl} from '../api/endpoint.ts';
import type {Deployment, Project} from '../api/types.ts';
import {caseless, looksLike} from '../base/text.ts';
import {rowWithId} from '../model/project-list.ts';
import type {RecordRef} from './screen.ts';
import type {State} from './state.ts';

/** Returns the project or deployment that a text names: by its address, by the id, the slug or the URL of one loaded project, by an id that it contains, or by the id or the URL of a known deployment. Undefined for a deployment of an unknown project. */
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
	const ids = idsIn(text);
	if (ids.projectId !== undefined) return {...ids, projectId: ids.projectId};
	const all = [...deployments.table.values()].flatMap(({rows}) => rows);
	const isIt = ({id, url}: Deployment) =>
		id === text || id === ids.deploymentId || (url !== undefined && urls.includes(url.caseless));
	const found = all.find(({deployment}) => isIt(deployment))?.deployment;
	return found && {projectId: found.projectId, deploymentId: found.id};
}

/** Returns the projects with an id, slug or name: only the one with the id if there is one. */
export function projectsNamed(rows: readonly Project[], text: string): readonly Project[] {
	const own = rows.find(({id}) => id === text);
	const isMeant = looksLike(text);
	return own ? [own] : rows.filter(({name, slug}) => isMeant(slug) || isMeant(name));
}
