import type {LocalTime} from '../base/clock.ts';
import {addPeriod, plain, type SafeText, safe} from '../base/text.ts';

/** `messageForStatus` says which status has which code. */
const kindsByCode = {
	E_AUTH: 'auth',
	E_FORBIDDEN: 'forbidden',
	E_NOT_FOUND: 'not found',
	E_CONFLICT: 'rejected',
	E_INVALID: 'rejected',
	E_TOO_LARGE: 'rejected',
	E_RATE: 'busy',
	E_UNAVAILABLE: 'server',
	E_SERVER: 'server',
	E_TIMEOUT_REQ: 'timeout',
	E_STATUS: 'malformed',
	E_REDIRECT: 'malformed',
	/** 307 or 308 in answer to a write, so the write was not carried out. */
	E_REDIRECTED_WRITE: 'rejected',
	E_HTML: 'malformed',
	E_TRUNCATED: 'network',
	E_JSON: 'malformed',
	E_EMPTY: 'malformed',
	E_SHAPE: 'malformed',
	E_ADDRESS: 'malformed',
	/** The service rejects its own cursors, so its list cannot be read whole. */
	E_CURSOR: 'malformed',
	E_MISMATCH: 'malformed',
	E_CACHED: 'malformed',
	E_BODY_TOO_BIG: 'malformed',
	E_ENCODING: 'malformed',
	E_HTTP: 'malformed',
	E_DNS: 'network',
	E_CONNECT: 'network',
	E_TLS: 'network',
	E_PROXY: 'network',
	/** 407. Another attempt with the same password may lock the account. */
	E_PROXY_AUTH: 'proxy',
	E_RESET: 'network',
	E_TIMEOUT_CONNECT: 'timeout',
	E_TIMEOUT_HEADERS: 'timeout',
	E_TIMEOUT_BODY: 'timeout',
	E_LOCAL: 'network',
	E_REFUSED: 'unsendable',
} as const;

export type ErrorCode = keyof typeof kindsByCode;

export const unconfirmedOutcomeText = plain` landfall does not know whether it was done.`;

export type ApiErrorKind = (typeof kindsByCode)[ErrorCode];

/** After `not-sent` and `rejected`, the service has changed nothing. After `maybe-executed`, nobody knows. */
type Phase = 'not-sent' | 'maybe-executed' | 'rejected';

/** `page`: the projects after a cursor. `path`: anything the interface does not describe. */
export type RequestedThing = 'projects' | 'page' | 'project' | 'deployments' | 'deployment' | 'path';

export type RetryAfter = {readonly text: SafeText; readonly askedMs: number | undefined};

export type ApiErrorDetails = {
	readonly phase: Phase;
	readonly notFound?: RequestedThing | undefined;
	readonly status?: number | undefined;
	readonly requestId?: SafeText | undefined;
	readonly serviceSays?: SafeText | undefined;
	readonly retryAfter?: RetryAfter | undefined;
	readonly retryAt?: LocalTime | undefined;
};

/**
The only error of the API layer besides `Aborted`.

`message` is for the user: what happened, the words of the service, and what may help. It never contains the key. `kind` decides what a screen offers.
*/
export class ApiError extends Error {
	override readonly name = 'ApiError';
	declare readonly message: SafeText;
	readonly code: ErrorCode;
	readonly kind: ApiErrorKind;
	readonly details: ApiErrorDetails;

	constructor(code: ErrorCode, message: string, details: ApiErrorDetails) {
		super(safe(message, 600));
		this.code = code;
		this.kind = kindsByCode[code];
		this.details = details;
	}

	/** Whether the same request could succeed soon. A TLS failure or a wrong address lasts until the user changes something. */
	get isTransient(): boolean {
		const isLasting = this.code === 'E_TLS' || this.code === 'E_ADDRESS';
		return ['busy', 'server', 'network', 'timeout', 'malformed'].includes(this.kind) && !isLasting;
	}

	/** Whether the next request would most likely fail too, because the cause is the connection, the key or the service rather than one record. */
	get isGeneral(): boolean {
		const isPaused = this.kind === 'busy' && this.details.phase === 'not-sent';
		return ['auth', 'proxy', 'network', 'server', 'timeout'].includes(this.kind) || isPaused;
	}
}

export class Aborted extends Error {
	override readonly name = 'Aborted';
}

export async function orError<Answer>(answer: Answer): Promise<Awaited<Answer> | ApiError> {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof ApiError) return error;
		throw error;
	}
}

export const addRequestId = (sentence: SafeText, requestId: SafeText | undefined): SafeText =>
	requestId === undefined || sentence.includes(requestId)
		? addPeriod(sentence)
		: plain`${addPeriod(sentence)} Request id: ${requestId}.`;

export const errorSentence = ({message, details: {requestId}}: ApiError): SafeText =>
	requestId === undefined ? message : addRequestId(message, requestId);
