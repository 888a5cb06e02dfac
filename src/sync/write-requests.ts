import {type Client, type RawCall, uncached} from '../api/client.ts';
import {ApiError, orError, unconfirmedOutcomeText} from '../api/errors.ts';
import {neverAborted, type RequestOptions} from '../api/request.ts';
import type {Deployment, DeploymentList, Project, ProjectChanges} from '../api/types.ts';
import {isProjectGone, readAllProjects} from '../api/whole-list.ts';
import type {ServiceTime} from '../base/clock.ts';
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
	otherThanAsked,
	unclear,
	type Write,
	type WriteOf,
} from '../model/write-intent.ts';

/** Adds the ids of earlier deployments, so that the new one can be told apart. Adds none from an incomplete list, because a deployment is never confirmed by a guess. */
export function deployKnowing(write: WriteOf<'deploy'>, list: DeploymentList | undefined): Write {
	const isWhole = list?.unreadable === 0 && isComplete(list);
	return {...write, known: isWhole ? list.deployments.map(({id}) => id) : undefined};
}

function savedTexts(text: SafeText, project: Project, sent: ProjectChanges) {
	const differences = keptText(project, sent);
	return {differences, notice: differences ? plain`${text} · ${differences}` : text};
}

/** A 404 alone does not prove that a project is gone. Throws if it is still there. If that cannot be known, throws with `phase`. */
export async function proveGone(
	client: Client,
	projectId: string,
	{code, details}: ApiError,
	phase: 'not-sent' | 'maybe-executed',
): Promise<void> {
	const isGone = await orError(isProjectGone(uncached(client), projectId, neverAborted));
	if (isGone === true) return;
	const answered = plain`The service answered ${details.status ?? 404}`;
	if (isGone instanceof ApiError || isGone === undefined)
		throw new ApiError(code, plain`${answered}, which does not prove that the project is gone.`, {...details, phase});
	throw new ApiError('E_CONFLICT', plain`${answered}, although the project is still there. It was not deleted.`, {
		...details,
		phase: phase === 'not-sent' ? phase : 'rejected',
	});
}

/** Long enough for dates without time and zone. */
const maxAnswerAgeMs = 2 * 24 * 60 * 60_000;

/** Throws if the record in the answer is older than the request. A cache or an idempotent service may have sent it, so it proves nothing. */
function rejectEarlier(
	{id, createdAt}: Pick<Project | Deployment, 'id' | 'createdAt'>,
	serviceAt: ServiceTime,
	earlierIds: readonly string[],
): void {
	if (!earlierIds.includes(id) && (createdAt === undefined || createdAt > serviceAt - maxAnswerAgeMs)) return;
	const sentence = plain`The service answered with ${safe(id)}, which existed before the request.${unconfirmedOutcomeText}`;
	throw new ApiError('E_MISMATCH', sentence, {phase: 'maybe-executed'});
}

/** `body`: the body of a request of kind `other`. `earlier`: the deployments before the new one. Throws an `ApiError` that says how far the request got. */
export async function sendWriteOnce(
	client: Client,
	write: Write,
	{project: title, serviceAt}: Intent,
	body: object | undefined,
	earlier: DeploymentList | undefined,
	{onAnswer, ...others}: RequestOptions,
): Promise<Effect> {
	let isOnlyAccepted = false;
	const options: RequestOptions = {
		...others,
		onAnswer(answer) {
			isOnlyAccepted = answer.outcome === 'answered' && answer.status === 202;
			onAnswer?.(answer);
		},
	};
	switch (write.kind) {
		case 'create': {
			const {name} = write;
			const project = await client.createProject({name}, neverAborted, options);
			rejectEarlier(project, serviceAt, write.known);
			return {kind: 'created', name, project, ...savedTexts(safe(`Added ${name}`, 300), project, {name})};
		}

		case 'edit': {
			const {projectId, changes} = write;
			const project = await client.updateProject(projectId, changes, neverAborted, options);
			const notice = savedTexts(plain`Saved ${projectTitle(project)}`, project, changes);
			if (isOnlyAccepted && notice.differences) {
				const sentence = plain`The service accepted the change (202), but its answer does not show it yet.${unconfirmedOutcomeText}`;
				throw new ApiError('E_MISMATCH', sentence, {phase: 'maybe-executed', status: 202});
			}

			return {kind: 'saved', sent: changes, earlier: earlierValues(changes, write.base), project, ...notice};
		}

		case 'delete':
			try {
				await client.deleteProject(write.projectId, neverAborted, options);
				if (isOnlyAccepted) return {kind: 'deleting', notice: safe(`The service accepted to delete ${title} (202)`)};
				return {kind: 'deleted', notice: safe(`Deleted ${title}`)};
			} catch (error) {
				if (!(error instanceof ApiError) || error.kind !== 'not found') throw error;
				await proveGone(client, write.projectId, error, 'maybe-executed');
				return {kind: 'deleted', notice: safe(`${title} was already gone`)};
			}

		case 'deploy': {
			const fields = parseBody(write.body);
			if (!fields) throw new ApiError('E_REFUSED', plain`The request body must be a JSON object.`, {phase: 'not-sent'});
			const deployment = await client.triggerDeployment(write.projectId, fields, neverAborted, options);
			rejectEarlier(deployment, serviceAt, earlier?.deployments.map(({id}) => id) ?? []);
			const differences = write.asked && otherThanAsked(write.asked, deployment);
			const notice = safe(`Deploying ${title}${differences ? `: ${differences}` : ''}`, 500);
			return {kind: 'deployed', deployment, body: write.body, notice, differences};
		}

		case 'other': {
			const call: RawCall = {method: write.method as RawCall['method'], path: write.path, ...(body && {body})};
			const {requestId} = await client.sendRaw(call, neverAborted, options);
			return {kind: 'executed', requestId, notice: safe(title, 200)};
		}
	}
}

/** Reads the affected data once and compares it with the write. A cached answer proves nothing. */
export async function readOutcome(
	client: Client,
	{write, serviceAt, project}: Intent,
	signal: AbortSignal,
): Promise<Finding> {
	const fresh = uncached(client);
	switch (write.kind) {
		case 'create': {
			const {projects, isWhole} = await readAllProjects(fresh, signal);
			return findCreated(write, serviceAt, projects, isWhole);
		}

		case 'edit':
			return findEdited(write, await fresh.readProject(write.projectId, signal));
		case 'deploy':
			return findDeployed(write, await fresh.listDeployments(write.projectId, signal));
		case 'delete':
			return findDeleted(await isProjectGone(fresh, write.projectId, signal), project);
		case 'other':
			return unclear(plain`Reading the service cannot reveal the outcome`);
		case 'unreadable':
			return unclear(plain`Its record in the journal is damaged, so only the service can show what was sent`);
	}
}
