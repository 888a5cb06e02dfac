import type {ApiErrorKind} from '../../api/errors.ts';
import {backoffMs, jitter, nextAttemptAt} from '../../api/retry-delay.ts';
import type {LocalTime} from '../../clock.ts';
import type {RefusedKey} from '../model/connection.ts';
import {probeAt, rateOf, type Throttle} from '../model/requests/throttle.ts';
import type {Failure, State} from './state.ts';

const minuteMs = 60_000;

/** The pause after a failure that a retry is unlikely to fix. */
const permanentMs = 60_000;

/** The pause after a read that the service forbids, or whose resource is missing. Neither changes within a minute. */
const unavailableMs = 5 * 60_000;

/** The pause after a project was missing once. A prompt second read shows whether it really is. */
const secondReadMs = 2000;

/** A read that keeps failing is made again after this many others at the earliest: failing ones must not take most of a small budget, nor look like an outage because hardly anything else is read. */
const minReadsBetweenFailures = 20;

const outageKinds: ReadonlySet<ApiErrorKind> = new Set(['network', 'timeout', 'server', 'malformed']);

/** Returns when to send the next single probe while the service is unreachable, asks for fewer requests or refuses the key. Undefined while it works normally. */
export function probingAt({polling: {throttle}, connection}: State): LocalTime | undefined {
	const times = [
		...(throttle.outage ? [probeAt(throttle)] : []),
		...(throttle.limited ? [throttle.quietUntil] : []),
		...(connection?.refusal ? [refusedProbeAt(connection.refusal)] : []),
	];
	return times.length === 0 ? undefined : Math.max(throttle.quietUntil, ...times);
}

/** Whether a read failed for a reason that affects the whole service, so that it waits for the next probe instead of its own backoff. */
export const isPacedByService = ({polling: {throttle}, connection}: State, {error}: Failure): boolean =>
	(throttle.outage !== undefined && error.isTransient) ||
	(throttle.limited !== undefined && error.kind === 'busy') ||
	(connection?.refusal !== undefined && error.kind === 'auth');

/** Removes failures whose cause is over, so that their reads are retried at once. */
export function withoutOverdue(before: State, state: State): State {
	const isBack = before.polling.throttle.outage !== undefined && state.polling.throttle.outage === undefined;
	const isUnthrottled = before.polling.throttle.limited !== undefined && state.polling.throttle.limited === undefined;
	if (!isBack && !isUnthrottled) return state;
	const isOver = ({error: {kind}}: Failure) => (isBack && outageKinds.has(kind)) || (isUnthrottled && kind === 'busy');
	return {
		...state,
		polling: {
			...state.polling,
			failures: new Map([...state.polling.failures].filter(([, failure]) => !isOver(failure))),
		},
	};
}

const keyProbeDelayMs = 60_000;
const maxJitterMs = 3000;

/** Returns when to retry a refused key automatically: about a minute after the last refusal. */
const refusedProbeAt = ({at}: RefusedKey): number => Math.ceil(at + keyProbeDelayMs + maxJitterMs * jitter(`${at}`));

/** Returns the pause after a failure that a retry is unlikely to fix. */
function permanentPauseMs({error, count}: Failure): number {
	if (error.kind === 'forbidden') return unavailableMs;
	switch (error.details.missing) {
		case 'deployments':
			return unavailableMs;
		case 'project':
			return count === 1 ? secondReadMs : unavailableMs;
		case 'deployment':
			return count === 1 ? permanentMs : unavailableMs;
		default:
			return permanentMs;
	}
}

/** Returns when a failed read is retried, by the local clock. Transient failures use exponential backoff, others a pause of minutes. A `Retry-After` of the service is respected. */
export function retryAt(failure: Failure): LocalTime {
	const {error, at, since} = failure;
	const pauseMs = error.isTransient ? backoffMs(at - since, `${error.code} ${at}`) : permanentPauseMs(failure);
	return nextAttemptAt(at, pauseMs, error.details.retryAt);
}

/** Returns when a failed read that nobody waits for is retried, by the local clock. */
export function spacedRetryAt(failure: Failure, throttle: Throttle): LocalTime {
	const {at, count} = failure;
	const spaceMs = (minReadsBetweenFailures * minuteMs) / Math.max(1, rateOf(throttle, at));
	return count < 2 ? retryAt(failure) : Math.max(retryAt(failure), at + spaceMs);
}

/** Returns when a failed read is retried that may wait for the next probe, by the local clock. */
export const nextTryAt = (state: State, failure: Failure): number =>
	Math.max(
		state.polling.throttle.quietUntil,
		probingAt(state) ?? 0,
		isPacedByService(state, failure) ? 0 : retryAt(failure),
	);
