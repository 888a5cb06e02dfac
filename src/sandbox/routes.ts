/**
The eight endpoints, and every decision behind them.

This service stands in for one whose interface is only partly documented. Everything it had to invent is listed here and nowhere else; the real service may behave differently.

Words
- upload_mode: files, zip, git. A new project has the first.
- status of a project: active (also when new), paused, archived, error. A deployment that succeeds makes it active, one that fails makes it error.
- status of a deployment: queued, uploading, building, verifying, releasing, completed. conclusion: success, failure, cancelled.
- environment_id: production, preview, staging. The worlds `odd` and `hostile` have other words for all of these.

Records
- Ids are `prj_`, `dep_` and `req_` with letters and digits. Dates are UTC with milliseconds.
- conclusion and concluded_at are null until a deployment concludes, then both are set at once.
- latest_upload_version is 0 until a deployment succeeds, then the highest upload version that did.
- updated_at moves when a field of the project changes and when a deployment of it succeeds or fails; a trigger and a cancelled deployment do not move it.
- request_id is new in each response and the same in all its records; it is also in the header x-request-id. Date is the service's clock.

Responses
- 200 for reading and PATCH, 201 for both POSTs, 204 for DELETE.
- Errors are {error: {code, message}, request_id}: 400 bad limit, bad cursor, body not JSON; 401 key missing or unknown; 404 unknown path, project or deployment; 405 with Allow; 409 slug taken, project archived, too many deployments running; 413 body over 64 KiB; 415 body not application/json; 422 body not an object, or an invalid field. They are checked in the order 413, 401, 404 (path), 405, 404 (record), 400 (query), 415, 400 (body), 422, 409.

Lists
- Projects: newest first by creation. A cursor is a position between two projects, never expires, and neither repeats nor skips a project when others are created or deleted. An empty cursor counts as none; one that this service did not issue is rejected. next_cursor is null on the last page.
- Deployments: newest first by creation.
- limit and cursor are ignored where the interface does not have them, as are unknown query parameters; if one is repeated, the first counts.

Writing
- POST and PATCH ignore fields that are not named here. name: 1 to 100 characters after trimming. A new slug is made from the name, with a number when it is taken; the url is made from the slug, once.
- PATCH takes name, slug (trimmed and put in lower case; unique in the team), url (http or https) and upload_mode, each on its own. An empty object, or values that are there already, change nothing.
- A trigger takes environment_id (default production) and upload_version (any earlier one, to redeploy it; default: the next one, which is then used up whatever the outcome).
- At most 5 deployments of a project run at once. An archived project cannot be deployed.
- DELETE also deletes the deployments, even running ones. A deleted project is unknown from then on.
*/

import {answerDeployment, answerDeployments, triggerDeployment} from './endpoints/deployments.ts';
import {answerProject, answerProjects, createProject, deleteProject, updateProject} from './endpoints/projects.ts';
import type {RequestContext} from './endpoints/request-context.ts';
import type {Response} from './response.ts';
import {seqOfProjectId} from './world/ids.ts';
import type {ProjectRow} from './world/rows.ts';

type Endpoint = (context: RequestContext, projectId: string, deploymentId: string) => Response;

/** Wraps an endpoint of one project: responds with 404 if it does not exist. */
const ofProject =
	(answer: (context: RequestContext, project: ProjectRow, deploymentId: string) => Response): Endpoint =>
	(context, projectId, deploymentId) => {
		const seq = seqOfProjectId(context.seed, projectId);
		const project = seq === undefined ? undefined : context.projects.read(seq);
		if (project) return answer(context, project, deploymentId);
		return context.reply.refusal({status: 404, code: 'project_not_found', message: 'There is no such project.'});
	};

const paths: readonly {readonly pattern: RegExp; readonly endpoints: ReadonlyMap<string, Endpoint>}[] = [
	{
		pattern: /^\/v1\/projects$/,
		endpoints: new Map([
			['GET', answerProjects],
			['POST', createProject],
		]),
	},
	{
		pattern: /^\/v1\/projects\/([^/]+)$/,
		endpoints: new Map([
			['GET', ofProject(answerProject)],
			['PATCH', ofProject(updateProject)],
			['DELETE', ofProject(deleteProject)],
		]),
	},
	{
		pattern: /^\/v1\/projects\/([^/]+)\/deployments$/,
		endpoints: new Map([
			['GET', ofProject(answerDeployments)],
			['POST', ofProject(triggerDeployment)],
		]),
	},
	{
		pattern: /^\/v1\/projects\/([^/]+)\/deployments\/([^/]+)$/,
		endpoints: new Map([['GET', ofProject(answerDeployment)]]),
	},
];

/** Handles an authorized request. */
export function answer(context: Omit<RequestContext, 'query'>): Response {
	const [path = '', ...search] = context.request.target.split('?');
	for (const {pattern, endpoints} of paths) {
		const found = pattern.exec(path);
		if (!found) continue;
		const endpoint = endpoints.get(context.request.method);
		const [, projectId = '', deploymentId = ''] = found;
		if (endpoint) return endpoint({...context, query: new URLSearchParams(search.join('?'))}, projectId, deploymentId);
		const headers = {allow: [...endpoints.keys()].join(', ')};
		const message = `This path answers ${headers.allow} only.`;
		return context.reply.refusal({status: 405, code: 'method_not_allowed', message, headers});
	}

	return context.reply.refusal({status: 404, code: 'path_not_found', message: 'There is no such path.'});
}
