import {plain} from '../../text.ts';
import {ApiError} from '../errors.ts';

const maxIdLength = 512;

export const projectsPath = '/v1/projects';
export const projectPath = (projectId: string): string => `${projectsPath}/${segment(projectId)}`;
export const deploymentsPath = (projectId: string): string => `${projectPath(projectId)}/deployments`;
export const deploymentPath = (projectId: string, deploymentId: string): string =>
	`${deploymentsPath(projectId)}/${segment(deploymentId)}`;

/** One id as one segment of a path. Throws `refused` for an id that would aim the call at something else. */
function segment(id: string): string {
	if (id === '') throw refusal(plain`There is no id to ask for.`);
	if (id.length > maxIdLength) throw refusal(plain`The id is too long to ask for.`);
	if (!id.isWellFormed()) throw refusal(plain`The id cannot be written into an address.`);

	const encoded = encodeURIComponent(id);
	// An address drops the segments `.` and `..`, and takes the one before them along.
	const isKept = new URL(`/a/${encoded}/b`, 'http://localhost').pathname === `/a/${encoded}/b`;
	if (!isKept) throw refusal(plain`The id would be read as another address, so it was not sent.`);
	return encoded;
}

const refusal = (message: string) => new ApiError('E_REFUSED', message, {phase: 'not-sent'});
