/**
The eight endpoints, and every decision behind them.

The interface of the real service is only partly documented. Everything that the sandbox had to invent is listed here. The real service may behave differently.

Words
- upload_mode: files, zip, git. A new project has the first.
- status of a project: active (also when new), paused, archived, error. A success makes it active, a failure makes it error.
- status of a deployment: queued, uploading, building, verifying, releasing, completed. conclusion: success, failure, cancelled.
- environment_id: production, preview, staging. The world `odd` has other words for all of these.

Records
- Ids are `prj_`, `dep_` and `req_` with letters and digits. Dates are UTC with milliseconds.
- Dates follow from the seed and the day, which begins at 12:00 UTC, so that they are the same after a restart.
- conclusion and concluded_at are null until a deployment concludes. Then both are set at once.
- latest_upload_version is the highest upload version that succeeded, at first 0.
- updated_at moves when a field of the project changes and when a deployment succeeds or fails. A trigger and a cancelled deployment do not move it.
- request_id is new in each response and the same in all its records and in the header x-request-id. Date is the service's clock.

Responses
- 200 for reading and PATCH, 201 for both POSTs, 204 for DELETE.
- Errors are {error: {code, message}, request_id}:
  - 400: bad limit, bad cursor, body not JSON
  - 401: key missing or unknown, or not sent exactly as `Bearer KEY`
  - 404: unknown path, project or deployment
  - 405, with Allow
  - 409: slug taken, project archived, too many deployments running
  - 413: body over 64 KiB (over HTTP only)
  - 415: body not application/json
  - 422: body not an object, or an invalid field
- They are checked in this order: 413, 401, 404 (path), 405, 404 (record), 400 (query), 415, 400 (body), 422, 409.

Lists
- Projects: newest first by creation.
- A cursor is a position between two projects. It never expires, and neither repeats nor skips a project when others are created or deleted. An empty cursor counts as none. A cursor that this service did not issue is rejected. next_cursor is null on the last page.
- Deployments: newest first by creation.
- limit and cursor are ignored where the interface does not have them, like unknown query parameters. If a parameter is repeated, the first counts.

Writing
- POST and PATCH ignore fields that are not named here. name: 1 to 100 characters after trimming. A new slug is made from the name, with a number if it is taken. The url is made from the slug, once.
- PATCH takes any of name, slug (trimmed, in lower case, unique in the team), url (http or https) and upload_mode. An empty object and equal values change nothing.
- A trigger takes environment_id (default production) and upload_version. An earlier version is deployed again. The default is the next version, which is used up whatever the outcome.
- At most 5 deployments of a project run at once. An archived project cannot be deployed.
- DELETE also deletes the deployments, even running ones. A deleted project is unknown from then on.
*/

import {numberIn, numberOf, taggedId} from './random.ts';
import type {Records} from './records.ts';
import {Rejection, type Request, type Response, respond, respondRejected} from './response.ts';
import {
	checkKey,
	readCursor,
	readFields,
	readLimit,
	readName,
	readSlug,
	readUploadVersion,
	readUrl,
	readWord,
} from './validation.ts';
import {lifecycleOf, phaseAt, type StoredDeployment, type StoredProject, type World} from './world.ts';

type RequestContext = {
	readonly seed: number;
	readonly now: number;
	readonly apiKey: string;
	readonly world: World;
	readonly records: Records;
	readonly requestId: string;
	readonly request: Request;
};

type Answer = {readonly status: number; readonly body?: object};

type SandboxCall = RequestContext &
	Readonly<Record<'projectId' | 'deploymentId', string>> & {readonly query: URLSearchParams};

type Handler = (call: SandboxCall) => Answer;

const routes: ReadonlyArray<readonly [path: RegExp, endpoints: Readonly<Record<string, Handler>>]> = [
	[/^\/v1\/projects$/, {GET: getProjects, POST: postProject}],
	[/^\/v1\/projects\/([^/]+)$/, {GET: getProject, PATCH: patchProject, DELETE: removeProject}],
	[/^\/v1\/projects\/([^/]+)\/deployments$/, {GET: getDeployments, POST: postDeployment}],
	[/^\/v1\/projects\/([^/]+)\/deployments\/([^/]+)$/, {GET: getDeployment}],
];

/** A rejected request changes nothing. */
export function answer(context: RequestContext): Response {
	const {request, requestId, now, apiKey} = context;
	try {
		checkKey(request, apiKey);
		const [path = '', ...search] = request.target.split('?');
		const [pattern, endpoints = {}] = routes.find(([pattern]) => pattern.test(path)) ?? [];
		if (!pattern) throw new Rejection(404, 'path_not_found', 'There is no such path.');
		const endpoint = Object.hasOwn(endpoints, request.method) ? endpoints[request.method] : undefined;
		if (!endpoint) {
			const allow = Object.keys(endpoints).join(', ');
			throw new Rejection(405, 'method_not_allowed', `This path answers ${allow} only.`, {allow});
		}

		const [, projectId = '', deploymentId = ''] = pattern.exec(path) ?? [];
		const query = new URLSearchParams(search.join('?'));
		return respond(requestId, now, endpoint({...context, query, projectId, deploymentId}));
	} catch (error) {
		if (error instanceof Rejection) return respondRejected(requestId, now, error);
		throw error;
	}
}

function getProjects(call: SandboxCall): Answer {
	const limit = readLimit(call.query);
	// One extra row shows whether there is a next page.
	const rows = call.records.projects(readCursor(call.query, call.seed), limit + 1);
	const shown = rows.slice(0, limit);
	const last = shown.at(-1);
	const projects = shown.map(row => projectRecord(call, row));
	const next = last && rows.length > limit ? taggedId('cur', call.seed, last.seq) : null;
	return {status: 200, body: {projects, next_cursor: next}};
}

function postProject(call: SandboxCall): Answer {
	const {records, request, now} = call;
	const created = {...records.createProject(readName(readFields(request)), now), callerAt: now};
	records.saveProject(created);
	return {status: 201, body: projectRecord(call, created)};
}

function getProject(call: SandboxCall): Answer {
	return {status: 200, body: projectRecord(call, projectOf(call))};
}

function patchProject(call: SandboxCall): Answer {
	const {records, world, now, request} = call;
	const project = projectOf(call);
	const fields = readFields(request);
	const changed = {
		...project,
		...(fields.has('name') && {name: readName(fields)}),
		...(fields.has('slug') && {slug: readSlug(fields)}),
		...(fields.has('url') && {url: readUrl(fields)}),
		...(fields.has('upload_mode') && {
			uploadMode: readWord(fields, 'upload_mode', world.words.uploadModes),
		}),
	};
	if (changed.slug !== project.slug && records.isSlugTaken(changed.slug, project.seq)) {
		throw new Rejection(409, 'slug_taken', 'Another project has this slug.');
	}

	const isSame = (['name', 'slug', 'url', 'uploadMode'] as const).every(field => changed[field] === project[field]);
	const updated = isSame ? project : {...changed, updatedAt: now, callerAt: now};
	if (!isSame) records.saveProject(updated);
	return {status: 200, body: projectRecord(call, updated)};
}

function removeProject(call: SandboxCall): Answer {
	call.records.deleteProject(projectOf(call).seq);
	return {status: 204};
}

function getDeployments(call: SandboxCall): Answer {
	const rows = call.records.deployments(projectOf(call), readLimit(call.query));
	return {status: 200, body: {deployments: rows.map(row => deploymentRecord(call, row))}};
}

const maxRunning = 5;

function postDeployment(call: SandboxCall): Answer {
	const {records, request, world, now} = call;
	const project = projectOf(call);
	const fields = readFields(request);
	const {environments} = world.words;
	const environmentId = fields.has('environment_id')
		? readWord(fields, 'environment_id', environments)
		: environments[0];
	const uploadVersion = fields.has('upload_version') ? readUploadVersion(fields, project.lastVersion) : undefined;
	if (project.status === 'archived') {
		throw new Rejection(409, 'project_archived', 'An archived project is not deployed.');
	}

	if (records.runningCount(project.seq) >= maxRunning) {
		const message = `Already ${maxRunning} deployments of this project are running.`;
		throw new Rejection(409, 'too_many_deployments', message);
	}

	const row = records.deploy({...project, callerAt: now}, {environmentId, uploadVersion, at: now});
	return {status: 201, body: deploymentRecord(call, row)};
}

function getDeployment(call: SandboxCall): Answer {
	const project = projectOf(call);
	const row = call.records.deployment(project, numberIn('dep', call.deploymentId));
	if (!row || deploymentId(call, row) !== call.deploymentId)
		throw new Rejection(404, 'deployment_not_found', 'This project has no such deployment.');
	return {status: 200, body: deploymentRecord(call, row)};
}

function projectOf({seed, records, projectId}: SandboxCall): StoredProject {
	const seq = numberOf('prj', seed, projectId);
	const project = seq === undefined ? undefined : records.project(seq);
	if (!project) throw new Rejection(404, 'project_not_found', 'There is no such project.');
	return project;
}

/** The creation time keeps ids unique when a sandbox starts again. */
const deploymentId = ({seed}: RequestContext, {ordinal, projectSeq, createdAt}: StoredDeployment): string =>
	taggedId('dep', seed, ordinal, projectSeq, createdAt);

const date = (at: number) => new Date(at).toISOString();

function projectRecord({seed, world: {words}, requestId}: RequestContext, row: StoredProject) {
	return {
		id: taggedId('prj', seed, row.seq),
		name: row.name,
		slug: row.slug,
		url: row.url,
		upload_mode: row.uploadMode,
		status: words.projectStatus[row.status],
		latest_upload_version: row.latestUploadVersion,
		created_at: date(row.createdAt),
		updated_at: date(row.updatedAt),
		request_id: requestId,
	};
}

function deploymentRecord(context: RequestContext, row: StoredDeployment) {
	const {seed, now, requestId} = context;
	const {words} = context.world;
	const lifecycle = lifecycleOf(seed, row.projectSeq, row.ordinal);
	const phase = phaseAt(lifecycle, now - row.createdAt);
	const isConcluded = phase === 'concluded';
	return {
		id: deploymentId(context, row),
		project_id: taggedId('prj', seed, row.projectSeq),
		environment_id: row.environmentId,
		status: isConcluded ? words.concluded : words.phases[phase],
		conclusion: isConcluded ? words.conclusion[lifecycle.outcome] : null,
		upload_version: row.uploadVersion,
		url: row.url,
		created_at: date(row.createdAt),
		concluded_at: isConcluded ? date(row.createdAt + lifecycle.concludedAfterMs) : null,
		request_id: requestId,
	};
}
