import type {Clock} from '../../clock.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import type {CallRecord} from '../call-record.ts';
import {parseJson} from '../decode/parse-json.ts';
import {Aborted, ApiError, type ApiErrorDetails, type Subject} from '../errors.ts';
import {requestIdOf} from '../response/error-body.ts';
import {complaintOfCode} from '../response/error-message.ts';
import {judge, type ResponseCheck} from '../response/response-check.ts';
import type {EvidenceRecord} from '../retry/evidence.ts';
import {parseHttpDate} from '../retry/http-date.ts';
import {parseRetryAfter, pauseFor, type RetryAfter, retryAfterText} from '../retry/retry-after.ts';
import type {Policy} from '../retry/retry-policy.ts';
import type {Received} from './response-body.ts';
import type {Transport, WireAnswer, WireRequest} from './transport.ts';

/** Whom the calls go to, and how. */
export type Connection = {
	readonly transport: Transport;
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly clock: Clock;
	readonly userAgent: string;
	readonly onCall: (record: CallRecord) => void;
	readonly evidence: EvidenceRecord;
	/** How fast the service is called and what is repeated. Without one: as fast as anybody asks, each call once. */
	readonly policy: Policy | undefined;
};

/** How a call is made. */
export type Manner = {
	/** Somebody waits for it and nobody else repeats it: it is tried again where that is safe. */
	readonly isPatient?: boolean;
	/** It tries an address and a key that are not in use yet, so it says nothing about the service that is. */
	readonly isTrial?: boolean;
	/** The how manieth try it is of somebody who repeats it: 1 unless said otherwise. */
	readonly attempt?: number;
};

/** The manner of what a person waits for. */
export const awaited: Manner = {isPatient: true};

export type Call = {
	readonly method: WireRequest['method'];
	readonly path: string;
	readonly subject: Subject;
	readonly query?: {readonly limit?: number; readonly cursor?: string};
	/** Sent as JSON. */
	readonly body?: object;
	/** What a success brings: JSON unless said otherwise. */
	readonly brings?: 'json' | 'nothing';
	readonly manner?: Manner | undefined;
};

/** Sends one call and gives what a success brought. Throws `ApiError`, or `Aborted` once the call was given up. */
export async function request(connection: Connection, call: Call, signal: AbortSignal): Promise<Received> {
	const {isPatient = false, attempt = 1} = call.manner ?? {};
	const {policy} = connection;
	const once = (number: number, until: AbortSignal) => requestOnce(connection, call, number, until);
	return isPatient && policy ? policy.patiently(call.method, once, signal) : once(attempt, signal);
}

async function requestOnce(
	connection: Connection,
	call: Call,
	attempt: number,
	signal: AbortSignal,
): Promise<Received> {
	const {clock, onCall, policy, evidence} = connection;
	const {method, subject, brings = 'json'} = call;
	const wire = wireRequest(connection, call);

	if (policy && method === 'GET' && !call.manner?.isTrial) await policy.pause(signal);
	await policy?.limit.admit(method, signal);
	if (signal.aborted) throw new Aborted(`${method} was given up`);
	const startedAt = clock.now();
	const answer = await transmit(connection, wire, signal);
	const endedAt = clock.now();

	policy?.limit.heed(method, answer.outcome === 'answered' ? answer.status : undefined);

	const tookMs = endedAt - startedAt;
	const trial = call.manner?.isTrial ? {isTrial: true} : {};
	const record = {method, path: shownPath(call), attempt, outcome: answer.outcome, startedAt, tookMs, ...trial};
	if (answer.outcome === 'aborted') {
		onCall({...record, bytes: 0});
		throw new Aborted(`${method} was given up`);
	}

	if (answer.outcome !== 'answered') {
		const complaint = complaintOfCode(answer, wire.url, tookMs, evidence.get());
		onCall({...record, bytes: 0, fault: complaint.code});
		const phase = answer.outcome === 'not-sent' ? 'not-sent' : 'maybe-executed';
		throw failure(method, complaint, {phase});
	}

	const {status, headers, body} = answer;
	const json = parseJson(body);
	const id = requestIdOf(answer, json);
	const requestId = id === undefined ? undefined : safe(id, 128);
	const serverDate = parseHttpDate(headers.get('date') ?? '');
	const verdict = judge(answer, json, {subject, brings, url: wire.url, evidence: evidence.get()});
	evidence.add(verdict ? 'answered' : 'served');
	const retryAfter = verdict && retryAfterOf(headers, endedAt);
	const quietMs = pauseFor(retryAfter?.askedMs);
	onCall({
		...record,
		status,
		bytes: Buffer.byteLength(body),
		...(requestId !== undefined && {requestId}),
		...(serverDate !== undefined && {serverDate}),
		...(verdict && {fault: verdict.code}),
		...(quietMs !== undefined && {retryAt: endedAt + quietMs}),
	});
	if (!verdict) return {json, text: body, status, requestId};

	const wait = retryAfter ? plain` It ${retryAfterText(retryAfter)}.` : plain``;
	throw failure(
		method,
		{...verdict, sentence: plain`${verdict.sentence}${wait}`},
		{
			phase: status >= 400 && status <= 499 && status !== 408 ? 'rejected' : 'maybe-executed',
			status,
			...(verdict.code === 'E_NOT_FOUND' && {missing: subject}),
			...(requestId !== undefined && {requestId}),
			...(verdict.says !== undefined && {serviceSays: verdict.says}),
			...(retryAfter && {retryAfter}),
			...(quietMs !== undefined && {retryAt: endedAt + quietMs}),
		},
	);
}

function retryAfterOf(headers: ReadonlyMap<string, string>, now: number): RetryAfter | undefined {
	const text = headers.get('retry-after');
	return text === undefined ? undefined : {text: safe(text, 64), askedMs: parseRetryAfter(headers, now)};
}

/** The one place where a call leaves. */
const transmit = ({transport}: Connection, wire: WireRequest, signal: AbortSignal): Promise<WireAnswer> =>
	transport(wire, signal);

function wireRequest({baseUrl, apiKey, userAgent}: Connection, {method, path, query, body}: Call): WireRequest {
	const url = new URL(baseUrl + path);
	for (const [name, value] of Object.entries(query ?? {})) {
		if (value !== undefined) url.searchParams.set(name, String(value));
	}

	const headers = {authorization: `Bearer ${apiKey}`, accept: 'application/json', 'user-agent': userAgent};
	if (body === undefined) return {method, url, headers};
	return {method, url, headers: {...headers, 'content-type': 'application/json'}, body: JSON.stringify(body)};
}

/** A cursor is long and says nothing to a reader; nobody knows what is packed into it. */
function shownPath({path, query}: Call): SafeText {
	const parts = [
		query?.limit === undefined ? [] : `limit=${query.limit}`,
		query?.cursor === undefined ? [] : 'cursor=…',
	];
	const shown = parts.flat().join('&');
	return safe(shown === '' ? path : `${path}?${shown}`);
}

function failure(method: Call['method'], {code, sentence, says}: ResponseCheck, details: ApiErrorDetails): ApiError {
	const isUnknown = method !== 'GET' && details.phase === 'maybe-executed';
	const outcome = isUnknown ? plain` Whether it was done is not known.` : '';
	return new ApiError(code, `${sentence}${outcome}${says === undefined ? '' : ` It says: ${says}`}`, details);
}
