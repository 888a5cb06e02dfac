import type {ApiError} from '../../api/errors.ts';
import type {RequestRecord} from '../../api/request-record.ts';
import type {LocalTime} from '../../clock.ts';
import {plain} from '../../text.ts';
import {withoutEntry} from '../model/immutable-map.ts';
import {type State, withNotice} from '../state/state.ts';

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
export function withKeyTried(state: State, {outcome, status = 0, fault, startedAt, tookMs}: RequestRecord): State {
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
