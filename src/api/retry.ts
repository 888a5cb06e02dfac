import {type Clock, type LocalTime, sleep} from '../clock.ts';
import {plain} from '../text.ts';
import {Aborted, ApiError, type ErrorCode} from './errors.ts';
import {createRateLimit, type RateLimit} from './rate-limit.ts';
import {attemptPauseMs} from './retry-delay.ts';
import type {WireRequest} from './transport.ts';

/** Makes attempts until one succeeds, and returns its result. After each failure, `recover` resolves when it is time for the next attempt, or throws to give up. Attempts count from 1. */
export async function withRetries<Result>(
	attempt: (number: number) => Promise<Result>,
	recover: (error: unknown, number: number) => Promise<void>,
): Promise<Result> {
	for (let number = 1; ; number++) {
		try {
			return await attempt(number);
		} catch (error) {
			await recover(error, number);
		}
	}
}

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

type RetryOptions = {
	readonly clock: Clock;
	/** Returns numbers from 0 to 1. */
	readonly random: () => number;
};

/** Create one per service: all its requests share the retry budget. */
export function createRetry({clock, random}: RetryOptions): Retry {
	let tokens = maxTokens;

	return (method, attempt, signal) => {
		const endsAt = clock.elapsed() + budgetMs;
		let failure: ApiError | undefined;

		const attemptInTime = async (number: number) => {
			// The first attempt has only the usual deadlines of a request.
			const isLimited = method === 'GET' && number > 1;
			const limit = isLimited ? withTimeout(clock, signal, endsAt - clock.elapsed()) : undefined;
			try {
				const result = await attempt(number, limit?.signal ?? signal);
				tokens = Math.min(maxTokens, tokens + 1);
				return result;
			} finally {
				limit?.release();
			}
		};

		return withRetries(attemptInTime, async (error, number) => {
			if (error instanceof Aborted && failure && !signal.aborted) throw withAttempts(failure, number);
			if (!(error instanceof ApiError)) throw error;
			failure = error;
			const isRetried = canRetry(method, error) && number < maxAttemptsFor(error);
			const pauseMs = attemptPauseMs(number, random(), clock.now(), error.details.retryAt);
			const isInTime = clock.elapsed() + pauseMs <= endsAt - minAttemptMs;
			const cost = error.kind === 'timeout' ? timeoutCost : retryCost;
			if (!isRetried || tokens < cost || !isInTime) throw withAttempts(error, number);
			tokens -= cost;
			await sleep(clock, pauseMs, signal);
			if (signal.aborted) throw withAttempts(error, number);
		});
	};
}

/** The rate limit and retries for one service. The poller schedules background reads. */
export type Policy = {
	readonly limit: RateLimit;
	readonly retry: Retry;
	/** Resolves after the pause that the service asked for, or as soon as the signal is aborted. */
	readonly pause: (signal: AbortSignal) => Promise<void>;
	/** Until when the service asked for a pause, by the local clock. Undefined if that is over. */
	readonly pausedUntil: () => LocalTime | undefined;
	/** Whether `pause` would wait. */
	readonly isWaiting: () => boolean;
};

/** A pause longer than this does not delay a read that the user waits for. */
const maxPauseMs = 30_000;

type PolicyOptions = RetryOptions & {
	/** Until when the active service is paused: milliseconds since the epoch, by the local clock. */
	readonly quietUntil?: () => LocalTime;
};

export function createPolicy({clock, random, quietUntil = () => 0}: PolicyOptions): Policy {
	const pauseMs = () => quietUntil() - clock.now();
	const isWaiting = () => pauseMs() > 0 && pauseMs() <= maxPauseMs;
	return {
		limit: createRateLimit(clock),
		retry: createRetry({clock, random}),
		isWaiting,
		pausedUntil: () => (pauseMs() > 0 ? quietUntil() : undefined),

		async pause(signal) {
			if (isWaiting()) await sleep(clock, pauseMs(), signal);
		},
	};
}
