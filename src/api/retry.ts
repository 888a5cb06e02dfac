import {type Clock, type LocalTime, sleep} from '../base/clock.ts';
import type {HttpMethod} from '../base/http-methods.ts';
import {plain} from '../base/text.ts';
import {ApiError} from './errors.ts';
import {nextAttemptAt} from './pauses.ts';

/** Repeats an attempt until it succeeds. Attempts count from 1. After a failure, `recover` waits for the next attempt, or throws to give up. */
export async function attemptRepeatedly<Result>(
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

export const maxAttempts = 3;

/** No attempt begins later than this after the first, and no pause that is waited out is longer. */
const maxRetryMs = 30_000;

/** A malformed response would be the same again, unless it was cut short. */
const canRetry = ({isTransient, kind, code}: ApiError): boolean =>
	isTransient && (kind !== 'malformed' || code === 'E_JSON' || code === 'E_EMPTY');

export const addAttempts = (error: ApiError, attempts: number): ApiError =>
	attempts < 2 ? error : new ApiError(error.code, plain`${error.message} Tried ${attempts} times.`, error.details);

/** Exponential backoff after transient errors. Throws the last error, with the number of attempts. */
export function retryRead<Result>(
	attempt: (number: number) => Promise<Result>,
	clock: Clock,
	signal: AbortSignal,
): Promise<Result> {
	const startedAt = clock.elapsed();
	return attemptRepeatedly(attempt, async (error, number) => {
		if (!(error instanceof ApiError)) throw error;
		const now = clock.now();
		const passedMs = clock.elapsed() - startedAt;
		const pauseMs = nextAttemptAt({error, count: number, since: now, at: now}) - now;
		const isInTime = passedMs + pauseMs <= maxRetryMs;
		if (!canRetry(error) || number >= maxAttempts || !isInTime) throw addAttempts(error, number);
		await sleep(clock, pauseMs, signal);
		if (signal.aborted) throw addAttempts(error, number);
	});
}

/** The failure of a request that is not sent during a pause. */
export const pausedUntil = (retryAt: LocalTime): ApiError =>
	new ApiError('E_RATE', plain`The service asked for a pause, so nothing was sent.`, {phase: 'not-sent', retryAt});

/** Waits out a pause that the service asked for. Throws `ApiError` for a write, and for a pause that is too long. */
export async function passPause(
	{clock, notBefore}: {readonly clock: Clock; readonly notBefore: () => LocalTime},
	method: HttpMethod,
	signal: AbortSignal,
): Promise<void> {
	while (!signal.aborted) {
		const retryAt = notBefore();
		const pauseMs = retryAt - clock.now();
		if (pauseMs <= 0) return;
		if (method !== 'GET' || pauseMs > maxRetryMs) throw pausedUntil(retryAt);
		await sleep(clock, pauseMs, signal);
	}
}
