import type {ApiError} from '../../api/errors.ts';
import type {RequestRecord, SentRequest} from '../../api/request-record.ts';
import type {LocalTime} from '../../clock.ts';
import {plain} from '../../text.ts';
import {withoutEntry} from '../model/immutable-map.ts';
import {noticedSkewMs, skewAfter, skewText, withRequest} from '../model/requests/request-log.ts';
import {throttleAfter, throttleAfterSending} from '../model/requests/throttle.ts';
import {withAbsenceEnded} from './absence.ts';
import type {Dialog} from './dialog.ts';
import {withRowsAbove} from './documents.ts';
import {withoutOverdue} from './retries.ts';
import {type State, withNotice} from './state.ts';

const withThrottle = (state: State, throttle: State['polling']['throttle']): State => ({
	...state,
	polling: {...state.polling, throttle},
});

export const withRequestSent = (state: State, sent: SentRequest): State =>
	withThrottle(state, throttleAfterSending(state.polling.throttle, sent));

/** The maximum number of individually refused reads that are remembered. */
const maxRemembered = 200;

/**
Returns the state after a read failed with 401. `key` is the key of the read request.

The API key stays in use, because a restarting gateway refuses every key for a while. If the same read is refused again while others succeed, it is refused individually, and the API key is fine.
*/
export function withRefusal(state: State, key: string, error: ApiError, at: LocalTime): State {
	const {
		polling: {refusedAlone},
		connection,
	} = state;
	if (!connection || (!connection.refusal && refusedAlone.has(key))) return state;
	const readKeys = new Set(connection.refusal?.readKeys).add(key);
	return {...state, connection: {...connection, refusal: {error, at, readKeys}}};
}

/** Returns the state after a request to a service that refuses the API key. A success ends the refusal; any other response delays the next attempt. */
function withKeyTried(state: State, {outcome, status = 0, fault, startedAt, tookMs}: RequestRecord): State {
	const {connection} = state;
	if (!connection?.refusal || outcome === 'aborted') return state;
	const at = startedAt + tookMs;
	const {refusal} = connection;
	const isServed = outcome === 'answered' && status >= 200 && status <= 299 && fault === undefined;
	// A success of a request sent before the refusal proves nothing.
	if (isServed && startedAt < refusal.at) return state;
	if (!isServed) return {...state, connection: {...connection, refusal: {...refusal, at: Math.max(refusal.at, at)}}};
	const served: State = {
		...state,
		connection: {...connection, refusal: undefined},
		polling: {
			...state.polling,
			refusedAlone: new Set([...state.polling.refusedAlone, ...refusal.readKeys].slice(-maxRemembered)),
			failures: new Map([...state.polling.failures].filter(([, {error}]) => error.kind !== 'auth')),
		},
	};
	return withNotice(served, plain`The service accepts the key again`, 'good', at);
}

/** Returns the state after a read succeeded. `key` is the key of the read request. */
export function withoutFailure(state: State, key: string): State {
	const failures = withoutEntry(state.polling.failures, key);
	if (!state.polling.refusedAlone.has(key))
		return failures === state.polling.failures ? state : {...state, polling: {...state.polling, failures}};
	return {
		...state,
		polling: {
			...state.polling,
			failures,
			refusedAlone: new Set([...state.polling.refusedAlone].filter(other => other !== key)),
		},
	};
}

/** Keeps the visible rows of the request log in place when a new one is added above them. */
const withHeldRequests = (dialog: Dialog | undefined): Dialog | undefined =>
	dialog?.name === 'request log' ? withRowsAbove(dialog, 1) : dialog;

/** Stores the clock skew. Shows a notice when it first exceeds the threshold. */
function withSkew(state: State, skewMs: number, {startedAt, tookMs}: RequestRecord): State {
	const next = {...state, polling: {...state.polling, skewMs}};
	if (Math.abs(skewMs) < noticedSkewMs || Math.abs(state.polling.skewMs) >= noticedSkewMs) return next;
	return withNotice(next, plain`This computer's clock is ${skewText(skewMs)}`, 'quiet', startedAt + tookMs);
}

/** Adds what a finished request tells: its log entry, the throttle, the clock skew and the key refusal. Trial requests are only logged. */
export function withRequestEnded(before: State, record: RequestRecord): State {
	const dialog = withHeldRequests(before.interface.dialog);
	const state = {
		...before,
		polling: {...before.polling, requests: withRequest(before.polling.requests, record)},
		interface: dialog === before.interface.dialog ? before.interface : {...before.interface, dialog},
	};
	if (record.isTrial) return state;
	const throttled = withThrottle(state, throttleAfter(state.polling.throttle, record));
	const known = withSkew(throttled, skewAfter(state.polling.skewMs, record), record);
	return withKeyTried(withoutOverdue(state, known), record);
}

/** Returns the state after the computer has slept from `since` to `at`. All data is stale, earlier failures are forgotten, and the sleep counts as an absence. A quiet period that the service asked for goes on. */
export function afterSleep(state: State, since: LocalTime, at: LocalTime): State {
	const known = withAbsenceEnded(state, since, at);
	const {throttle} = known.polling;
	return {
		...known,
		polling: {
			...known.polling,
			refreshedAt: at,
			allRefreshedAt: at,
			failures: new Map(),
			throttle: {
				...throttle,
				outage: undefined,
				failing: undefined,
				served: [],
				overload: undefined,
			},
		},
	};
}
