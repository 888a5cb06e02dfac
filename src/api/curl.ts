import {quotedWord} from '../base/text.ts';
import {recordPath} from './endpoint.ts';
import {ApiError} from './errors.ts';
import type {LoggedRequest} from './transport.ts';

const authorization = '-H "Authorization: Bearer $LANDFALL_API_KEY"';

/** Returns a curl command that reads a project or one of its deployments, with the key taken from the environment. Undefined for ids that cannot be requested. */
export function curlFor(baseUrl: string, projectId: string, deploymentId: string | undefined): string | undefined {
	try {
		return `curl ${authorization} ${quotedWord(baseUrl + recordPath(projectId, deploymentId))}`;
	} catch (error) {
		if (error instanceof ApiError) return undefined;
		throw error;
	}
}

/** Returns a curl command that makes a logged request again, with the key taken from the environment. The log has neither bodies nor cursors, so it names what to fill in. */
export function curlForRequest(baseUrl: string, {method, path}: Pick<LoggedRequest, 'method' | 'path'>): string {
	const hasBody = method === 'POST' || method === 'PATCH';
	return [
		'curl',
		...(method === 'GET' ? [] : [`-X ${method}`]),
		authorization,
		...(hasBody ? ["-H 'Content-Type: application/json' -d @body.json"] : []),
		quotedWord(baseUrl + path.replace('cursor=…', 'cursor=CURSOR')),
	].join(' ');
}
