import {plain} from '../text.ts';
import {ApiError} from './errors.ts';

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
