import type {ApiErrorKind} from '../../api/errors.ts';
import {fraction} from '../../api/retry-delay.ts';
import type {LocalTime} from '../../clock.ts';
import type {RefusedKey} from '../model/connection.ts';
import {probeAt} from '../model/requests/throttle.ts';
import type {Failure, State} from './state.ts';

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
const refusedProbeAt = ({at}: RefusedKey): number => Math.ceil(at + keyProbeDelayMs + maxJitterMs * fraction(`${at}`));
