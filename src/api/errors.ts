import {type SafeText, safe} from '../text.ts';

/**
What kept a call from giving a usable answer.

auth: 401. forbidden: 403. missing: 404, 410. rejected: any other 4xx. busy: 429. server: 5xx. network: no connection, or it broke. timeout: no answer in time, or 408. malformed: an answer that could not be used, redirects included. refused: landfall did not send it.
*/
export type ApiErrorKind =
	| 'auth'
	| 'forbidden'
	| 'missing'
	| 'rejected'
	| 'busy'
	| 'server'
	| 'network'
	| 'timeout'
	| 'malformed'
	| 'refused';

/** How far a call got. After `not-sent` and `rejected` the service has changed nothing; after `maybe-executed` nobody knows. */
type Phase = 'not-sent' | 'maybe-executed' | 'rejected';

export type ApiErrorDetails = {
	readonly phase: Phase;
	readonly status?: number;
	readonly requestId?: SafeText;
	/** What the service itself said about it, shortened. It is part of the message too. */
	readonly serviceSays?: SafeText;
	/** When the service asks to be left alone until: milliseconds since the epoch. */
	readonly retryAt?: number;
};

/**
The only error this room throws, besides `Aborted`.

`message` is for a person: what happened, what the service says about it, and what may help. It never holds the key. `kind` decides what a screen offers.
*/
export class ApiError extends Error {
	override readonly name = 'ApiError';
	declare readonly message: SafeText;
	readonly kind: ApiErrorKind;
	readonly details: ApiErrorDetails;

	constructor(kind: ApiErrorKind, message: string, details: ApiErrorDetails) {
		super(safe(message, 600));
		this.kind = kind;
		this.details = details;
	}

	/** Whether the same call, unchanged, could succeed later. */
	get isTransient(): boolean {
		return ['busy', 'server', 'network', 'timeout', 'malformed'].includes(this.kind);
	}
}

/** Thrown instead of an answer to a call that its caller gave up. */
export class Aborted extends Error {
	override readonly name = 'Aborted';
}
