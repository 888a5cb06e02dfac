import type {Client, RawCall} from '../api/client.ts';
import {changeNames} from '../api/decode.ts';
import {ApiError} from '../api/errors.ts';
import type {RequestOptions} from '../api/request.ts';
import type {Project, ProjectChanges} from '../api/types.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {parseBody} from '../model/confirmation.ts';
import {projectTitle} from '../model/project-title.ts';
import type {Finding} from '../model/reconcile.ts';
import {baseOf, type Done, type Intent, type IntentRef, isSameField, type Write} from '../model/write-intent.ts';
import type {EditField} from '../state/screen.ts';

/** Names the fields whose saved value differs from the one that was sent. Undefined if there are none. */
export function differencesText(project: Project, sent: ProjectChanges): SafeText | undefined {
	const kept = baseOf(project).values;
	const different = (Object.keys(sent) as EditField[]).filter(field => !isSameField(field, kept, sent));
	const texts = different.map(
		field => `${changeNames[field]}: sent ${sent[field] || 'nothing'}, the service kept ${kept[field] || 'nothing'}`,
	);
	return texts.length > 0 ? safe(texts.join(' · '), 500) : undefined;
}

/** Says that a project was added or saved, and what differs from what was sent. */
function withDifferences(text: SafeText, project: Project, sent: ProjectChanges): SafeText {
	const differences = differencesText(project, sent);
	return differences ? plain`${text} · ${differences}` : text;
}

/** Deletes a project. Returns what to say about it. */
async function deleteProject(client: Client, {projectId, project}: IntentRef, signal: AbortSignal, to: RequestOptions) {
	try {
		await client.deleteProject(projectId, signal, to);
		return safe(`Deleted ${project}`);
	} catch (error) {
		if (error instanceof ApiError && error.kind === 'missing') return safe(`${project} was already gone`);
		throw error;
	}
}

/** Sends a write. `body`: of a request of kind `other`. Returns what the write changed. */
export async function sendRequest(
	client: Client,
	ref: IntentRef,
	write: Write,
	body: object | undefined,
	options: RequestOptions,
): Promise<Done> {
	const {signal} = new AbortController();
	switch (write.kind) {
		case 'create': {
			const {name} = write;
			const project = await client.createProject({name}, signal, options);
			const remark = withDifferences(safe(`Added ${name}`, 300), project, {name});
			return {kind: 'created', ref, name, project, remark};
		}

		case 'edit': {
			const {projectId, changes} = write;
			const project = await client.updateProject(projectId, changes, signal, options);
			const remark = withDifferences(plain`Saved ${projectTitle(project)}`, project, changes);
			return {kind: 'saved', ref, sent: changes, project, remark};
		}

		case 'delete':
			return {kind: 'deleted', ref, remark: await deleteProject(client, ref, signal, options)};
		case 'deploy': {
			const fields = parseBody(write.body) ?? {};
			const deployment = await client.triggerDeployment(write.projectId, fields, signal, options);
			return {kind: 'deployed', ref, deployment, body: write.body, remark: safe(`Deploying ${ref.project}`)};
		}

		case 'other': {
			const call: RawCall = {method: write.method as RawCall['method'], path: write.path, ...(body && {body})};
			const {requestId} = await client.sendRaw(call, signal, options);
			return {kind: 'executed', ref, requestId, remark: plain`Sent ${safe(ref.project, 200)}`};
		}
	}
}

/** Returns what a lost write has changed that turned out to have been executed. Throws for a write whose outcome reading the service never confirms: another deployment may have begun at the same time. */
export function foundDone(
	{write}: Intent,
	ref: IntentRef,
	{text: remark, project}: Extract<Finding, {kind: 'confirmed'}>,
): Done {
	if (write.kind === 'delete') return {kind: 'deleted', ref, remark};
	if (write.kind === 'create' && project) return {kind: 'created', name: write.name, project, ref, remark};
	if (write.kind === 'edit' && project) return {kind: 'saved', sent: write.changes, project, ref, remark};
	throw new Error(`A lost write of the kind ${write.kind} is never confirmed without its record.`);
}
