import type {Client, RawCall} from '../api/client.ts';
import {ApiError, orError} from '../api/errors.ts';
import {neverAborted, type RequestOptions, withReadRetries} from '../api/request.ts';
import type {Project, ProjectChanges} from '../api/types.ts';
import {isProjectGone, readAllProjects} from '../api/whole-list.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {parseBody} from '../model/confirmation.ts';
import {isComplete} from '../model/deployment-table.ts';
import {projectTitle} from '../model/project-title.ts';
import {
	type Effect,
	earlierValues,
	type Finding,
	findCreated,
	findDeleted,
	findDeployed,
	findEdited,
	type Intent,
	keptText,
	unclearRequest,
	type Write,
} from '../model/write-intent.ts';

/** Adds to a deployment the ids of those before it, which tell it from them. Not if the list may lack some: a deployment is never confirmed by a guess. */
export async function withKnown(client: Client | undefined, write: Write): Promise<Write> {
	if (write.kind !== 'deploy') return write;
	const list = await orError(client?.listDeployments(write.projectId, neverAborted, withReadRetries));
	const isWhole = list && !(list instanceof ApiError) && list.unreadable === 0 && isComplete(list);
	return {...write, known: isWhole ? list.deployments.map(({id}) => id) : undefined};
}

function savedTexts(text: SafeText, project: Project, sent: ProjectChanges) {
	const differences = keptText(project, sent);
	return {differences, notice: differences ? plain`${text} · ${differences}` : text};
}

/** Returns the error of a deletion that was answered with 404 although the project may exist. It goes the way of a lost answer. */
function unprovenDeletion({code, details}: ApiError, isThere: boolean): ApiError {
	const but = isThere
		? plain`although the project is still there`
		: plain`which does not prove that the project is gone`;
	return new ApiError(code, plain`The service answered ${details.status ?? 404}, ${but}.`, {
		...details,
		phase: 'maybe-executed',
	});
}

/** Sends a write once. `body`: of a request of kind `other`. Throws an `ApiError` that says how far the request got. */
export async function sendIntent(
	client: Client,
	{write, project: title}: Intent,
	body: object | undefined,
	options: RequestOptions,
): Promise<Effect> {
	switch (write.kind) {
		case 'create': {
			const {name} = write;
			const project = await client.createProject({name}, neverAborted, options);
			return {kind: 'created', name, project, ...savedTexts(safe(`Added ${name}`, 300), project, {name})};
		}

		case 'edit': {
			const {projectId, changes} = write;
			const project = await client.updateProject(projectId, changes, neverAborted, options);
			const notice = savedTexts(plain`Saved ${projectTitle(project)}`, project, changes);
			return {kind: 'saved', sent: changes, earlier: earlierValues(changes, write.base), project, ...notice};
		}

		case 'delete':
			try {
				await client.deleteProject(write.projectId, neverAborted, options);
				return {kind: 'deleted', notice: safe(`Deleted ${title}`)};
			} catch (error) {
				if (!(error instanceof ApiError) || error.kind !== 'missing') throw error;
				const isGone = await orError(isProjectGone(client, write.projectId, neverAborted));
				if (isGone === true) return {kind: 'deleted', notice: safe(`${title} was already gone`)};
				throw unprovenDeletion(error, isGone === false);
			}

		case 'deploy': {
			const fields = parseBody(write.body);
			if (!fields) throw new ApiError('E_REFUSED', plain`The request body must be a JSON object.`, {phase: 'not-sent'});
			const deployment = await client.triggerDeployment(write.projectId, fields, neverAborted, options);
			return {kind: 'deployed', deployment, body: write.body, notice: safe(`Deploying ${title}`)};
		}

		case 'other': {
			const call: RawCall = {method: write.method as RawCall['method'], path: write.path, ...(body && {body})};
			const {requestId} = await client.sendRaw(call, neverAborted, options);
			return {kind: 'executed', requestId, notice: safe(title, 200)};
		}
	}
}

/** Looks once for the result of a write: reads what the write would have changed, and compares. */
export async function lookForResult(
	client: Client,
	{write, serviceAt, project}: Intent,
	signal: AbortSignal,
): Promise<Finding> {
	switch (write.kind) {
		case 'create': {
			const {projects, isWhole} = await readAllProjects(client, signal);
			return findCreated(write, serviceAt, projects, isWhole);
		}

		case 'edit':
			return findEdited(write, await client.readProject(write.projectId, signal));
		case 'deploy':
			return findDeployed(write, await client.listDeployments(write.projectId, signal));
		case 'delete':
			return findDeleted(await isProjectGone(client, write.projectId, signal), project);
		case 'other':
			return unclearRequest;
	}
}
