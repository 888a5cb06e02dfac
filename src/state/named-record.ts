import {parseRecordUrl} from '../api/endpoint.ts';
import type {RecordRef} from './screen.ts';
import type {State} from './state.ts';

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

/** Returns the project or deployment that a text names exactly: by its address, by the id, the slug or the URL of a loaded project, or by the id of a known deployment. */
export function recordNamed({connection, projects, deployments}: State, text: string): RecordRef | undefined {
	if (!connection || text === '') return undefined;
	const addressed = parseRecordUrl(connection.baseUrl, text);
	if (addressed) return addressed;
	const wantedUrl = withoutSlash(text.toLowerCase());
	const project = projects.list.rows.find(
		({id, slug, url}) => id === text || slug?.exact === text || (url && withoutSlash(url.lowerCase) === wantedUrl),
	);
	if (project) return {projectId: project.id, deploymentId: undefined};
	const [projectId] = [...deployments.table].find(([, {byId}]) => byId.has(text)) ?? [];
	return projectId === undefined ? undefined : {projectId, deploymentId: text};
}
