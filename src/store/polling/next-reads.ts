import type {LocalTime} from '../../clock.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {budgetAt, idleAt, maxInFlight, probeAt, requestsInMinute} from '../model/requests/throttle.ts';
import {isPacedByService, probingAt} from '../state/probes.ts';
import type {State} from '../state/state.ts';
import {retryAt, spacedRetryAt} from './intervals.ts';
import {isOnRequest, type Want, wantsOf} from './wants.ts';

/** Why a read was started: because of a want, or because the order of reads chose it. */
export type Reason = Want['kind'] | 'ordered';

export type ReadStart = {
	readonly request: ReadRequest;
	readonly reason: Reason;
	readonly askedAt?: LocalTime | undefined;
};

/** What the poller does at the moment. Times are by the local clock. */
export type Activity = {
	readonly now: LocalTime;
	/** Why the reads in flight were started, by their keys. */
	readonly inFlight: ReadonlyMap<string, Reason>;
	/** How many reads have started whose requests were not sent yet. */
	readonly unsent: number;
	/** When the even pace allows the next background read. */
	readonly paceAt: LocalTime;
	/** When the user last moved the selection. */
	readonly stillSince: LocalTime;
};

export type NextReads = {
	/** The reads to start now. Ask again once they are started. */
	readonly start: readonly ReadStart[];
	/** Whether the order of reads may choose one. */
	readonly isFree: boolean;
	/** When to ask again if nothing happens. Infinity if nothing will fall due. */
	readonly nextAt: LocalTime;
};

const never = Number.POSITIVE_INFINITY;
const nothing: NextReads = {start: [], isFree: false, nextAt: never};

/** How long the selection must rest before rows are read because of where they are. Rows that the user scrolls past are not worth a request. */
const stillMs = 400;

/** Whether the user does not scroll. */
export const hasRested = ({now, stillSince}: Pick<Activity, 'now' | 'stillSince'>): boolean =>
	now - stillSince >= stillMs;

/** The maximum number of concurrent reads that the user does not wait for, so that one they do wait for finds a free connection; and with those that fill empty rows. */
const maxConcurrent = 4;
const maxConcurrentWithFills = 6;

/** How often the most urgent read fails before something else is tried now and then: maybe only that one fails. */
const maxUrgentFailures = 3;

const startOf = ({request, kind, askedAt}: Want): ReadStart => ({request, reason: kind, askedAt});

/** Delays a read that failed recently until its retry is due. */
function delayed(want: Want, state: State): Want {
	const failure = state.polling.failures.get(readKey(want.request));
	if (!failure || isPacedByService(state, failure)) return want;
	const until = want.kind === 'fill' ? spacedRetryAt(failure, state.polling.throttle) : retryAt(failure);
	return {...want, dueAt: Math.max(want.dueAt, until)};
}

const firstDueAt = (wants: readonly Want[], now: LocalTime): LocalTime =>
	wants.reduce((first, {dueAt}) => (dueAt > now ? Math.min(first, dueAt) : first), never);

/** Whether a row is read because of a refresh, without which none is read again, or because a filter needs it. A filter may need all projects, so that ends when the budget is exceeded by as much again. */
function isAskedRow(askedAt: LocalTime | undefined, {projects: {view}, polling: {throttle}}: State, now: LocalTime) {
	if (askedAt !== undefined) return true;
	return view !== undefined && view.query.trim() !== '' && requestsInMinute(throttle, now).asked < throttle.perMinute;
}

/** Whether a key of the user asked for a read, so that it may exceed the budget. Not what is tried again, the pages that are read at the start, and those whose rows have moved. Nobody presses keys in a window without focus. */
export function isAskedFor({request, reason, askedAt}: ReadStart, state: State, now: LocalTime): boolean {
	const {projects, polling, presence} = state;
	if (!presence.isFocused || polling.failures.has(readKey(request))) return false;
	if (reason === 'fill') return isAskedRow(askedAt, state, now);
	if (reason !== 'awaited' || request.kind !== 'projects') return reason === 'awaited';
	if (askedAt === undefined) return projects.loadAll !== undefined || projects.list.pages.length > 1;
	return askedAt < polling.refreshedAt;
}

/** Whether the user waits for a read that was not tried since the service became unusable. While the API key is refused, a refresh allows one read, which shows whether it still is. */
function isUntried({kind, request, askedAt}: Want, {polling: {failures, refreshedAt}, connection}: State): boolean {
	if (kind !== 'awaited' || failures.has(readKey(request))) return false;
	return !connection?.refusal || askedAt === undefined || refreshedAt > connection.refusal.at;
}

/** Returns the read to try while the service is unusable: the most urgent one, unless it has failed more often than others. Undefined if the order of reads may choose. */
function probeRead(due: readonly Want[], state: State): ReadStart | undefined {
	const {connection, polling} = state;
	const failuresOf = (request: ReadRequest) => polling.failures.get(readKey(request))?.count ?? 0;
	const first = due.toSorted((a, b) => failuresOf(a.request) - failuresOf(b.request))[0];
	if (!connection || isOnRequest(state)) return first && startOf(first);
	const test: ReadStart = {request: {connectionId: connection.id, kind: 'projects', cursor: undefined}, reason: 'due'};
	if (!first) return connection.refusal ? test : undefined;
	return failuresOf(first.request) > failuresOf(test.request) + maxUrgentFailures ? test : startOf(first);
}

/** Allows one request at a time while the service is unusable: the most urgent read at `retryAt`, or before that one the user waits for, once. Does not keep the even pace, with which the service's recovery would be noticed late. */
function probe(wants: readonly Want[], retryAt: LocalTime, state: State, {now, inFlight, unsent}: Activity): NextReads {
	if (inFlight.size > 0) return nothing;
	const due = wants.filter(({dueAt}) => dueAt <= now);
	const at = Math.max(retryAt, budgetAt(state.polling.throttle, now, unsent).freeAt);
	const untried = at > now ? due.find(want => isUntried(want, state)) : undefined;
	const tried = at > now ? untried && startOf(untried) : probeRead(due, state);
	if (tried) return {...nothing, start: [tried]};
	if (at > now) return {...nothing, nextAt: at};
	return {...nothing, isFree: !isOnRequest(state), nextAt: firstDueAt(wants, now)};
}

/** How many reads that nobody waits for the limits allow. An overloaded service gets one at a time, with pauses, besides what is on the screen. */
function limitsOf({polling: {throttle}}: State, {now, inFlight}: Activity) {
	const others = [...inFlight.values()].filter(reason => reason !== 'awaited');
	const isResting = idleAt(throttle) > now;
	const isBusy = throttle.overload !== undefined && others.some(reason => reason !== 'due');
	const isOpen = inFlight.size < maxInFlight(throttle);
	return {
		canFill: isOpen && others.length < maxConcurrentWithFills && !isResting && !isBusy,
		canRead: isOpen && others.length < maxConcurrent,
		canChoose: !isResting && !isBusy,
		restsUntil: isResting ? idleAt(throttle) : never,
	};
}

/** Selects the next reads, as far as the limits allow: all that a key asked for, else one. */
function select(wants: readonly Want[], state: State, activity: Activity): NextReads {
	const {now, inFlight, unsent, paceAt} = activity;
	const {throttle} = state.polling;
	const due = wants.filter(({request, dueAt}) => dueAt <= now && !inFlight.has(readKey(request)));
	const awaited = due.filter(({kind}) => kind === 'awaited').map(startOf);
	const asked = awaited.filter(read => isAskedFor(read, state, now));
	if (asked.length > 0) return {...nothing, start: asked};
	const {freeAt, spacedAt, canFillFast} = budgetAt(throttle, now, unsent);
	const first = awaited[0];
	if (first && freeAt <= now) return {...nothing, start: [first]};
	const retriedAt = Math.min(firstDueAt(wants, now), first ? freeAt : never);
	if (isOnRequest(state)) return {...nothing, nextAt: retriedAt};

	const {canFill, canRead, canChoose, restsUntil} = limitsOf(state, activity);
	let nextAt = Math.min(retriedAt, restsUntil);
	const isProbe = throttle.failing !== undefined && inFlight.size === 0;
	// While the service fails, the next read does not keep the even pace, to show at once whether the service has recovered.
	const allowedAt = Math.max(freeAt, spacedAt, isProbe ? Math.min(paceAt, probeAt(throttle)) : paceAt);
	const empty = canFill ? due.find(({kind}) => kind === 'fill') : undefined;
	if (canRead && allowedAt <= now) {
		const next = due.filter(({kind}) => kind === 'due').toSorted((a, b) => a.dueAt - b.dueAt)[0];
		if (next) return {...nothing, start: [startOf(next)]};
		if (empty) return {...nothing, start: [{...startOf(empty), reason: 'ordered'}]};
		return {...nothing, isFree: canChoose, nextAt};
	}

	if (canRead) nextAt = Math.min(nextAt, allowedAt);
	if (!empty || !(isAskedFor(startOf(empty), state, now) || canFillFast)) return {...nothing, nextAt};
	return spacedAt <= now ? {...nothing, start: [startOf(empty)]} : {...nothing, nextAt: Math.min(nextAt, spacedAt)};
}

/**
Returns what to read now. A pure function of the state and what the poller does.

Reads that the user waits for start at once, and empty rows are filled a few a second as far as the budget allows. All others are spaced evenly: what is due goes first, and the order of reads chooses the rest. While the service is unusable, one request is tried from time to time; during a quiet period, none.
*/
export function nextReads(state: State, activity: Activity): NextReads {
	const connectionId = state.connection?.id;
	if (connectionId === undefined) return nothing;

	const {now, stillSince} = activity;
	const isStill = hasRested(activity);
	const wanted = wantsOf(state, connectionId, {now, hasRested: isStill});
	const allowed = isOnRequest(state) ? wanted.filter(({kind}) => kind === 'awaited') : wanted;
	const wants = state.polling.failures.size === 0 ? allowed : allowed.map(want => delayed(want, state));

	const {quietUntil} = state.polling.throttle;
	if (quietUntil > now) return {...nothing, nextAt: wants.length > 0 || !isOnRequest(state) ? quietUntil : never};

	const probeDueAt = probingAt(state);
	const next = probeDueAt === undefined ? select(wants, state, activity) : probe(wants, probeDueAt, state, activity);
	return {...next, nextAt: Math.min(next.nextAt, isStill ? never : stillSince + stillMs)};
}
