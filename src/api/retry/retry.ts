import {type Clock, sleep} from '../../clock.ts';
import {plain} from '../../text.ts';
import {Aborted, ApiError, type ErrorCode} from '../errors.ts';
import type {WireRequest} from '../transport/transport.ts';

/**
Runs a request and retries it, with jittered exponential backoff, where that is safe and may help.

A read is retried after any transient error; a write only if no byte of it was sent. Resolves to the result of the first success; otherwise throws the last error, whose message then includes the number of attempts.
*/
export type Retry = <Result>(
	method: WireRequest['method'],
	attempt: (number: number, signal: AbortSignal) => Promise<Result>,
	signal: AbortSignal,
) => Promise<Result>;

const maxAttempts = 3;

/** The time for all attempts at a read, including the pauses; the last attempt gets what is left. No attempt starts with less than `minAttemptMs` left. A write is not limited by it: aborting a write does not undo it. */
const budgetMs = 45_000;
const minAttemptMs = 1000;

const basePauseMs = 500;
const maxPauseMs = 20_000;
const minPauseMs = 250;

/** The retry budget: a retry takes tokens and a success returns one, so that few requests are retried while a service is down. */
const maxTokens = 100;
const timeoutCost = 10;
const retryCost = 5;

/** Malformed responses that may be accidental get one retry. Any other malformed response would be the same again. */
const accidental: ReadonlySet<ErrorCode> = new Set(['E_JSON', 'E_EMPTY']);
const maxAccidentalAttempts = 2;

const maxAttemptsFor = ({kind, code}: ApiError): number => {
	if (kind !== 'malformed') return maxAttempts;
	return accidental.has(code) ? maxAccidentalAttempts : 1;
};

type Options = {
	readonly clock: Clock;
	/** Returns numbers from 0 to 1. */
	readonly random: () => number;
};

/** Returns the pause before the next attempt, or undefined if there must be none. */
function pauseAfter(error: ApiError, attempt: number, now: number, random: () => number): number | undefined {
	if (attempt >= maxAttemptsFor(error)) return undefined;
	const {retryAt} = error.details;
	// Up to 10 % jitter, so that clients do not all return at the same moment.
	if (retryAt !== undefined) return Math.max(minPauseMs, (retryAt - now) * (1 + random() / 10));
	return Math.max(minPauseMs, random() * Math.min(maxPauseMs, basePauseMs * 2 ** attempt));
}

const canRetry = (method: WireRequest['method'], {isTransient, details}: ApiError): boolean =>
	isTransient && (method === 'GET' || details.phase === 'not-sent');

/** Returns the error with the number of attempts in its message. */
function withAttempts(error: ApiError, attempts: number): ApiError {
	if (attempts < 2) return error;
	return new ApiError(error.code, plain`${error.message} Tried ${attempts} times.`, error.details);
}

/** Returns a signal that aborts with the given one or after a timeout. `release` removes the timer and the listener. */
function withTimeout(clock: Clock, signal: AbortSignal, timeoutMs: number) {
	const controller = new AbortController();
	const abort = () => controller.abort();
	const cancelTimeout = clock.after(timeoutMs, abort);
	signal.addEventListener('abort', abort);
	const release = () => {
		cancelTimeout();
		signal.removeEventListener('abort', abort);
	};
	return {signal: controller.signal, release};
}

/** Create one per service: all its requests share the retry budget. */
export function createRetry({clock, random}: Options): Retry {
	let tokens = maxTokens;

	return async (method, attempt, signal) => {
		const endsAt = clock.now() + budgetMs;
		let failure: ApiError | undefined;
		for (let number = 1; ; number++) {
			// The first attempt has only the usual deadlines of a request.
			const isLimited = method === 'GET' && number > 1;
			const limit = isLimited ? withTimeout(clock, signal, endsAt - clock.now()) : undefined;
			try {
				const result = await attempt(number, limit?.signal ?? signal);
				tokens = Math.min(maxTokens, tokens + 1);
				return result;
			} catch (error) {
				if (error instanceof Aborted && failure && !signal.aborted) throw withAttempts(failure, number);
				if (!(error instanceof ApiError)) throw error;
				failure = error;
				const cost = error.kind === 'timeout' ? timeoutCost : retryCost;
				const now = clock.now();
				const pauseMs = canRetry(method, error) ? pauseAfter(error, number, now, random) : undefined;
				if (pauseMs === undefined || tokens < cost || now + pauseMs > endsAt - minAttemptMs)
					throw withAttempts(error, number);
				tokens -= cost;
				await sleep(clock, pauseMs, signal);
				if (signal.aborted) throw withAttempts(error, number);
			} finally {
				limit?.release();
			}
		}
	};
}
