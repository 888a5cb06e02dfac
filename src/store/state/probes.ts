import type {ApiErrorKind} from '../../api/errors.ts';
import type {LocalTime} from '../../clock.ts';
import type {RefusedKey} from '../model/connection.ts';
import {fraction} from '../model/requests/jitter.ts';
import {probeAt} from '../model/requests/throttle.ts';
import type {Failure, State} from './state.ts';

const outageKinds: ReadonlySet<ApiErrorKind> = new Set(['network', 'timeout', 'server']);

/** When one call in all is tried, while the service cannot be used: it is out of reach, asked for fewer calls, or refuses the key. Undefined while all is well. */
export function probingAt({polling: {throttle: pace}, connection}: State): LocalTime | undefined {
	const times = [
		...(pace.outage ? [probeAt(pace)] : []),
		...(pace.throttle ? [pace.quietUntil] : []),
		...(connection?.refusal ? [refusedProbeAt(connection.refusal)] : []),
	];
	return times.length === 0 ? undefined : Math.max(pace.quietUntil, ...times);
}

/** Whether a read failed for a reason that concerns the service as a whole, so that its pause is the service's, not its own. */
export const isPacedByService = ({polling: {throttle: pace}, connection}: State, {error}: Failure): boolean =>
	(pace.outage !== undefined && error.isTransient) ||
	(pace.throttle !== undefined && error.kind === 'busy') ||
	(connection?.refusal !== undefined && error.kind === 'auth');

/** The state with reads tried anew that failed for a reason that is over. */
export function withoutOverdue(before: State, state: State): State {
	const isBack = before.polling.throttle.outage !== undefined && state.polling.throttle.outage === undefined;
	const isFree = before.polling.throttle.throttle !== undefined && state.polling.throttle.throttle === undefined;
	if (!isBack && !isFree) return state;
	const isOver = ({error: {kind}}: Failure) => (isBack && outageKinds.has(kind)) || (isFree && kind === 'busy');
	return {
		...state,
		polling: {
			...state.polling,
			failures: new Map([...state.polling.failures].filter(([, failure]) => !isOver(failure))),
		},
	};
}

const probePauseMs = 60000;
const maxJitterMs = 3000;

/** When the refused key is tried again without being asked: a minute after the last call that was in vain. */
const refusedProbeAt = ({at}: RefusedKey): number => Math.ceil(at + probePauseMs + maxJitterMs * fraction(`${at}`));
