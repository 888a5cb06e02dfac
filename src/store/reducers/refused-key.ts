import type {CallRecord} from '../../api/call-record.ts';
import type {ApiError} from '../../api/errors.ts';
import type {LocalTime} from '../../clock.ts';
import {plain} from '../../text.ts';
import {withoutEntry} from '../model/immutable-map.ts';
import type {State} from '../state/state.ts';
import {withNotice} from '../state/with-notice.ts';

/** So many reads are remembered that were refused alone. */
const maxRemembered = 200;

/**
The state after a read was refused with 401, by the key of its need.

A gateway that restarts refuses everybody for a while, so the key stays in use. A read that is refused again while the key is good for others says nothing about the key: it failed alone.
*/
export function withRefusal(state: State, key: string, error: ApiError, at: LocalTime): State {
	const {
		polling: {refusedAlone},
		connection,
	} = state;
	if (!connection || (!connection.refusal && refusedAlone.has(key))) return state;
	const needs = new Set(connection.refusal?.needs).add(key);
	return {...state, connection: {...connection, refusal: {error, at, needs}}};
}

/** The state after any call to a service that refuses the key. A success ends that; anything else puts off the next try. */
export function withKeyTried(state: State, {outcome, status = 0, fault, startedAt, tookMs}: CallRecord): State {
	const {connection} = state;
	if (!connection?.refusal || outcome === 'aborted') return state;
	const at = startedAt + tookMs;
	const {refusal} = connection;
	const isServed = outcome === 'answered' && status >= 200 && status <= 299 && fault === undefined;
	// What was asked before the refusal says nothing about the time after it.
	if (isServed && startedAt < refusal.at) return state;
	if (!isServed) return {...state, connection: {...connection, refusal: {...refusal, at: Math.max(refusal.at, at)}}};
	const served: State = {
		...state,
		connection: {...connection, refusal: undefined},
		polling: {
			...state.polling,
			refusedAlone: new Set([...state.polling.refusedAlone, ...refusal.needs].slice(-maxRemembered)),
			failures: new Map([...state.polling.failures].filter(([, {error}]) => error.kind !== 'auth')),
		},
	};
	return withNotice(served, plain`The service accepts the key again`, 'good', at);
}

/** The state after a read succeeded, by the key of its need. */
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
