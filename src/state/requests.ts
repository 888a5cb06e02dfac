import type {ApiError, ApiErrorKind} from '../api/errors.ts';
import {backoffMs, jitter, nextAttemptAt} from '../api/retry-delay.ts';
import type {LoggedRequest, SentRequest} from '../api/transport.ts';
import type {LocalTime} from '../base/clock.ts';
import {plain} from '../base/text.ts';
import type {RefusedKey} from '../model/connection.ts';
import {reopened} from '../model/project-list.ts';
import {noticedSkewMs, skewAfter, skewText, withRequest} from '../model/request-log.ts';
import {probeAt, rateOf, type Throttle, throttleAfter, throttleAfterSending} from '../model/throttle.ts';
import {withAbsenceEnded} from './absence.ts';
import {withRowsAbove} from './documents.ts';
import {type Failure, patch, type State, withInterface, withNotice, withoutEntry} from './state.ts';

export const withRequestSent = (state: State, sent: SentRequest): State =>
	patch(state, 'polling', {throttle: throttleAfterSending(state.polling.throttle, sent)});

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
function withKeyTried(state: State, {outcome, status = 0, fault, startedAt, tookMs}: LoggedRequest): State {
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

export function withoutFailure(state: State, key: string): State {
	const {failures, refusedAlone} = state.polling;
	return patch(state, 'polling', {
		failures: withoutEntry(failures, key),
		refusedAlone: refusedAlone.has(key) ? new Set([...refusedAlone].filter(other => other !== key)) : refusedAlone,
	});
}

/** Stores the clock skew. Shows a notice when it first exceeds the threshold. */
function withSkew(state: State, skewMs: number, {startedAt, tookMs}: LoggedRequest): State {
	const next = patch(state, 'polling', {skewMs});
	if (Math.abs(skewMs) < noticedSkewMs || Math.abs(state.polling.skewMs) >= noticedSkewMs) return next;
	return withNotice(next, plain`This computer's clock is ${skewText(skewMs)}`, 'quiet', startedAt + tookMs);
}

/** Adds what a finished request tells: its log entry, the throttle, the clock skew and the key refusal. Trial requests are only logged. */
export function withRequestEnded(before: State, record: LoggedRequest): State {
	const {dialog} = before.interface;
	// The visible rows of the request log stay in place when a new one is added above them.
	const held = dialog?.name === 'request log' ? withInterface(before, {dialog: withRowsAbove(dialog, 1)}) : before;
	const state = patch(held, 'polling', {requests: withRequest(before.polling.requests, record)});
	if (record.isTrial) return state;
	const throttled = patch(state, 'polling', {throttle: throttleAfter(state.polling.throttle, record)});
	const known = withSkew(throttled, skewAfter(state.polling.skewMs, record), record);
	return withKeyTried(withoutOverdue(state, known), record);
}

/** Marks what was read before `at` as stale: the data on the screen, or with `isAll` everything. Forgets failed reads, so that they are retried at once. A pause that the service asked for goes on. */
export function refresh(state: State, at: LocalTime, isAll = false): State {
	const {list} = state.projects;
	const {throttle, failures, allRefreshedAt} = state.polling;
	const refreshed = patch(state, 'polling', {
		refreshedAt: at,
		allRefreshedAt: isAll ? at : allRefreshedAt,
		// The failure that explains the pause stays.
		failures: new Map([...failures].filter(([, {error}]) => throttle.limited && error.kind === 'busy')),
		throttle: {...throttle, outage: undefined, failing: undefined},
	});
	return patch(refreshed, 'projects', {list: {...reopened(list), refused: undefined}});
}

/** Returns the state after the computer has slept from `since` to `at`: all data is stale, and the sleep counts as an absence. */
export function afterSleep(state: State, since: LocalTime, at: LocalTime): State {
	const woken = refresh(withAbsenceEnded(state, since, at), at, true);
	return patch(woken, 'polling', {throttle: {...woken.polling.throttle, served: []}});
}

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
function withoutOverdue(before: State, state: State): State {
	const isBack = before.polling.throttle.outage !== undefined && state.polling.throttle.outage === undefined;
	const isUnthrottled = before.polling.throttle.limited !== undefined && state.polling.throttle.limited === undefined;
	if (!isBack && !isUnthrottled) return state;
	const isOver = ({error: {kind}}: Failure) => (isBack && outageKinds.has(kind)) || (isUnthrottled && kind === 'busy');
	return patch(state, 'polling', {
		failures: new Map([...state.polling.failures].filter(([, failure]) => !isOver(failure))),
	});
}

const keyProbeDelayMs = 60_000;
const maxJitterMs = 3000;

/** Returns when to retry a refused key automatically: about a minute after the last refusal. */
const refusedProbeAt = ({at}: RefusedKey): number => Math.ceil(at + keyProbeDelayMs + maxJitterMs * jitter(`${at}`));

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
