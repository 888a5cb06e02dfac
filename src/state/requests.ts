import type {ApiError} from '../api/errors.ts';
import {backoffMs, jitter, nextAttemptAt} from '../api/pauses.ts';
import type {LoggedRequest, SentRequest} from '../api/transport.ts';
import type {LocalTime} from '../base/clock.ts';
import {plain} from '../base/text.ts';
import {reopened} from '../model/project-list.ts';
import {noticedSkewMs, skewAfter, skewText, withRequest} from '../model/request-log.ts';
import {probeAt, throttleAfter, throttleAfterSending} from '../model/throttle.ts';
import {withAbsenceEnded} from './absence.ts';
import {isTooEarly} from './deployments.ts';
import {withRowsAbove} from './documents.ts';
import {patch, type ReadFailure, type State, withInterface, withNotice, withoutEntry} from './state.ts';

export const withRequestSent = (state: State, sent: SentRequest): State =>
	patch(state, 'polling', {throttle: throttleAfterSending(state.polling.throttle, sent)});

const maxRefusedReads = 200;

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
function withKeyTried(state: State, {outcome, fault, startedAt, tookMs}: LoggedRequest): State {
	const {connection} = state;
	if (!connection?.refusal || outcome === 'aborted') return state;
	const at = startedAt + tookMs;
	const {refusal} = connection;
	const isServed = fault === undefined;
	// A success of a request sent before the refusal proves nothing.
	if (isServed && startedAt < refusal.at) return state;
	if (!isServed) return {...state, connection: {...connection, refusal: {...refusal, at}}};
	const served: State = {
		...state,
		connection: {...connection, refusal: undefined},
		polling: {
			...state.polling,
			refusedAlone: new Set([...state.polling.refusedAlone, ...refusal.readKeys].slice(-maxRefusedReads)),
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
		throttle: {...throttle, outage: undefined, failing: undefined, proxyAskedAt: throttle.proxyAskedAt && at},
	});
	return patch(refreshed, 'projects', {list: {...reopened(list), restarted: undefined}});
}

/** Returns the state after the computer has slept from `since` to `at`: all data is stale, and the sleep counts as an absence. */
export function afterSleep(state: State, since: LocalTime, at: LocalTime): State {
	const woken = refresh(withAbsenceEnded(state, since, at), at, true);
	const {proxyAskedAt} = state.polling.throttle;
	return patch(woken, 'polling', {throttle: {...woken.polling.throttle, proxyAskedAt}});
}

/** The pause after a failure that a retry is unlikely to fix. */
const permanentMs = 60_000;

/** The pause after a read that the service forbids, or whose resource is missing. Neither changes within a minute. */
const unavailableMs = 5 * 60_000;

/** The pause after a read that came too early for what was created here. */
const tooEarlyMs = 5000;

/** The pause after a project was missing once. A prompt second read shows whether it really is. */
const secondReadMs = 2000;

/** Nobody waits for it, so it is retried after so many times the pause: failing reads must not take most of a small budget. */
const unawaitedPauses = 4;

/** A refused key is tried again after about a minute. */
const refusedMs = 60_000;
const maxRefusedJitterMs = 3000;

/** When to send the next single probe while the service is unreachable, asks for fewer requests or refuses the key, or a proxy refuses the password: infinity until the user asks. Undefined while it works normally. */
export function probingAt({polling: {throttle}, connection}: State): LocalTime | undefined {
	const {outage, limited, quietUntil, proxyAskedAt} = throttle;
	const refusedAt = connection?.refusal?.at;
	if (!outage && !limited && refusedAt === undefined && proxyAskedAt === undefined) return undefined;
	const keyTriedAt =
		refusedAt === undefined ? 0 : Math.ceil(refusedAt + refusedMs + maxRefusedJitterMs * jitter(`${refusedAt}`));
	return Math.max(quietUntil, probeAt(outage), keyTriedAt, proxyAskedAt ?? 0);
}

/** Removes failures whose cause is over, so that their reads are retried at once. */
function withoutOverdue({polling: {throttle: before}}: State, state: State): State {
	const {throttle, failures} = state.polling;
	const isBack = (before.outage && !throttle.outage) || (before.limited && !throttle.limited);
	if (!isBack) return state;
	return patch(state, 'polling', {failures: new Map([...failures].filter(([, {error}]) => !error.isTransient))});
}

/** Returns the pause after a failed read by why it failed. `isAwaited`: whether somebody waits for it. */
function failurePauseMs({error, at, since, count}: ReadFailure, isAwaited: boolean): number {
	if (error.isTransient) return backoffMs(at - since, `${error.code} ${at}`) * (isAwaited ? 1 : unawaitedPauses);
	const {missing} = error.details;
	if (missing === 'project' && count === 1) return secondReadMs;
	const isUnavailable =
		error.kind === 'forbidden' ||
		missing === 'project' ||
		missing === 'deployments' ||
		(missing === 'deployment' && count > 1);
	return isUnavailable ? unavailableMs : permanentMs;
}

/** Returns when a failed read is retried, by the local clock: after the pause for its failure, or `pause`, and not before a `Retry-After` of the service is over. While the service is unusable, what fails because of that waits for the next probe instead. */
export function retryAt(state: State, failure: ReadFailure, isAwaited = true, pause = failurePauseMs): LocalTime {
	const {error, at} = failure;
	const {quietUntil} = state.polling.throttle;
	const probe = probingAt(state);
	if (probe !== undefined && (error.isTransient || error.kind === 'auth' || error.kind === 'proxy')) return probe;
	const ownMs = isTooEarly(state, failure) ? tooEarlyMs : pause(failure, isAwaited);
	return Math.max(quietUntil, probe ?? 0, nextAttemptAt(at, ownMs, error.details.retryAt));
}
