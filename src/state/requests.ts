import type {ApiError} from '../api/errors.ts';
import {nextAttemptAt, type Waiting} from '../api/pauses.ts';
import type {LoggedRequest, SentRequest} from '../api/transport.ts';
import type {LocalTime} from '../base/clock.ts';
import {plain} from '../base/text.ts';
import {reopened} from '../model/project-list.ts';
import {noticedSkewMs, skewAfter, skewText, withRequest} from '../model/request-log.ts';
import {throttleAfter, throttleAfterSending} from '../model/throttle.ts';
import {tryAgain, withoutOutage} from '../model/trouble.ts';
import {withAbsenceEnded} from './absence.ts';
import {isTooEarly} from './deployments.ts';
import {movedBelow} from './documents.ts';
import {mapWithout, patch, type ReadFailure, type State, withInterface, withNotice} from './state.ts';

export const withRequestSent = (state: State, sent: SentRequest): State =>
	patch(state, 'polling', {throttle: throttleAfterSending(state.polling.throttle, sent)});

const maxRejectedReads = 200;

/** Keeps the key, because a restarting gateway rejects every key for a while. If a read is rejected again while others succeed, the key is fine and only that read is rejected. */
export function withKeyRejected(state: State, key: string, error: ApiError, at: LocalTime): State {
	const {
		polling: {rejectedReads},
		connection,
	} = state;
	if (!connection || (!connection.rejection && rejectedReads.has(key))) return state;
	const readKeys = new Set(connection.rejection?.readKeys).add(key);
	return {...state, connection: {...connection, rejection: {error, at, readKeys}}};
}

/** While the key is rejected, a success accepts it again. Any other answer delays the next attempt. */
function withKeyTried(state: State, {outcome, errorCode, startedAt, tookMs}: LoggedRequest): State {
	const {connection} = state;
	if (!connection?.rejection || outcome === 'aborted') return state;
	const at = startedAt + tookMs;
	const {rejection} = connection;
	const isServed = errorCode === undefined;
	// The request was sent before the rejection, so its success proves nothing.
	if (isServed && startedAt < rejection.at) return state;
	if (!isServed) return {...state, connection: {...connection, rejection: {...rejection, at}}};
	const served: State = {
		...state,
		connection: {...connection, rejection: undefined},
		polling: {
			...state.polling,
			rejectedReads: new Set([...state.polling.rejectedReads, ...rejection.readKeys].slice(-maxRejectedReads)),
			failures: new Map([...state.polling.failures].filter(([, {error}]) => error.kind !== 'auth')),
		},
	};
	return withNotice(served, plain`The service accepts the key again`, 'good', at);
}

export function withoutFailure(state: State, key: string): State {
	const {failures, rejectedReads} = state.polling;
	return patch(state, 'polling', {
		failures: mapWithout(failures, key),
		rejectedReads: rejectedReads.has(key) ? new Set([...rejectedReads].filter(other => other !== key)) : rejectedReads,
	});
}

function withSkew(state: State, skewMs: number, {startedAt, tookMs}: LoggedRequest): State {
	const next = patch(state, 'polling', {skewMs});
	if (Math.abs(skewMs) < noticedSkewMs || Math.abs(state.polling.skewMs) >= noticedSkewMs) return next;
	return withNotice(next, plain`This computer's clock is ${skewText(skewMs)}`, 'quiet', startedAt + tookMs);
}

export function withRequestEnded(before: State, record: LoggedRequest): State {
	const {dialog} = before.interface;
	// A request added above leaves the visible rows of the request log in place.
	const scrolled = dialog?.name === 'request log' ? withInterface(before, {dialog: movedBelow(dialog, 1)}) : before;
	const state = patch(scrolled, 'polling', {requests: withRequest(before.polling.requests, record)});
	if (record.isTrial) return state;
	const throttled = patch(state, 'polling', {throttle: throttleAfter(state.polling.throttle, record)});
	const known = withSkew(throttled, skewAfter(state.polling.skewMs, record), record);
	return withKeyTried(withoutOverdue(state, known), record);
}

/** Marks older data on the screen as stale, or all older data with `isAll`. Retries failed reads at once, but keeps a pause requested by the service. */
export function refresh(state: State, at: LocalTime, isAll = false): State {
	const {list} = state.projects;
	const {throttle, failures, allRefreshedAt} = state.polling;
	const trouble = tryAgain(throttle.trouble, at);
	const refreshed = patch(state, 'polling', {
		refreshedAt: at,
		allRefreshedAt: isAll ? at : allRefreshedAt,
		// Keeps the failure that explains the pause.
		failures: new Map(
			[...failures].filter(([, {error}]) => trouble.oneAtATime?.why === 'busy' && error.kind === 'busy'),
		),
		throttle: {...throttle, trouble},
	});
	return patch(refreshed, 'projects', {list: {...reopened(list), restarted: undefined}});
}

/** Everything is stale, and the sleep counts as an absence. Only the user asks a proxy again. */
export function afterSleep(state: State, since: LocalTime, at: LocalTime): State {
	const woken = refresh(withAbsenceEnded(state, since, at), at, true);
	const trouble = withoutOutage(state.polling.throttle.trouble, at);
	return patch(woken, 'polling', {throttle: {...woken.polling.throttle, trouble}});
}

/** When the next probe may be sent while the service is in trouble or rejects the key. Infinite if only the user may try. Undefined while the service works. */
export function probingAt({polling, connection}: State): LocalTime | undefined {
	const {notBefore, oneAtATime} = polling.throttle.trouble;
	const {rejection} = connection ?? {};
	if (!oneAtATime && !rejection) return undefined;
	const keyTriedAt =
		rejection && nextAttemptAt({count: 1, since: rejection.at, at: rejection.at, error: rejection.error});
	return Math.max(notBefore, oneAtATime?.nextAt ?? 0, keyTriedAt ?? 0);
}

/** When the trouble is over, retries at once what failed because of it. */
function withoutOverdue({polling: {throttle: before}}: State, state: State): State {
	const {throttle, failures} = state.polling;
	if (!before.trouble.oneAtATime || throttle.trouble.oneAtATime) return state;
	return patch(state, 'polling', {failures: new Map([...failures].filter(([, {error}]) => !error.isTransient))});
}

/** When a failed read may be retried. Failures caused by trouble of the service wait for the next probe. */
export function retryAt(state: State, failure: ReadFailure, waiting: Waiting = 'screen'): LocalTime {
	const {error} = failure;
	const probe = probingAt(state);
	if (probe !== undefined && (error.isTransient || error.kind === 'auth' || error.kind === 'proxy')) return probe;
	const cause = isTooEarly(state, failure) ? 'too early' : undefined;
	return Math.max(state.polling.throttle.trouble.notBefore, probe ?? 0, nextAttemptAt(failure, waiting, cause));
}
