import {type Clock, type LocalTime, sleep} from '../base/clock.ts';
import {plain} from '../base/text.ts';
import {Aborted, ApiError} from './errors.ts';
import {createRateLimit} from './rate-limit.ts';
import {nextAttemptAt, retryPauseMs} from './retry-delay.ts';
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

export const maxAttempts = 3;

/** No attempt at a read begins later than this after the first one, and a longer pause does not delay it. */
const maxRetryMs = 30_000;

/** A malformed response would be the same again, unless it may have been cut short. */
const canRetry = ({isTransient, kind, code}: ApiError): boolean =>
	isTransient && (kind !== 'malformed' || code === 'E_JSON' || code === 'E_EMPTY');

export const withAttempts = (error: ApiError, attempts: number): ApiError =>
	attempts < 2 ? error : new ApiError(error.code, plain`${error.message} Tried ${attempts} times.`, error.details);

/** Makes a read, and retries it with backoff after a transient error. Throws the last error, whose message includes the number of attempts. */
export function retryRead<Result>(
	attempt: (number: number) => Promise<Result>,
	clock: Clock,
	signal: AbortSignal,
): Promise<Result> {
	const startedAt = clock.elapsed();
	return withRetries(attempt, async (error, number) => {
		if (!(error instanceof ApiError)) throw error;
		const now = clock.now();
		const passedMs = clock.elapsed() - startedAt;
		const pauseMs = nextAttemptAt(now, retryPauseMs(number, now), error.details.retryAt) - now;
		const isInTime = passedMs + pauseMs <= maxRetryMs;
		if (!canRetry(error) || number >= maxAttempts || !isInTime) throw withAttempts(error, number);
		await sleep(clock, pauseMs, signal);
		if (signal.aborted) throw withAttempts(error, number);
	});
}

export type Policy = ReturnType<typeof createPolicy>;

/** The rate limit for one service, and the pauses that it asks for: `quietUntil`. The poller schedules background reads. */
export function createPolicy({
	clock,
	quietUntil = () => 0,
}: {
	readonly clock: Clock;
	readonly quietUntil?: () => LocalTime;
}) {
	const {admit} = createRateLimit(clock);
	const pauseMs = () => Math.max(0, quietUntil() - clock.now());

	return {
		/** Resolves when a request may be sent, or as soon as the signal is aborted. If the service has asked for a pause, throws `Aborted` for a read that nobody asked for, and `ApiError` for a write. */
		async admit(
			{method, isTrial, isBackground}: Pick<WireRequest, 'method'> & {isTrial: boolean; isBackground: boolean},
			signal: AbortSignal,
		): Promise<void> {
			const waitsForPause = method === 'GET' && !isTrial && !isBackground;
			const waitMs = () => (waitsForPause && !signal.aborted && pauseMs() <= maxRetryMs ? pauseMs() : 0);
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
