import {type Client, uncached} from '../api/client.ts';
import {documentedWrite} from '../api/endpoint.ts';
import {ApiError, orError} from '../api/errors.ts';
import {neverAborted, readRetries} from '../api/request.ts';
import type {DeploymentList, Project, ProjectChanges} from '../api/types.ts';
import type {LocalTime, ServiceTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {confirmationFor, isAnswer, protectedText} from '../model/confirmation.ts';
import {isProtected, readOnlySentence, type WriteGuards} from '../model/connection.ts';
import {
	baseOf,
	conflictText,
	contestedFields,
	type Effect,
	type Finding,
	findDeployed,
	type Intent,
	type IntentRef,
	unconfirmedWriteText,
	type Write,
} from '../model/write-intent.ts';
import {deployKnowing, proveGone, readOutcome} from './write-requests.ts';

export type ApprovedWrite = {
	readonly ref: IntentRef;
	readonly write: Write;
	/** The name and slug shown in the question. Undefined for a repetition. */
	readonly labels?: readonly string[] | undefined;
	/** The user confirmed this single project as a protected one. */
	readonly isProtectionConfirmed?: boolean | undefined;
	readonly basedOn?: ServiceTime | undefined;
	readonly repeated?: Intent | undefined;
};

type Seen = {
	/** Undefined for a write without a project, and if the service no longer has the project. */
	readonly record?: Project;
	readonly readAt: LocalTime;
	readonly list?: DeploymentList;
};

export type Clearance =
	| {readonly kind: 'clear'; readonly write: Write}
	| {readonly kind: 'unneeded'; readonly effect: Effect}
	| {readonly kind: 'contested'; readonly field: keyof ProjectChanges | undefined; readonly sentence: SafeText};

/** An older record is read again before the write, because somebody may have changed it meanwhile. */
const maxSeenMs = 2000;

export const unavailable = (sentence: SafeText) => new ApiError('E_REFUSED', sentence, {phase: 'not-sent'});

/** Reads the project of the write. Also reads the list for a deployment, and for a repetition any possible sign of the write. Throws an `ApiError` that says nothing was sent. */
export async function readBefore(
	client: Client,
	{write, repeated}: ApprovedWrite,
	now: () => LocalTime,
): Promise<Seen> {
	const fresh = uncached(client);
	let readAt = now();
	try {
		if (write.kind !== 'deploy' && repeated) rejectSign(repeated, await readOutcome(client, repeated, neverAborted));
		if (!('projectId' in write)) return {readAt};
		const {projectId} = write;
		readAt = now();
		let [record, list] = await Promise.all([
			orError(fresh.readProject(projectId, neverAborted)),
			write.kind === 'deploy' ? orError(fresh.listDeployments(projectId, neverAborted, readRetries)) : undefined,
		]);
		// The list may have taken long, or the process may have stood still.
		if (now() - readAt > maxSeenMs) {
			readAt = now();
			record = await orError(fresh.readProject(projectId, neverAborted));
		}

		if (record instanceof ApiError) {
			if (record.kind !== 'not found' || write.kind !== 'delete') throw record;
			await proveGone(client, projectId, record, 'not-sent');
			return {readAt};
		}

		if (list instanceof ApiError && repeated) throw list;
		if (!list || list instanceof ApiError) return {record, readAt};
		// The list must not already contain the deployment to reconcile.
		if (repeated?.write.kind === 'deploy') rejectSign(repeated, findDeployed(repeated.write, list));
		return {record, readAt, list};
	} catch (error) {
		if (!(error instanceof ApiError) || error.code === 'E_REFUSED') throw error;
		const sentence = plain`${error.message} Nothing was sent: landfall checks the service before each change.`;
		throw new ApiError(error.code, sentence, {...error.details, phase: 'not-sent'});
	}
}

function rejectSign(repeated: Intent, finding: Finding): void {
	if (finding.kind === 'absent') return;
	const sign = finding.kind === 'confirmed' ? finding.effect.notice : finding.text;
	throw unavailable(plain`${unconfirmedWriteText(repeated)}. ${sign}, so it was not sent again.`);
}

/** Throws an `ApiError` if the guards or the service's current record forbid the write. */
export function clearToSend(
	{ref: {project: title}, write, labels, isProtectionConfirmed, basedOn, repeated}: ApprovedWrite,
	{record, list}: Seen,
	guards: WriteGuards,
): Clearance {
	const readOnly = readOnlySentence(guards);
	if (readOnly) throw unavailable(readOnly);
	const clear = {kind: 'clear', write} as const;
	if (write.kind === 'create') return clear;
	if (write.kind === 'other') {
		const {kind} = documentedWrite(write.method, write.path) ?? {};
		if (kind === 'create' || kind === 'edit') return clear;
		if (guards.guards.protects.length === 0) return clear;
		throw unavailable(
			plain`Nothing was sent: while projects are protected, landfall sends only documented requests, with paths as documented.`,
		);
	}

	if (!record) return {kind: 'unneeded', effect: {kind: 'deleted', notice: safe(`${title} was already gone`, 300)}};
	const current = confirmationFor(record);
	if (write.kind === 'edit') {
		const {changes, base} = write;
		const now = baseOf(record);
		const isOutdated = basedOn !== undefined && record.updatedAt !== basedOn;
		const contested = contestedFields(changes, base, now);
		if (!isOutdated && contested.length === 0) return {kind: 'clear', write: {...write, base: now}};
		const fields = isOutdated ? [] : contested;
		return {kind: 'contested', field: fields[0], sentence: conflictText(fields, now.values)};
	}

	const mayBeProtected = write.kind === 'deploy' && isProtectionConfirmed;
	const known = {labels: current.labels.length === 0 ? [] : [...current.labels, ...(labels ?? [])]};
	if (!mayBeProtected && isProtected(guards.guards, known)) {
		const first = repeated ? plain` Dismiss this change first.` : '';
		throw unavailable(plain`${protectedText(write.kind, current.title)}${safe(first)}`);
	}

	// The question showed the slug or the id if there was no name.
	if (labels?.length !== 0 && !isAnswer(title, current.title))
		throw unavailable(plain`${safe(title, 280)} is called ${current.title} now, so nothing was sent.`);
	return write.kind === 'deploy' ? {kind: 'clear', write: deployKnowing(write, list)} : clear;
}
