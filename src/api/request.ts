import type {Clock} from '../clock.ts';
import {plain, type SafeText, safe} from '../text.ts';
import {requestIdOf} from './error-body.ts';
import {type EvidenceRecord, messageForCode} from './error-message.ts';
import {Aborted, ApiError, type ApiErrorDetails, type RetryAfter, type Subject, unknownOutcomeText} from './errors.ts';
import {parseJson} from './parse-json.ts';
import type {RequestRecord, SentRequest} from './request-record.ts';
import type {Received} from './response-body.ts';
import {checkResponse, type ResponseCheck} from './response-check.ts';
import type {Policy} from './retry.ts';
import {parseHttpDate, parseRetryAfter, pauseFor, retryAfterText} from './retry-after.ts';
import type {Transport, WireAnswer, WireRequest} from './transport.ts';

/** A service and how to reach it. */
export type Connection = {
	readonly transport: Transport;
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly clock: Clock;
	readonly userAgent: string;
	readonly onRequestEnd: (record: RequestRecord) => void;
	readonly onRequestSent: (sent: SentRequest) => void;
	readonly evidence: EvidenceRecord;
	/** Rate limit and retries. Without one, requests are neither limited nor retried. */
	readonly policy: Policy | undefined;
};

export type RequestOptions = {
	/** Retries the request where that is safe. For requests that the user waits for and no caller retries. */
	readonly isRetried?: boolean;
	/** The request tests an address and a key that are not in use, so it says nothing about the active service. */
	readonly isTrial?: boolean;
	/** Nobody asked for the request: it counts against the budget. */
	readonly isBackground?: boolean;
	/** The attempt number, if the caller retries by itself. Default: 1. */
	readonly attempt?: number;
	/** Receives the redacted answer before it is judged, unless the request was aborted. */
	readonly onAnswer?: (answer: WireAnswer) => void;
};

/** Options for requests that the user waits for. */
export const userRequest: RequestOptions = {isRetried: true};

export type Call = {
	readonly method: WireRequest['method'];
	readonly path: string;
	readonly subject: Subject;
	readonly query?: {readonly limit?: number; readonly cursor?: string};
	/** Sent as JSON. */
	readonly body?: object;
	/** What a success must return. Default: JSON. */
	readonly expects?: 'json' | 'nothing' | 'anything';
	readonly options?: RequestOptions | undefined;
};

/** Sends a request and returns a successful response. Throws `ApiError`, or `Aborted` once the signal is aborted. */
export async function request(connection: Connection, call: Call, signal: AbortSignal): Promise<Received> {
	const {isRetried = false, attempt = 1} = call.options ?? {};
	const {policy} = connection;
	const once = (number: number, until: AbortSignal) => requestOnce(connection, call, number, until);
	return isRetried && policy ? policy.retry(call.method, once, signal) : once(attempt, signal);
}

/** Resolves when a request may be sent. The service may have asked for a pause while it waited: then a read waits again, a write is refused until the pause is over, and a read that nobody asked for is aborted. */
async function admit(policy: Policy, {method, options = {}}: Call, signal: AbortSignal): Promise<void> {
	const {isTrial = false, isBackground = false} = options;
	const isRead = method === 'GET' && !isTrial;
	do {
		if (isRead && !isBackground) await policy.pause(signal);
		await policy.limit.admit(signal);
	} while (isRead && !isBackground && !signal.aborted && policy.isWaiting());
	const pausedUntil = isTrial ? undefined : policy.pausedUntil();
	if (pausedUntil === undefined) return;
	if (isBackground) throw new Aborted(`${method} was not sent during a pause`);
	if (method === 'GET') return;
	const sentence = plain`The service asked for a pause, so nothing was sent.`;
	throw new ApiError('E_RATE', sentence, {phase: 'not-sent', retryAt: pausedUntil});
}

async function requestOnce(
	connection: Connection,
	call: Call,
	attempt: number,
	signal: AbortSignal,
): Promise<Received> {
	const {clock, onRequestEnd, onRequestSent, policy, evidence} = connection;
	const {method, subject, expects = 'json'} = call;
	const {isTrial = false, isBackground = false} = call.options ?? {};
	const wire = wireRequest(connection, call);

	if (policy) await admit(policy, call, signal);
	if (signal.aborted) throw new Aborted(`${method} was aborted`);
	const startedAt = clock.now();
	if (!isTrial) onRequestSent({at: startedAt, isBackground});
	const answer = await transmit(connection, wire, signal);
	const endedAt = clock.now();

	policy?.limit.record(answer.outcome === 'answered' ? answer.status : undefined);

	const tookMs = endedAt - startedAt;
	const trial = isTrial ? {isTrial: true} : {};
	const record = {method, path: shownPath(call), attempt, outcome: answer.outcome, startedAt, tookMs, ...trial};
	if (answer.outcome === 'aborted') {
		onRequestEnd({...record, bytes: 0});
		throw new Aborted(`${method} was aborted`);
	}

	call.options?.onAnswer?.(answer);
	if (answer.outcome !== 'answered') {
		const message = messageForCode(answer, wire.url, tookMs, evidence.get());
		const phase = answer.outcome === 'not-sent' ? 'not-sent' : 'maybe-executed';
		const error = failure(method, message, {phase});
		onRequestEnd({...record, bytes: 0, fault: error.code, message: error.message});
		throw error;
	}

	const {status, headers, body} = answer;
	const json = parseJson(body);
	const id = requestIdOf(answer, json);
	const requestId = id === undefined ? undefined : safe(id, 128);
	const serverDate = parseHttpDate(headers.get('date') ?? '');
	const problem = checkResponse(answer, json, {method, subject, expects, url: wire.url, evidence: evidence.get()});
	evidence.add(problem ? 'answered' : 'served');
	const retryAfter = problem && retryAfterOf(headers, endedAt);
	const quietMs = pauseFor(retryAfter?.askedMs);
	const wait = retryAfter ? plain` It ${retryAfterText(retryAfter)}.` : plain``;
	const error =
		problem &&
		failure(
			method,
			{...problem, sentence: plain`${problem.sentence}${wait}`},
			{
				phase: isRejected(status, problem) ? 'rejected' : 'maybe-executed',
				status,
				...(problem.code === 'E_NOT_FOUND' && {missing: subject}),
				...(requestId !== undefined && {requestId}),
				...(problem.says !== undefined && {serviceSays: problem.says}),
				...(retryAfter && {retryAfter}),
				...(quietMs !== undefined && {retryAt: endedAt + quietMs}),
			},
		);
	onRequestEnd({
		...record,
		status,
		bytes: Buffer.byteLength(body),
		...(requestId !== undefined && {requestId}),
		...(serverDate !== undefined && {serverDate}),
		...(error && {fault: error.code, message: error.message}),
		...(quietMs !== undefined && {retryAt: endedAt + quietMs}),
	});
	if (error) throw error;
	return {json, text: body, status, requestId};
}

const isRejected = (status: number, {code}: ResponseCheck): boolean =>
	code === 'E_REDIRECTED_WRITE' || (status >= 400 && status <= 499 && status !== 408);

function retryAfterOf(headers: ReadonlyMap<string, string>, now: number): RetryAfter | undefined {
	const text = headers.get('retry-after');
	return text === undefined ? undefined : {text: safe(text, 64), askedMs: parseRetryAfter(headers, now)};
}

/** The only place where requests are sent. */
const transmit = ({transport}: Connection, wire: WireRequest, signal: AbortSignal): Promise<WireAnswer> =>
	transport(wire, signal);

function wireRequest({baseUrl, apiKey, userAgent}: Connection, {method, path, query, body}: Call): WireRequest {
	const url = new URL(baseUrl + path);
	for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));

	const headers = {authorization: `Bearer ${apiKey}`, accept: 'application/json', 'user-agent': userAgent};
	if (body === undefined) return {method, url, headers};
	return {method, url, headers: {...headers, 'content-type': 'application/json'}, body: JSON.stringify(body)};
}

/** Hides the cursor, and a query that the user typed: it is long, opaque, and may contain anything. */
function shownPath({path, query}: Call): SafeText {
	const parts = [
		query?.limit === undefined ? [] : `limit=${query.limit}`,
		query?.cursor === undefined ? [] : 'cursor=…',
	];
	const shown = parts.flat().join('&');
	return safe(shown === '' ? path.replace(/\?.*/s, '?…') : `${path}?${shown}`);
}

function failure(method: Call['method'], {code, sentence, says}: ResponseCheck, details: ApiErrorDetails): ApiError {
	const isUnknown = method !== 'GET' && details.phase === 'maybe-executed';
	const outcome = isUnknown ? unknownOutcomeText : '';
	return new ApiError(code, `${sentence}${outcome}${says === undefined ? '' : ` It says: ${says}`}`, details);
}
