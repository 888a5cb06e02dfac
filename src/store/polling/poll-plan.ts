import type {LocalTime} from '../../clock.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {
	askedInMinute,
	canFillFast,
	freeAt,
	idleAt,
	maxInFlight,
	probeAt,
	spacedAt,
} from '../model/requests/throttle.ts';
import {isPacedByService, probingAt} from '../state/probes.ts';
import type {State} from '../state/state.ts';
import {dueReads} from './due-reads.ts';
import {scheduledReads} from './foreground-reads.ts';
import {retryAt, spacedRetryAt} from './intervals.ts';
import type {OtherWindows} from './other-windows.ts';
import type {PlannedRead, Priority} from './planned-read.ts';
import type {ReadPace} from './reading-plan/read-pace.ts';
import {rowReads} from './row-reads.ts';

/** The reads of the loader, which are not part of the state. Times are by the local clock. */
export type PollActivity = {
	readonly now: LocalTime;
	/** The priorities of the reads in flight, by their keys. */
	readonly flights: ReadonlyMap<string, Priority>;
	/** When the next read that is due or planned may start, and how much is to be paid back. */
	readonly pace: ReadPace;
	/** How many reads have started whose requests were not sent yet. */
	readonly unsent: number;
	/** When the user last moved the selection. */
	readonly stillSince: LocalTime;
	readonly others: OtherWindows;
};

export type ReadStart = {
	readonly request: ReadRequest;
	readonly priority: Priority;
	readonly askedAt?: LocalTime | undefined;
};

/** What the loader should do now. */
export type PollPlan = {
	/** The reads to start now. Ask again once they are started. */
	readonly start: readonly ReadStart[];
	/** Whether the reading plan may choose one. */
	readonly isFree: boolean;
	/** When to plan again if nothing happens, by the local clock. Infinity if nothing will fall due. */
	readonly nextAt: LocalTime;
};

const never = Number.POSITIVE_INFINITY;
const nothing: PollPlan = {start: [], isFree: false, nextAt: never};

/** How long the selection must rest before rows are read because of where they are. Rows that the user scrolls past are not worth a request. */
const stillMs = 400;

/** Whether the user does not scroll. */
export const hasRested = ({now, stillSince}: Pick<PollActivity, 'now' | 'stillSince'>): boolean =>
	now - stillSince >= stillMs;

/** The maximum number of concurrent reads that the user does not wait for, so that one they do wait for finds a free connection. Reads that fill empty rows come on top, up to a limit of their own. */
const maxConcurrent = 4;
const maxConcurrentWithRows = 6;

/** Delays reads that failed recently until their retry is due. */
const delayed = (planned: readonly PlannedRead[], state: State): readonly PlannedRead[] =>
	state.polling.failures.size === 0 ? planned : planned.map(read => delayedRead(read, state));

function delayedRead(read: PlannedRead, state: State): PlannedRead {
	const failure = state.polling.failures.get(readKey(read.request));
	if (!failure || isPacedByService(state, failure)) return read;
	const isRow = read.priority === 'fill';
	const until = isRow ? spacedRetryAt(failure, state.polling.throttle) : retryAt(failure);
	return {...read, dueAt: Math.max(read.dueAt, until)};
}

function firstDueAt(planned: readonly PlannedRead[], now: LocalTime): number {
	let first = never;
	for (const {dueAt} of planned) if (dueAt > now && dueAt < first) first = dueAt;
	return first;
}

/** Whether a row is read because of a refresh, without which none is read again, or because a filter needs it. A filter may need all projects, so that ends when the budget is exceeded by as much again. */
function isAskedRow(askedAt: LocalTime | undefined, {projects: {view}, polling: {throttle}}: State, now: LocalTime) {
	if (askedAt !== undefined) return true;
	return view !== undefined && view.query.trim() !== '' && askedInMinute(throttle, now) < throttle.perMinute;
}

/** Whether a key of the user asked for a read, so that it may exceed the budget. Not what is tried again, the pages that are read at the start, and those whose rows have moved. Nobody presses keys in a window without focus. */
export function isAskedFor({request, priority, askedAt}: ReadStart, state: State, now: LocalTime): boolean {
	const {projects, polling, presence} = state;
	if (!presence.isFocused || polling.failures.has(readKey(request))) return false;
	if (priority === 'fill') return isAskedRow(askedAt, state, now);
	if (priority !== 'awaited' || request.kind !== 'projects') return priority === 'awaited';
	const {pages} = projects.list;
	if (askedAt === undefined) return projects.loadAll !== undefined || pages.length > 1;
	return askedAt < polling.refreshedAt || !pages.some(({cursor, rows}) => cursor === request.cursor && rows);
}

/** Whether the user waits for a read that was not tried since the service became unusable. While the API key is refused, a refresh allows one read, which shows whether it still is. */
function isUntried(
	{priority, request, askedAt}: PlannedRead,
	{polling: {failures, refreshedAt}, connection}: State,
): boolean {
	if (priority !== 'awaited' || failures.has(readKey(request))) return false;
	return !connection?.refusal || askedAt === undefined || refreshedAt > connection.refusal.at;
}

/** Whether only reads that the user waits for are made. */
export const isOnRequest = ({polling: {isPaused, throttle}}: Pick<State, 'polling'>): boolean =>
	isPaused || throttle.perMinute === 0;

/** Whether this window makes only the reads that its user waits for: another one makes the rest. */
const isLimitedToAwaited = (state: State, {others}: PollActivity): boolean => isOnRequest(state) || !others.isReader;

/** The read that tests whether the service can be used. */
const testRead = (connectionId: number): PlannedRead => ({
	request: {connectionId, kind: 'projects', cursor: undefined},
	priority: 'due',
	dueAt: 0,
	askedAt: undefined,
});

/** How often the most urgent read fails before something else is tried now and then: maybe only that one fails. */
const maxUrgentFailures = 3;

/** Returns the read to try while the service is unusable: the most urgent one, unless it has failed more often than others. Undefined if the reading plan may choose. */
function probeRead(due: readonly PlannedRead[], state: State, isPlanFree: boolean): PlannedRead | undefined {
	const {connection, polling} = state;
	const failuresOf = ({request}: PlannedRead) => polling.failures.get(readKey(request))?.count ?? 0;
	const [first] = due.toSorted((a, b) => failuresOf(a) - failuresOf(b));
	if (!connection || !isPlanFree) return first;
	const test = testRead(connection.id);
	if (!first) return connection.refusal ? test : undefined;
	return failuresOf(first) > failuresOf(test) + maxUrgentFailures ? test : first;
}

/** Allows one request at a time while the service is unusable: the most urgent read at `retryAt`, or before that one the user waits for, once. Does not keep the even pace, with which the service's recovery would be noticed late. */
function probe(planned: readonly PlannedRead[], retryAt: LocalTime, state: State, activity: PollActivity): PollPlan {
	const {now, flights, unsent} = activity;
	if (flights.size > 0) return nothing;
	const due = planned.filter(({dueAt}) => dueAt <= now);
	const at = Math.max(retryAt, freeAt(state.polling.throttle, now, unsent));
	const tried =
		at > now ? due.find(read => isUntried(read, state)) : probeRead(due, state, !isLimitedToAwaited(state, activity));
	if (tried) return {...nothing, start: [tried]};
	if (at > now) return {...nothing, nextAt: at};
	return {...nothing, isFree: !isLimitedToAwaited(state, activity), nextAt: firstDueAt(planned, now)};
}

/** How many reads that nobody waits for the limits allow. An overloaded service gets one at a time, with pauses, besides what is on the screen. */
function limitsOf({polling: {throttle}}: State, {now, flights}: PollActivity) {
	const others = [...flights.values()].filter(priority => priority !== 'awaited');
	const isResting = idleAt(throttle) > now;
	const isBusy = throttle.overload !== undefined && others.some(priority => priority !== 'due');
	const isOpen = flights.size < maxInFlight(throttle);
	return {
		canFill: isOpen && others.length < maxConcurrentWithRows && !isResting && !isBusy,
		canRead: isOpen && others.length < maxConcurrent,
		canChoose: !isResting && !isBusy,
		restsUntil: isResting ? idleAt(throttle) : never,
	};
}

/** Selects the next reads, as far as the limits allow: all that the user waits for, else one. */
function selectReads(planned: readonly PlannedRead[], state: State, activity: PollActivity): PollPlan {
	const {now, flights, pace, unsent} = activity;
	const {throttle} = state.polling;
	const due = planned.filter(({request, dueAt}) => dueAt <= now && !flights.has(readKey(request)));
	const awaited = due.filter(({priority}) => priority === 'awaited');
	const asked = awaited.filter(read => isAskedFor(read, state, now));
	if (asked.length > 0) return {...nothing, start: asked};
	const budgetAt = freeAt(throttle, now, unsent);
	const first = awaited[0];
	if (first && budgetAt <= now) return {...nothing, start: [first]};
	const retriedAt = Math.min(firstDueAt(planned, now), first ? budgetAt : never);
	if (isLimitedToAwaited(state, activity)) return {...nothing, nextAt: retriedAt};

	const {canFill, canRead, canChoose, restsUntil} = limitsOf(state, activity);
	let nextAt = Math.min(retriedAt, restsUntil);
	const isProbe = throttle.failing !== undefined && flights.size === 0;
	// While the service fails, the next read does not keep the even pace, to show at once whether the service has recovered.
	const pausedUntil = spacedAt(throttle, now, unsent);
	const allowedAt = Math.max(budgetAt, pausedUntil, isProbe ? Math.min(pace.nextAt, probeAt(throttle)) : pace.nextAt);
	const empty = canFill ? due.find(({priority}) => priority === 'fill') : undefined;
	if (canRead && allowedAt <= now) {
		const next = due.filter(({priority}) => priority === 'due').toSorted((a, b) => a.dueAt - b.dueAt)[0];
		if (next) return {...nothing, start: [next]};
		if (empty) return {...nothing, start: [{...empty, priority: 'planned'}]};
		return {...nothing, isFree: canChoose, nextAt};
	}

	if (canRead) nextAt = Math.min(nextAt, allowedAt);
	if (!empty || !(isAskedFor(empty, state, now) || canFillFast(throttle, now, unsent))) return {...nothing, nextAt};
	return pausedUntil <= now ? {...nothing, start: [empty]} : {...nothing, nextAt: Math.min(nextAt, pausedUntil)};
}

/** Returns the keys of the reads for what is on the screen that may be awaited. */
export const wantedKeys = (state: State): ReadonlySet<string> =>
	new Set(state.connection ? scheduledReads(state, state.connection.id).map(({request}) => readKey(request)) : []);

/** Returns what this window needs besides what the reading plan chooses, however much of it may be read. */
function readsHere(
	state: State,
	connectionId: number,
	activity: Pick<PollActivity, 'now' | 'stillSince'>,
): readonly PlannedRead[] {
	const visible = scheduledReads(state, connectionId);
	if (isOnRequest(state))
		return delayed(
			visible.filter(({priority}) => priority === 'awaited'),
			state,
		);
	const rows = hasRested(activity) ? rowReads(state, connectionId) : [];
	return delayed([...visible, ...rows, ...dueReads(state, connectionId, activity.now)], state);
}

/** Returns what this window would like another one to read. */
export const readsForWindow = (
	state: State,
	activity: Pick<PollActivity, 'now' | 'stillSince'>,
): readonly PlannedRead[] =>
	state.connection
		? readsHere(state, state.connection.id, activity).filter(({priority}) => priority !== 'awaited')
		: [];

/**
Returns what to read now. A pure function of the state and the activity of the loader.

Reads that the user waits for start at once, and empty rows are filled a few a second as far as the budget allows. All others are spaced evenly: what is due goes first, and the reading plan chooses the rest. While the service is unusable, one request is tried from time to time; during a quiet period, none.
*/
export function pollPlan(state: State, activity: PollActivity): PollPlan {
	const connectionId = state.connection?.id;
	if (connectionId === undefined) return nothing;

	const {now, stillSince, others} = activity;
	const isStill = hasRested(activity);
	const planned = isLimitedToAwaited(state, activity)
		? readsHere(state, connectionId, activity).filter(({priority}) => priority === 'awaited')
		: [...readsHere(state, connectionId, activity), ...delayed(others.reads, state)];

	const {quietUntil} = state.polling.throttle;
	if (quietUntil > now) {
		const hasReads = planned.length > 0 || !isLimitedToAwaited(state, activity);
		return {...nothing, nextAt: hasReads ? quietUntil : never};
	}

	const probeDueAt = probingAt(state);
	const selection =
		probeDueAt === undefined ? selectReads(planned, state, activity) : probe(planned, probeDueAt, state, activity);
	const stillAt = isStill ? never : stillSince + stillMs;
	return {...selection, nextAt: Math.min(selection.nextAt, stillAt)};
}
