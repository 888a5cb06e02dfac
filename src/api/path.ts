import {plain} from '../base/text.ts';
import {ApiError, type MissingThing} from './errors.ts';

const maxIdLength = 512;

export const projectsPath = '/v1/projects';
export const projectPath = (projectId: string): string => `${projectsPath}/${segment(projectId)}`;
export const deploymentsPath = (projectId: string): string => `${projectPath(projectId)}/deployments`;
export const deploymentPath = (projectId: string, deploymentId: string): string =>
	`${deploymentsPath(projectId)}/${segment(deploymentId)}`;

/** Encodes an id as one path segment. Throws `refused` for an id that would address something else. */
function segment(id: string): string {
	if (id === '') throw refused(plain`The id is empty.`);
	if (id.length > maxIdLength) throw refused(plain`The id is too long.`);
	if (!id.isWellFormed()) throw refused(plain`The id cannot be used in an address.`);

	const encoded = encodeURIComponent(id);
	// Url parsing removes the segments `.` and `..`, even when encoded.
	const isKept = new URL(`/a/${encoded}/b`, 'http://localhost').pathname === `/a/${encoded}/b`;
	if (!isKept) throw refused(plain`The id would change the address, so the request was not sent.`);
	return encoded;
}

const refused = (message: string) => new ApiError('E_REFUSED', message, {phase: 'not-sent'});

/** Returns what a path is about. */
export function subjectOf(path: string): MissingThing {
	const parts = /^\/v1\/projects(\/[^/?]+)?(\/deployments)?(\/[^/?]+)?(?:\?|$)/.exec(path);
	if (!parts) return 'path';
	const [, project, deployments, deployment] = parts;
	if (deployment) return deployments ? 'deployment' : 'path';
	if (deployments) return 'deployments';
	return project ? 'project' : 'projects';
}

const origin = 'http://localhost';

/**
Parses the path and query of a request as a user types them: below the base url with a leading slash, otherwise below `/v1`.

Undefined for anything that the url parser would change, because it could address something else.
*/
export function parseRawPath(typed: string): string | undefined {
	const path = typed.startsWith('/') ? typed : typed.startsWith('v1/') ? `/${typed}` : `/v1/${typed}`;
	if (typed === '' || path.split('?')[0]?.includes('//') || !URL.canParse(path, origin)) return undefined;
	const url = new URL(path, origin);
	return url.href === origin + path && url.hash === '' ? path : undefined;
}
