import type {LocalTime, ServiceTime} from '../base/clock.ts';
import type {HttpMethod} from '../base/http-methods.ts';
import {createEraser} from '../base/redaction.ts';
import type {SafeText} from '../base/text.ts';
import type {ErrorCode} from './errors.ts';
import type {FieldFlaw} from './types.ts';

/** A request as sent over the wire. `url` is absolute; the key is in `headers`. */
export type WireRequest = {
	readonly method: HttpMethod;
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
};

/** The outcome of a request: how far it got, and the response. Failures are part of it, so a transport never rejects. */
export type WireAnswer =
	| {
			readonly outcome: 'answered';
			readonly status: number;
			/** Keyed by lower-case name. */
			readonly headers: ReadonlyMap<string, string>;
			readonly body: string;
			/** False if the body ended before its announced length, or was aborted. */
			readonly isComplete: boolean;
			/** Why the body cannot be used although a response arrived. */
			readonly flaw?: 'stalled' | 'too-large' | 'encoded' | 'not-utf8';
			/** How long a cache has kept it. Undefined if none seems to have. */
			readonly ageMs?: number;
	  }
	/** No byte of the request reached the service. `code` is Node's error code, or `TIMEOUT` and in which stage. */
	| {
			readonly outcome: 'not-sent';
			readonly code: string;
			readonly isTimeout: boolean;
			/** The host and port of the proxy in between. */
			readonly proxy?: string | undefined;
			readonly proxyStatus?: number | undefined;
			/** What is wrong with the certificates that the user has added. */
			readonly trustProblem?: SafeText | undefined;
	  }
	/** At least part of the request may have been sent, but there was no complete response. `hasBegun` means that its first bytes arrived. */
	| {readonly outcome: 'lost'; readonly code: string; readonly isTimeout: boolean; readonly hasBegun?: boolean}
	| {readonly outcome: 'aborted'};

export type Answered = Extract<WireAnswer, {readonly outcome: 'answered'}>;

/** Sends one request to the service, over the network or in process. Never rejects. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;

/** Returns a transport that removes the key from every response, in case the service echoes it. The only place where responses are redacted. */
export function createRedactingTransport(transport: Transport, apiKey: string): Transport {
	const erase = createEraser(apiKey);
	return async (request, signal) => {
		const answer = await transport(request, signal);
		if (answer.outcome !== 'answered') return answer;
		const headers = new Map([...answer.headers].map(([name, value]) => [name, erase(value)] as const));
		return {...answer, headers, body: erase(answer.body, !answer.isComplete)};
	};
}

/** A request that is being sent, and how it was admitted. `asked`: at once, beyond the budget, because somebody waits for it. The others count against the budget: `early` without waiting for a turn, `turn`, and the turns of a `discovery`. */
export type SentRequest = {readonly at: LocalTime; readonly pace: 'asked' | 'early' | 'turn' | 'discovery'};

/** A finished request, for the request log and statistics. Contains no key, cursor or body of the request. */
export type LoggedRequest = {
	readonly method: HttpMethod;
	readonly path: SafeText;
	readonly attempt: number;
	/** Whether it tested an address and a key that are not in use. */
	readonly isTrial?: boolean;
	readonly outcome: WireAnswer['outcome'];
	readonly status?: number | undefined;
	readonly fault?: ErrorCode | undefined;
	/** What went wrong, as the user reads it elsewhere. It may quote the service. */
	readonly message?: SafeText | undefined;
	readonly requestId?: SafeText | undefined;
	/** Where the response as a whole is not as the interface documents it. */
	readonly flaws?: readonly FieldFlaw[];
	readonly startedAt: LocalTime;
	readonly tookMs: number;
	readonly bytes: number;
	/** Until when the service asked for a pause. */
	readonly retryAt?: LocalTime | undefined;
	/** The response's `Date`, in whole seconds. That of a cache does not count. */
	readonly serverDate?: ServiceTime | undefined;
	readonly ageMs?: number | undefined;
};
