import type {LocalTime, ServiceTime} from '../base/clock.ts';
import type {HttpMethod} from '../base/http-methods.ts';
import {createEraser} from '../base/redaction.ts';
import type {SafeText} from '../base/text.ts';
import type {ErrorCode} from './errors.ts';
import type {FieldFlaw} from './types.ts';

export type WireRequest = {
	readonly method: HttpMethod;
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
};

export type WireAnswer =
	| {
			readonly outcome: 'answered';
			readonly status: number;
			/** Keyed by lower-case name. */
			readonly headers: ReadonlyMap<string, string>;
			readonly body: string;
			/** False if the body was aborted, or ended before its announced length. */
			readonly isComplete: boolean;
			readonly flaw?: 'stalled' | 'too-large' | 'encoded' | 'not-utf8';
			readonly ageMs?: number;
	  }
	/** No byte reached the service. `code`: Node's error code, or `TIMEOUT` with its stage. */
	| {
			readonly outcome: 'not-sent';
			readonly code: string;
			readonly isTimeout: boolean;
			readonly proxy?: string | undefined;
			readonly proxyStatus?: number | undefined;
			readonly trustProblem?: SafeText | undefined;
	  }
	/** Part of the request may have been sent, and no complete response arrived. `hasBegun`: the response had begun. */
	| {readonly outcome: 'lost'; readonly code: string; readonly isTimeout: boolean; readonly hasBegun?: boolean}
	| {readonly outcome: 'aborted'};

export type Answered = Extract<WireAnswer, {readonly outcome: 'answered'}>;

/** Never rejects. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;

/** Removes the key from every response, in case the service echoes it. No other code redacts responses. */
export function createRedactingTransport(transport: Transport, apiKey: string): Transport {
	const erase = createEraser(apiKey);
	return async (request, signal) => {
		const answer = await transport(request, signal);
		if (answer.outcome !== 'answered') return answer;
		const headers = new Map([...answer.headers].map(([name, value]) => [name, erase(value)] as const));
		return {...answer, headers, body: erase(answer.body, !answer.isComplete)};
	};
}

/** `asked`: somebody waits, so it is sent at once, beyond the budget. The others use the budget: `early` without waiting for a turn, `turn` in turn, `discovery` in a turn of its own. */
export type SentRequest = {readonly at: LocalTime; readonly pace: 'asked' | 'early' | 'turn' | 'discovery'};

/** Contains no key, cursor or body of the request. */
export type LoggedRequest = {
	readonly method: HttpMethod;
	readonly path: SafeText;
	readonly attempt: number;
	readonly isTrial?: boolean;
	readonly outcome: WireAnswer['outcome'];
	readonly status?: number | undefined;
	readonly errorCode?: ErrorCode | undefined;
	readonly message?: SafeText | undefined;
	readonly requestId?: SafeText | undefined;
	readonly flaws?: readonly FieldFlaw[];
	readonly startedAt: LocalTime;
	readonly tookMs: number;
	readonly bytes: number;
	readonly retryAt?: LocalTime | undefined;
	/** In whole seconds. Undefined for an answer of a cache. */
	readonly serverDate?: ServiceTime | undefined;
	readonly ageMs?: number | undefined;
};
