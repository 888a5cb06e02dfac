import type {Client, RawCall} from '../../api/client.ts';
import {changeNames} from '../../api/decode/decode.ts';
import {ApiError} from '../../api/errors.ts';
import type {RequestOptions} from '../../api/request.ts';
import type {Project, ProjectChanges} from '../../api/types.ts';
import type {Clock, LocalTime} from '../../clock.ts';
import {projectTitle} from '../../project-title.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {parseBody} from '../model/writes/confirmation.ts';
import type {Finding} from '../model/writes/reconcile.ts';
import {baseOf, isSameField, type Write, type WriteIntent, type WriteRef} from '../model/writes/write-intent.ts';
import type {DoneEvent} from '../reducers/writes/outcomes.ts';
import type {EditField} from '../state/interface/screen.ts';

/** A write that is ready to be sent. */
export type ReadyWrite = {
	readonly ref: WriteRef;
	readonly write: Write;
	/** The body of a request of kind `other`. */
	readonly body?: object | undefined;
	/** The bulk operation that it is part of. */
	readonly bulkId?: string | undefined;
};

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
async function deleteProject(client: Client, {projectId, project}: WriteRef, signal: AbortSignal, to: RequestOptions) {
	try {
		await client.deleteProject(projectId, signal, to);
		return safe(`Deleted ${project}`);
	} catch (error) {
		if (error instanceof ApiError && error.kind === 'missing') return safe(`${project} was already gone`);
		throw error;
	}
}

/** Sends a write. Returns the event that reports what it changed. */
export async function sendRequest(
	client: Client,
	{ref, write, body, bulkId}: ReadyWrite,
	clock: Pick<Clock, 'now'>,
	options: RequestOptions,
): Promise<DoneEvent> {
	const {signal} = new AbortController();
	const done = (remark: SafeText) => ({write: ref, remark, at: clock.now(), bulkId});
	switch (write.kind) {
		case 'create': {
			const {name} = write;
			const project = await client.createProject({name}, signal, options);
			return {
				type: 'project-created',
				name,
				project,
				...done(withDifferences(safe(`Added ${name}`, 300), project, {name})),
			};
		}

		case 'edit': {
			const {projectId, changes: sent} = write;
			const project = await client.updateProject(projectId, sent, signal, options);
			return {
				type: 'project-saved',
				sent,
				project,
				...done(withDifferences(plain`Saved ${projectTitle(project)}`, project, sent)),
			};
		}

		case 'delete':
			return {type: 'project-deleted', ...done(await deleteProject(client, ref, signal, options))};
		case 'deploy': {
			const fields = parseBody(write.body) ?? {};
			const deployment = await client.triggerDeployment(write.projectId, fields, signal, options);
			return {type: 'deployment-triggered', deployment, body: write.body, ...done(safe(`Deploying ${ref.project}`))};
		}

		case 'other': {
			const call: RawCall = {method: write.method as RawCall['method'], path: write.path, ...(body && {body})};
			const {requestId} = await client.sendRaw(call, signal, options);
			return {type: 'request-executed', requestId, ...done(plain`Sent ${safe(ref.project, 200)}`)};
		}
	}
}

/** Returns the event for a lost write that turned out to have been executed. Throws for a write whose outcome reading the service never confirms: another deployment may have begun at the same time. */
export function foundEvent(
	{write: done}: WriteIntent,
	write: WriteRef,
	{text: remark, project}: Extract<Finding, {kind: 'confirmed'}>,
	at: LocalTime,
): DoneEvent {
	const found = {write, remark, at};
	if (done.kind === 'delete') return {type: 'project-deleted', ...found};
	if (done.kind === 'create' && project) return {type: 'project-created', name: done.name, project, ...found};
	if (done.kind === 'edit' && project) return {type: 'project-saved', project, sent: done.changes, ...found};
	throw new Error(`A lost write of the kind ${done.kind} is never confirmed without its record.`);
}
