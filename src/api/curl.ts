import {ApiError} from './errors.ts';
import {deploymentPath, projectPath} from './transport/path.ts';

/** Quotes a word for POSIX shells. */
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Returns a curl command that reads a project or one of its deployments, with the key taken from the environment. Undefined for ids that cannot be requested. */
export function curlFor(baseUrl: string, projectId: string, deploymentId: string | undefined): string | undefined {
	try {
		const path = deploymentId === undefined ? projectPath(projectId) : deploymentPath(projectId, deploymentId);
		return `curl -H "Authorization: Bearer $LANDFALL_API_KEY" ${quoted(baseUrl + path)}`;
	} catch (error) {
		if (error instanceof ApiError) return undefined;
		throw error;
	}
}
