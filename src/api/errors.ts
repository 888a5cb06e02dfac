import type {LocalTime} from '../clock.ts';
import {type SafeText, safe} from '../text.ts';
import type {RetryAfter} from './retry/retry-after.ts';

/** What each way of failing means for whoever decides what to do about it. */
const kinds = {
	/** 401. */
	E_AUTH: 'auth',
	/** 403. */
	E_FORBIDDEN: 'forbidden',
	/** 404, 410. */
	E_NOT_FOUND: 'missing',
	/** 409, 412. */
	E_CONFLICT: 'rejected',
	/** Any other 4xx. */
	E_INVALID: 'rejected',
	/** 413, 414, 431. */
	E_TOO_LARGE: 'rejected',
	/** 429. */
	E_RATE: 'busy',
	/** 502, 503, 504. */
	E_UNAVAILABLE: 'server',
	/** Any other 5xx. */
	E_SERVER: 'server',
	/** 408. */
	E_TIMEOUT_REQ: 'timeout',
	/** Any other status that is no success. */
	E_STATUS: 'malformed',
	E_REDIRECT: 'malformed',
	/** A web page in the place of data. */
	E_HTML: 'malformed',
	/** The answer ended before its end. */
	E_TRUNCATED: 'network',
	E_JSON: 'malformed',
	E_EMPTY: 'malformed',
	/** JSON, but not of the form that the interface describes. */
	E_SHAPE: 'malformed',
	/** About something else than was asked for. */
	E_MISMATCH: 'malformed',
	E_BODY_TOO_BIG: 'malformed',
	/** Packed, or not UTF-8. */
	E_ENCODING: 'malformed',
	/** What came is not HTTP. */
	E_HTTP: 'malformed',
	E_DNS: 'network',
	E_CONNECT: 'network',
	E_TLS: 'network',
	E_PROXY: 'network',
	/** The connection broke before an answer came. */
	E_RESET: 'network',
	E_TIMEOUT_CONNECT: 'timeout',
	/** Connected, and no answer began. */
	E_TIMEOUT_HEADERS: 'timeout',
	/** The answer began and stopped. */
	E_TIMEOUT_BODY: 'timeout',
	/** This computer has no room for one more connection. */
	E_LOCAL: 'network',
	/** landfall did not send it. */
	E_REFUSED: 'refused',
} as const;

/** What went wrong with a call, in a word that can be looked for. */
export type ErrorCode = keyof typeof kinds;

/** What kept a call from giving a usable answer, as far as it matters for what is done about it. */
export type ApiErrorKind = (typeof kinds)[ErrorCode];

/** How far a call got. After `not-sent` and `rejected` the service has changed nothing; after `maybe-executed` nobody knows. */
type Phase = 'not-sent' | 'maybe-executed' | 'rejected';

/** What a call is about. It decides what a 404 means. */
export type Subject = 'projects' | 'project' | 'deployments' | 'deployment';

export type ApiErrorDetails = {
	readonly phase: Phase;
	/** What a 404 or 410 was about. */
	readonly missing?: Subject;
	readonly status?: number;
	readonly requestId?: SafeText;
	/** What the service itself said about it, shortened. It is part of the message too. */
	readonly serviceSays?: SafeText;
	/** What the service said about when to call again. */
	readonly retryAfter?: RetryAfter;
	/** Until when it is left alone for that: milliseconds since the epoch. Never longer than a quarter of an hour, whatever it asked for. */
	readonly retryAt?: LocalTime;
};

/** What later is as it is now, until a person changes something: the same call will hardly fare better. */
const lasting: ReadonlySet<ErrorCode> = new Set(['E_TLS']);

/**
The only error this room throws, besides `Aborted`.

`message` is for a person: what happened, what the service says about it, and what may help. It never holds the key. `kind` decides what a screen offers.
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
		this.kind = kinds[code];
		this.details = details;
	}

	/** Whether the same call, unchanged, could succeed soon. */
	get isTransient(): boolean {
		return ['busy', 'server', 'network', 'timeout', 'malformed'].includes(this.kind) && !lasting.has(this.code);
	}
}

/** Thrown instead of an answer to a call that its caller gave up. */
export class Aborted extends Error {
	override readonly name = 'Aborted';
}
