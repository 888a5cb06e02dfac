import {idsIn, isAtOrBelow, parseRecordUrl, pathSegments} from '../api/endpoint.ts';
import type {Deployment, Project} from '../api/types.ts';
import {caseless, looksLike} from '../base/text.ts';
import {rowWithId} from '../model/project-list.ts';
import type {RecordRef} from './screen.ts';
import type {State} from './state.ts';

const knownDeployments = ({deployments}: Pick<State, 'deployments'>): readonly Deployment[] =>
	[...deployments.table.values()].flatMap(({rows}) => rows.map(({deployment}) => deployment));

/** The project or deployment that a text names. Tries in this order: its address, the id or the slug of one loaded project, an id in the text, the id of a known deployment, a link. Undefined for a deployment of an unknown project. */
export function recordNamed(state: State, text: string): RecordRef | undefined {
	const {connection, projects} = state;
	if (!connection || text === '') return undefined;
	const addressed = parseRecordUrl(connection.baseUrl, text);
	if (addressed) return addressed;
	const isMeant = looksLike(text);
	const byId = rowWithId(projects.list, text);
	const [project, ...others] = byId ? [byId] : projects.list.rows.filter(({slug}) => isMeant(slug));
	// The text is ambiguous, so the user decides.
	if (others.length > 0) return undefined;
	if (project) return {projectId: project.id, deploymentId: undefined};
	const ids = idsIn(text);
	if (ids.projectId !== undefined) return {...ids, projectId: ids.projectId};
	const found = knownDeployments(state).find(({id}) => id === text || id === ids.deploymentId);
	return found ? {projectId: found.projectId, deploymentId: found.id} : linkedRecord(state, text);
}

/** The loaded project whose id is in the path, with the deployment right behind it. Without such an id, the project or known deployment whose URL is the longest prefix. */
function linkedRecord(state: State, text: string): RecordRef | undefined {
	if (!text.includes('://')) return undefined;
	const {list} = state.projects;
	const segments = pathSegments(text);
	const at = segments.findIndex(id => rowWithId(list, id));
	const [projectId, deployments, deploymentId] = at < 0 ? [] : segments.slice(at);
	if (projectId) return {projectId, deploymentId: deployments === 'deployments' ? deploymentId : undefined};
	const link = caseless(text);
	const lengthOf = ({url}: Project | Deployment) => (url && isAtOrBelow(link, url.caseless) ? url.caseless.length : 0);
	const leading = [...list.rows, ...knownDeployments(state)].filter(record => lengthOf(record) > 0);
	const [first, second] = leading.toSorted((a, b) => lengthOf(b) - lengthOf(a));
	if (!first) return undefined;
	if ('projectId' in first) return {projectId: first.projectId, deploymentId: first.id};
	const isAmbiguous = second && !('projectId' in second) && lengthOf(second) === lengthOf(first);
	return isAmbiguous ? undefined : {projectId: first.id, deploymentId: undefined};
}

/** The project id in a filter that has nothing else, alone or in a URL. A partly typed id is shorter than the ids of the list. */
export function idInFilter({connection, projects: {list}}: State, query = ''): string | undefined {
	const text = query.trim();
	if (!connection || !/^[^!\s]\S*$/.test(text)) return undefined;
	const id = parseRecordUrl(connection.baseUrl, text)?.projectId ?? idsIn(text).projectId;
	return list.ids.some(({length}) => length === id?.length) ? id : undefined;
}

export function projectsNamed(rows: readonly Project[], text: string): readonly Project[] {
	const own = rows.find(({id}) => id === text);
	const isMeant = looksLike(text);
	return own ? [own] : rows.filter(({name, slug}) => isMeant(slug) || isMeant(name));
}
