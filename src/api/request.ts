import type {Clock, LocalTime} from '../base/clock.ts';
import {duration} from '../base/duration.ts';
import type {HttpMethod} from '../base/http-methods.ts';
import {parseJson} from '../base/parse-json.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {requestedThing} from './endpoint.ts';
import {requestIdFlaws, requestIdOf} from './error-body.ts';
import {checkResponse, type ErrorMessage, messageForCode} from './error-message.ts';
import {Aborted, ApiError, type ApiErrorDetails, unconfirmedOutcomeText} from './errors.ts';
import {passPause, retryRead} from './retry.ts';
import {maxAskedPauseMs, parseHttpDate, retryAfterIn, retryAfterText} from './retry-after.ts';
import type {LoggedRequest, SentRequest, Transport, WireAnswer, WireRequest} from './transport.ts';

export type Endpoint = {
	readonly transport: Transport;
	/** From `parseBaseUrl`: everything before `/v1`. */
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly clock: Clock;
	readonly userAgent?: string;
	readonly onRequestEnd: (request: LoggedRequest) => void;
	readonly onRequestSent: (sent: SentRequest) => void;
	readonly notBefore?: () => LocalTime;
};

export type RequestOptions = {
	/** For reads that the user waits for and no caller retries. */
	readonly isRetried?: boolean;
	/** Rejects a cached answer: a decision about a write needs current data. */
	readonly isUncached?: boolean;
	/** A test of an address and a key that are not in use. It says nothing about the connection. */
	readonly isTrial?: boolean;
	readonly pace?: SentRequest['pace'];
	readonly attempt?: number;
	readonly onAnswer?: ((answer: WireAnswer) => void) | undefined;
};

export const readRetries: RequestOptions = {isRetried: true};

/** For writes: a sent write cannot be taken back. */
export const neverAborted = new AbortController().signal;

export type Call = {
	readonly method: HttpMethod;
	readonly path: string;
	readonly query?: {readonly limit?: number; readonly cursor?: string | undefined} | undefined;
	readonly body?: object;
	readonly expects?: 'json' | 'nothing' | 'anything';
	readonly options?: RequestOptions | undefined;
};

export type Received = {
	readonly json: unknown;
	readonly text: string;
	readonly status: number;
	readonly requestId: SafeText | undefined;
};

/** Throws `ApiError`, or `Aborted` once the signal is aborted. */
export async function request(endpoint: Endpoint, call: Call, signal: AbortSignal): Promise<Received> {
	const {isRetried = false, attempt = 1} = call.options ?? {};
	const once = (number: number) => requestOnce(endpoint, call, number, signal);
	// Only reads are certain to be idempotent.
	return isRetried && call.method === 'GET' ? retryRead(once, endpoint.clock, signal) : once(attempt);
}

async function requestOnce(endpoint: Endpoint, call: Call, attempt: number, signal: AbortSignal): Promise<Received> {
	const {clock, notBefore} = endpoint;
	const {method, path, expects = 'json', options = {}} = call;
	const {isTrial = false, isUncached = false, pace = 'asked', onAnswer} = options;
	const requested = requestedThing(path, call.query?.cursor);
	const wire = wireRequest(endpoint, call);

	// No await without a pause: the request must count as sent before its caller continues.
	if (!isTrial && notBefore && notBefore() > clock.now()) await passPause({clock, notBefore}, method, signal);
	if (signal.aborted) throw new Aborted(`${method} was aborted`);
	const startedAt = clock.now();
	if (!isTrial) endpoint.onRequestSent({at: startedAt, pace});
	const answer = await endpoint.transport(wire, signal);
	const endedAt = clock.now();
	const tookMs = endedAt - startedAt;
	const {outcome} = answer;

	const log = (details: Partial<LoggedRequest>, error?: ApiError) =>
		endpoint.onRequestEnd({
			method,
			path: shownPath(call),
			attempt,
			outcome,
			startedAt,
			tookMs,
			bytes: 0,
			...(isTrial && {isTrial}),
			...(error && {errorCode: error.code, message: error.message}),
			...details,
		});

	if (outcome === 'aborted') {
		log({});
		throw new Aborted(`${method} was aborted`);
	}

	onAnswer?.(answer);
	if (outcome !== 'answered') {
		const message = messageForCode(answer, wire.url, tookMs);
		const error = failure(method, message, {phase: outcome === 'not-sent' ? 'not-sent' : 'maybe-executed'});
		log({}, error);
		throw error;
	}

	const {status, headers, body, ageMs = 0} = answer;
	const json = parseJson(body);
	const id = requestIdOf(answer, json);
	const requestId = id === undefined ? undefined : safe(id, 128);
	const isTooOld = isUncached && ageMs > maxUncachedMs;
	const problem = isTooOld ? cachedMessage(ageMs) : checkResponse(answer, json, wire, {requested, expects});
	const retryAfter = problem && retryAfterIn(headers, endedAt);
	// landfall chooses the pause if the service asks for none.
	const retryAt = retryAfter?.askedMs ? endedAt + Math.min(retryAfter.askedMs, maxAskedPauseMs) : undefined;
	const error =
		problem &&
		failure(method, problem, {
			phase: isRejected(status, problem) ? 'rejected' : 'maybe-executed',
			status,
			notFound: problem.code === 'E_NOT_FOUND' ? requested : undefined,
			requestId,
			serviceSays: problem.says,
			retryAfter,
			retryAt,
		});
	const serverDate = ageMs > 0 ? undefined : parseHttpDate(headers.get('date'));
	const flaws = expects === 'json' && !error ? requestIdFlaws(json) : [];
	log({status, bytes: Buffer.byteLength(body), requestId, flaws, serverDate, ageMs, retryAt}, error);
	if (error) throw error;
	return {json, text: body, status, requestId};
}

/** An age is in whole seconds, so an uncached answer may seem up to this old. */
const maxUncachedMs = 2000;

const cachedMessage = (ageMs: number): ErrorMessage => ({
	code: 'E_CACHED',
	sentence: plain`A cache answered with data from ${duration(ageMs)} ago.`,
});

const isRejected = (status: number, {code}: ErrorMessage): boolean =>
	code === 'E_REDIRECTED_WRITE' || (status >= 400 && status <= 499 && status !== 408);

function wireRequest(
	{baseUrl, apiKey, userAgent = 'landfall'}: Endpoint,
	{method, path, query, body}: Call,
): WireRequest {
	const url = new URL(baseUrl + path);
	for (const [name, value] of Object.entries(query ?? {})) {
		if (value !== undefined) url.searchParams.set(name, String(value));
	}

	// The check before a write must not see a cached answer.
	const headers = {
		authorization: `Bearer ${apiKey}`,
		accept: 'application/json',
		'cache-control': 'no-cache',
		'user-agent': userAgent,
	};
	if (body === undefined) return {method, url, headers};
	return {method, url, headers: {...headers, 'content-type': 'application/json'}, body: JSON.stringify(body)};
}

/** Hides cursors, which are long and opaque, and typed queries, which may contain anything. */
function shownPath({path, query}: Call): SafeText {
	const {limit, cursor} = query ?? {};
	const shown = [...(limit === undefined ? [] : [`limit=${limit}`]), ...(cursor === undefined ? [] : ['cursor=…'])];
	return safe(shown.length > 0 ? `${path}?${shown.join('&')}` : path.replace(/\?.*/s, '?…'));
}

function failure(method: HttpMethod, {code, sentence}: ErrorMessage, details: ApiErrorDetails): ApiError {
	const {phase, retryAfter} = details;
	const wait = retryAfter ? plain` It ${retryAfterText(retryAfter)}.` : '';
	const outcome = method !== 'GET' && phase === 'maybe-executed' ? unconfirmedOutcomeText : '';
	return new ApiError(code, `${sentence}${wait}${outcome}`, details);
}
