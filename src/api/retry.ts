import {type Clock, type LocalTime, sleep} from '../base/clock.ts';
import {plain} from '../base/text.ts';
import {Aborted, ApiError} from './errors.ts';
import {createRateLimit} from './rate-limit.ts';
import {quietEndsAt} from './retry-delay.ts';
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

/** The time for all attempts at a read, including the pauses; the last attempt gets what is left. No attempt starts with less than `minAttemptMs` left. A write is not limited by it: aborting a write does not undo it. */
const budgetMs = 45_000;
const minAttemptMs = 1000;

/** The retry budget: a retry takes tokens and a success returns one, so that few requests are retried while a service is down. */
const maxTokens = 100;
const timeoutCost = 10;
const retryCost = 5;

/** How often a request is tried. A malformed response would be the same again, unless it may be an accident. */
const maxAttemptsAfter = ({kind, code}: ApiError): number => {
	if (kind !== 'malformed') return 3;
	return code === 'E_JSON' || code === 'E_EMPTY' ? 2 : 1;
};

const canRetry = (method: WireRequest['method'], {isTransient, details}: ApiError): boolean =>
	isTransient && (method === 'GET' || details.phase === 'not-sent');

/** Returns the error with the number of attempts in its message. */
function withAttempts(error: ApiError, attempts: number): ApiError {
	if (attempts < 2) return error;
	return new ApiError(error.code, plain`${error.message} Tried ${attempts} times.`, error.details);
}

const baseBackoffMs = 500;
const minPauseMs = 250;

/** Returns the pause after an attempt: full jitter, or what the service asked for. `share` is from 0 to 1. */
function pauseAfter(attempt: number, share: number, now: LocalTime, until: LocalTime | undefined): number {
	const pauseMs = until === undefined ? share * baseBackoffMs * 2 ** attempt : quietEndsAt(until, now, share) - now;
	return Math.max(minPauseMs, pauseMs);
}

type RetryOptions = {
	readonly clock: Clock;
	/** Returns numbers from 0 to 1. */
	readonly random: () => number;
};

/**
Returns a function that makes a request and retries it, with jittered exponential backoff, where that is safe and may help.

A read is retried after any transient error; a write only if no byte of it was sent. Resolves to the result of the first success; otherwise throws the last error, whose message then includes the number of attempts.

Create one per service: all its requests share the retry budget.
*/
export function createRetry({clock, random}: RetryOptions) {
	let tokens = maxTokens;

	return <Result>(
		method: WireRequest['method'],
		attempt: (number: number, signal: AbortSignal) => Promise<Result>,
		signal: AbortSignal,
	): Promise<Result> => {
		const endsAt = clock.elapsed() + budgetMs;
		let failure: ApiError | undefined;

		const attemptInTime = async (number: number) => {
			// The first attempt has only the usual deadlines of a request.
			const isLimited = method === 'GET' && number > 1;
			const late = new AbortController();
			const cancel = isLimited ? clock.after(endsAt - clock.elapsed(), () => late.abort()) : undefined;
			try {
				const result = await attempt(number, isLimited ? AbortSignal.any([signal, late.signal]) : signal);
				tokens = Math.min(maxTokens, tokens + 1);
				return result;
			} finally {
				cancel?.();
			}
		};

		return withRetries(attemptInTime, async (error, number) => {
			if (error instanceof Aborted && failure && !signal.aborted) throw withAttempts(failure, number);
			if (!(error instanceof ApiError)) throw error;
			failure = error;
			const isRetried = canRetry(method, error) && number < maxAttemptsAfter(error);
			const pauseMs = pauseAfter(number, random(), clock.now(), error.details.retryAt);
			const isInTime = clock.elapsed() + pauseMs <= endsAt - minAttemptMs;
			const cost = error.kind === 'timeout' ? timeoutCost : retryCost;
			if (!isRetried || tokens < cost || !isInTime) throw withAttempts(error, number);
			tokens -= cost;
			await sleep(clock, pauseMs, signal);
			if (signal.aborted) throw withAttempts(error, number);
		});
	};
}

/** A pause longer than this does not delay a read that the user waits for. */
const maxPauseMs = 30_000;

export type Policy = ReturnType<typeof createPolicy>;

/** The rate limit and retries for one service. `quietUntil`: until when it has asked for a pause. The poller schedules background reads. */
export function createPolicy({
	clock,
	random,
	quietUntil = () => 0,
}: RetryOptions & {readonly quietUntil?: () => LocalTime}) {
	const {admit, record} = createRateLimit(clock);
	const pauseMs = () => Math.max(0, quietUntil() - clock.now());

	return {
		retry: createRetry({clock, random}),
		/** Records the outcome of a request: its status, or undefined if there was no response. */
		record,

		/** Resolves when a request may be sent, or as soon as the signal is aborted. If the service has asked for a pause, throws `Aborted` for a read that nobody asked for, and `ApiError` for a write. */
		async admit(
			{method, isTrial, isBackground}: Pick<WireRequest, 'method'> & {isTrial: boolean; isBackground: boolean},
			signal: AbortSignal,
		): Promise<void> {
			const waitsForPause = method === 'GET' && !isTrial && !isBackground;
			const waitMs = () => (waitsForPause && !signal.aborted && pauseMs() <= maxPauseMs ? pauseMs() : 0);
			// The service may ask for a pause while a request waits for its turn.
			do {
				if (waitMs() > 0) await sleep(clock, waitMs(), signal);
				await admit(signal);
			} while (waitMs() > 0);

			if (isTrial || pauseMs() === 0) return;
			if (isBackground) throw new Aborted(`${method} was not sent during a pause`);
			if (method === 'GET') return;
			const sentence = plain`The service asked for a pause, so nothing was sent.`;
			throw new ApiError('E_RATE', sentence, {phase: 'not-sent', retryAt: quietUntil()});
		},
	};
}
