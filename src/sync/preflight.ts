import type {Client} from '../api/client.ts';
import {documentedWrite} from '../api/endpoint.ts';
import {ApiError, orError} from '../api/errors.ts';
import {neverAborted, withReadRetries} from '../api/request.ts';
import type {DeploymentList, Project, ProjectChanges} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {confirmationFor, protectedText} from '../model/confirmation.ts';
import {isProtected, readOnlyText, type WriteGuards} from '../model/connection.ts';
import {
	baseOf,
	conflictText,
	contestedFields,
	doubtText,
	type Effect,
	type Finding,
	fieldsIn,
	findDeployed,
	type Intent,
	type IntentRef,
	isSameField,
	type Write,
} from '../model/write-intent.ts';
import {lookForResult, proveGone, withKnown} from './write-requests.ts';

/** A write, and what the person knew who confirmed it. */
export type ConfirmedWrite = {
	/** `project`: what the question called it. */
	readonly ref: IntentRef;
	readonly write: Write;
	/** Whether the person was asked about this project alone, and as a protected one. */
	readonly isProtectionConfirmed?: boolean | undefined;
	/** When the project was last changed, by the record that an edit is based on. */
	readonly basedOn?: ServiceTime | undefined;
	/** The unconfirmed write that this one repeats. */
	readonly repeated?: Intent | undefined;
};

/** What the service has directly before a write. */
export type Seen = {
	/** Undefined for a write that is about no project, or if the service no longer has it. */
	readonly record?: Project;
	/** The deployments before another one. Undefined if they could not be read. */
	readonly list?: DeploymentList;
};

export type Clearance =
	| {readonly kind: 'clear'; readonly write: Write}
	/** Nothing is left to send. */
	| {readonly kind: 'unneeded'; readonly effect: Effect}
	/** Someone else has changed what the person did not see. */
	| {readonly kind: 'contested'; readonly field: keyof ProjectChanges | undefined; readonly sentence: SafeText};

export const refusal = (sentence: SafeText) => new ApiError('E_REFUSED', sentence, {phase: 'not-sent'});

/** Reads what a write is compared with: the record of its project, for a deployment also the list, and for a repetition whatever could show that it has taken effect. Throws an `ApiError` of a write that was not sent. */
export async function readBefore(client: Client, {write, repeated}: ConfirmedWrite): Promise<Seen> {
	try {
		if (write.kind !== 'deploy' && repeated) rejectSign(repeated, await lookForResult(client, repeated, neverAborted));
		if (!('projectId' in write)) return {};
		const {projectId} = write;
		const [record, list] = await Promise.all([
			orError(client.readProject(projectId, neverAborted)),
			write.kind === 'deploy' ? orError(client.listDeployments(projectId, neverAborted, withReadRetries)) : undefined,
		]);
		if (record instanceof ApiError) {
			if (record.kind !== 'missing' || write.kind !== 'delete') throw record;
			await proveGone(client, projectId, record, 'not-sent');
			return {};
		}

		if (list instanceof ApiError && repeated) throw list;
		if (!list || list instanceof ApiError) return {record};
		// The list that is recorded as the earlier one must not hold the deployment that is looked for.
		if (repeated?.write.kind === 'deploy') rejectSign(repeated, findDeployed(repeated.write, list));
		return {record, list};
	} catch (error) {
		if (!(error instanceof ApiError) || error.details.phase === 'not-sent') throw error;
		const sentence = plain`${error.message} Nothing was sent: landfall reads a project before each change.`;
		throw new ApiError(error.code, sentence, {...error.details, phase: 'not-sent'});
	}
}

function rejectSign(repeated: Intent, {kind}: Finding): void {
	if (kind === 'absent') return;
	throw refusal(plain`${doubtText(repeated)}. The service shows a sign of it, so it was not sent again.`);
}

/** Decides whether a write may leave, by what the service has and by the guards in force at this moment. Throws an `ApiError` if not. `hasUnconfirmed`: whether a change to the service is unconfirmed. */
export function clearToSend(
	{ref: {project: title}, write, isProtectionConfirmed, basedOn}: ConfirmedWrite,
	{record, list}: Seen,
	guards: WriteGuards,
	hasUnconfirmed: boolean,
): Clearance {
	const readOnly = readOnlyText(guards);
	if (readOnly)
		throw refusal(
			guards.readOnlyReason ? plain`${readOnly} Nothing was sent.` : plain`${readOnly}, so nothing was sent.`,
		);
	const clear = {kind: 'clear', write} as const;
	if (write.kind === 'create') return clear;
	if (write.kind === 'other') {
		const {kind} = documentedWrite(write.method, write.path) ?? {};
		if (kind === 'create' || kind === 'edit') return clear;
		if (guards.guards.protects.length === 0 && !hasUnconfirmed) return clear;
		throw refusal(
			plain`Nothing was sent: with protected projects or an unconfirmed change, landfall sends only the documented requests, and their paths as documented.`,
		);
	}

	if (!record) return {kind: 'unneeded', effect: {kind: 'deleted', notice: safe(`${title} was already gone`, 300)}};
	const current = confirmationFor(record);
	if (write.kind === 'edit') {
		const {changes, base} = write;
		const now = baseOf(record);
		if (fieldsIn(changes).every(field => isSameField(field, now.values, changes))) {
			const notice = plain`${current.title} already has these values, so nothing was sent`;
			return {kind: 'unneeded', effect: {kind: 'saved', sent: changes, earlier: changes, project: record, notice}};
		}

		const isOutdated = basedOn !== undefined && record.updatedAt !== undefined && record.updatedAt !== basedOn;
		const contested = contestedFields(changes, base, now);
		if (!isOutdated && contested.length === 0) return {kind: 'clear', write: {...write, base: now}};
		const fields = isOutdated ? [] : contested;
		return {kind: 'contested', field: fields[0], sentence: conflictText(fields, now.values)};
	}

	const mayBeProtected = write.kind === 'deploy' && isProtectionConfirmed;
	if (!mayBeProtected && isProtected(guards.guards, current)) throw refusal(protectedText(write.kind, current.title));
	if (current.title !== title)
		throw refusal(plain`${safe(title, 280)} is called ${current.title} now, so nothing was sent.`);
	return write.kind === 'deploy' ? {kind: 'clear', write: withKnown(write, list)} : clear;
}
