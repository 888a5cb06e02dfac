import type {LocalTime} from '../base/clock.ts';
import {idsGone, pageOfProject} from '../model/project-list.ts';
import {type Read, readKey} from '../model/read-request.ts';
import {budgetAt, idleAt, maxInFlight, probeAt, rateOf, requestsInMinute} from '../model/throttle.ts';
import {isUnavailable} from '../state/deployments.ts';
import type {Fact} from '../state/facts.ts';
import {isPacedByService, probingAt, retryAt, spacedRetryAt} from '../state/requests.ts';
import type {State} from '../state/state.ts';
import type {Discovery} from './discovery.ts';
import {createReadOrder} from './read-order.ts';
import {awayFactor, isAway, isOnRequest, type Reason, runningReads, viewsOf, type Want, wantsOf} from './wants.ts';

/** A read to start, and why. */
type Start = Omit<Want, 'dueAt'>;

/** A read to start now, or when to ask again if nothing happens: infinity if nothing will fall due. */
type Next = Start | LocalTime;

/** What the poller does at the moment. Times are by the local clock. */
type Situation = {
	readonly now: LocalTime;
	/** The reads in flight, by their keys. */
	readonly inFlight: ReadonlyMap<string, {readonly reason: Reason}>;
	/** When the user last moved the selection. */
	readonly stillSince: LocalTime;
};

type Turn = Situation & {
	/** How many reads have started whose requests were not sent yet. */
	readonly unsent: number;
	/** When the even pace allows the next background read. */
	readonly paceAt: LocalTime;
	/** Returns the read that the order of reads chooses. */
	readonly choose: () => Start | undefined;
};

const never = Number.POSITIVE_INFINITY;
const minuteMs = 60_000;

/** How long the selection must rest before rows are read because of where they are. Rows that the user scrolls past are not worth a request. */
const stillMs = 400;

/** The pause before the order is asked again if it has nothing to read. */
const idleMs = {focused: 250, away: 2000};

/** The maximum number of concurrent reads that the user does not wait for, so that one they do wait for finds a free connection; and with those that fill empty rows. */
const maxConcurrent = 4;
const maxConcurrentWithFills = 6;

/** The first screen is read before anything else. */
const startPauseMs = 400;

/** What the user asked for is paid back with this share of the budget: other reads slow down but never stop. */
const paybackShare = 1 / 3;

/** The most that is paid back, however much was asked for. */
const maxDebt = 60;

/** The pause before the order of reads tries deployments again that were unavailable. What is on the screen is read earlier. */
const unavailablePauseMs = 20 * minuteMs;

const hasRested = ({now, stillSince}: Situation): boolean => now - stillSince >= stillMs;

/** Delays a read that failed recently until its retry is due. */
function delayed(want: Want, state: State): Want {
	const failure = state.polling.failures.get(readKey(want.read));
	if (!failure || isPacedByService(state, failure)) return want;
	const until = want.reason === 'fill' ? spacedRetryAt(failure, state.polling.throttle) : retryAt(failure);
	return {...want, dueAt: Math.max(want.dueAt, until)};
}

const firstDueAt = (wants: readonly Want[], now: LocalTime): LocalTime =>
	wants.reduce((first, {dueAt}) => (dueAt > now ? Math.min(first, dueAt) : first), never);

/** Whether a row is read because of a refresh, without which none is read again, or because a filter needs it. A filter may need all projects, so that ends when the budget is exceeded by as much again. */
function isAskedRow(
	askedAt: LocalTime | undefined,
	{projects: {filtered}, polling: {throttle}}: State,
	now: LocalTime,
) {
	if (askedAt !== undefined) return true;
	return (
		filtered !== undefined && filtered.query.trim() !== '' && requestsInMinute(throttle, now).asked < throttle.perMinute
	);
}

/** Whether a key of the user asked for a read, so that it may exceed the budget. Not what is tried again, the pages that are read at the start, and those whose rows have moved. Nobody presses keys in a window without focus. */
function isAskedFor({read, reason, askedAt}: Start, state: State, now: LocalTime): boolean {
	const {projects, polling, presence} = state;
	if (!presence.isFocused || polling.failures.has(readKey(read))) return false;
	if (reason === 'fill') return isAskedRow(askedAt, state, now);
	if (reason !== 'awaited' || read.kind !== 'projects') return reason === 'awaited';
	if (askedAt === undefined) return projects.loading !== undefined || projects.list.pages.length > 1;
	return askedAt < polling.refreshedAt;
}

/** Whether the user waits for a read that was not tried since the service became unusable. While the API key is refused, a refresh allows one read, which shows whether it still is. */
function isUntried({reason, read, askedAt}: Want, {polling: {failures, refreshedAt}, connection}: State): boolean {
	if (reason !== 'awaited' || failures.has(readKey(read))) return false;
	return !connection?.refusal || askedAt === undefined || refreshedAt > connection.refusal.at;
}

/** Returns the read to try while the service is unusable: what failed least often goes first, because maybe only that fails. */
function probeRead(due: readonly Want[], state: State): Start | undefined {
	const failuresOf = ({read}: Start) => state.polling.failures.get(readKey(read))?.count ?? 0;
	const firstPage: Start = {read: {kind: 'projects', cursor: undefined}, reason: 'due', askedAt: undefined};
	const candidates = isOnRequest(state) ? due : [...due, firstPage];
	return candidates.toSorted((a, b) => failuresOf(a) - failuresOf(b))[0];
}

/** Allows one request at a time while the service is unusable: the most urgent read at `probeDueAt`, or before that one the user waits for, once. Does not keep the even pace, with which the service's recovery would be noticed late. */
function probe(wants: readonly Want[], probeDueAt: LocalTime, state: State, {now, inFlight, unsent}: Turn): Next {
	if (inFlight.size > 0) return never;
	const due = wants.filter(({dueAt}) => dueAt <= now);
	const at = Math.max(probeDueAt, budgetAt(state.polling.throttle, now, unsent).freeAt);
	if (at > now) return due.find(want => isUntried(want, state)) ?? at;
	return probeRead(due, state) ?? firstDueAt(wants, now);
}

/** How many reads that nobody waits for the limits allow. An overloaded service gets one at a time, with pauses, besides what is on the screen. */
function limitsOf({polling: {throttle}}: State, {now, inFlight}: Turn) {
	const others = [...inFlight.values()].filter(({reason}) => reason !== 'awaited');
	const isResting = idleAt(throttle) > now;
	const isBusy = throttle.overload !== undefined && others.some(({reason}) => reason !== 'due');
	const isOpen = inFlight.size < maxInFlight(throttle);
	return {
		canFill: isOpen && others.length < maxConcurrentWithFills && !isResting && !isBusy,
		canRead: isOpen && others.length < maxConcurrent,
		canChoose: !isResting && !isBusy,
		restsUntil: isResting ? idleAt(throttle) : never,
	};
}

/** Selects the next read, as far as the limits allow: what a key asked for first. */
function select(wants: readonly Want[], state: State, turn: Turn): Next {
	const {now, inFlight, unsent, paceAt} = turn;
	const {throttle} = state.polling;
	const due = wants.filter(({read, dueAt}) => dueAt <= now && !inFlight.has(readKey(read)));
	const awaited = due.filter(({reason}) => reason === 'awaited');
	const asked = awaited.find(read => isAskedFor(read, state, now));
	if (asked) return asked;
	const {freeAt, spacedAt, canFillFast} = budgetAt(throttle, now, unsent);
	const [first] = awaited;
	if (first && freeAt <= now) return first;
	const retriedAt = Math.min(firstDueAt(wants, now), first ? freeAt : never);
	if (isOnRequest(state)) return retriedAt;

	const {canFill, canRead, canChoose, restsUntil} = limitsOf(state, turn);
	const nextAt = Math.min(retriedAt, restsUntil);
	const isProbe = throttle.failing !== undefined && inFlight.size === 0;
	// While the service fails, the next read does not keep the even pace, to show at once whether the service has recovered.
	const allowedAt = Math.max(freeAt, spacedAt, isProbe ? Math.min(paceAt, probeAt(throttle)) : paceAt);
	const empty = canFill ? due.find(({reason}) => reason === 'fill') : undefined;
	if (canRead && allowedAt <= now) {
		const oldest = due.filter(({reason}) => reason === 'due').toSorted((a, b) => a.dueAt - b.dueAt)[0];
		const next = oldest ?? (empty && {...empty, reason: 'ordered'}) ?? (canChoose ? turn.choose() : undefined);
		return next ?? Math.min(nextAt, canChoose ? now + (isAway(state) ? idleMs.away : idleMs.focused) : never);
	}

	const canFillNow = empty && (isAskedFor(empty, state, now) || canFillFast);
	if (canFillNow && spacedAt <= now) return empty;
	return Math.min(nextAt, canRead ? allowedAt : never, canFillNow ? spacedAt : never);
}

/**
Returns what to read now, from the state and what the poller does.

Reads that the user waits for start at once, and empty rows are filled a few a second as far as the budget allows. All others are spaced evenly: what is due goes first, and the order of reads chooses the rest. While the service is unusable, one request is tried from time to time; during a quiet period, none.
*/
function nextRead(state: State, turn: Turn): Next {
	if (!state.connection) return never;
	const {now, stillSince} = turn;
	const isStill = hasRested(turn);
	const wanted = wantsOf(state, {now, hasRested: isStill});
	const allowed = isOnRequest(state) ? wanted.filter(({reason}) => reason === 'awaited') : wanted;
	const wants = state.polling.failures.size === 0 ? allowed : allowed.map(want => delayed(want, state));

	const {quietUntil} = state.polling.throttle;
	if (quietUntil > now) return wants.length > 0 || !isOnRequest(state) ? quietUntil : never;

	const probeDueAt = probingAt(state);
	const next = probeDueAt === undefined ? select(wants, state, turn) : probe(wants, probeDueAt, state, turn);
	return typeof next !== 'number' || isStill ? next : Math.min(next, stillSince + stillMs);
}

/** Whether the order of reads may choose a read: it is neither in flight nor pausing after a failure. Even during an outage, something else is tried next: maybe only this fails. */
function canOrder(read: Read, {polling: {failures, throttle}}: State, {now, inFlight}: Situation): boolean {
	if (failures.size === 0 && inFlight.size === 0) return true;
	const key = readKey(read);
	if (inFlight.has(key)) return false;
	const failure = failures.get(key);
	if (!failure) return true;
	const isLong = read.kind === 'deployments' && isUnavailable(failure.error);
	return now >= Math.max(spacedRetryAt(failure, throttle), isLong ? failure.at + unavailablePauseMs : 0);
}

/** Tells discovery what a fact reveals about projects and deployments, and which projects are not listed any more. */
function tell(discovery: Discovery, fact: Fact, before: State, after: State): void {
	const {skewMs} = after.polling;
	const {list} = after.projects;
	switch (fact.type) {
		case 'page-read': {
			const {request, answer, askedAt} = fact;
			discovery.observePage({cursor: request.cursor, projects: answer.projects, askedAt, skewMs});
			for (const id of idsGone(before.projects.list.rows, list.rows)) discovery.forgetProject(id);
			discovery.keepPages(new Set(list.pages.map(({cursor}) => cursor)));
			break;
		}

		case 'list-read': {
			const {request, answer, askedAt} = fact;
			discovery.observeList({projectId: request.projectId, deployments: answer.deployments, askedAt, skewMs});
			break;
		}

		case 'read-failed': {
			const {request, error} = fact;
			const isGone = request.kind === 'deployments' && error.kind === 'missing';
			if (isGone && !pageOfProject(list, request.projectId)) discovery.forgetProject(request.projectId);
			break;
		}

		case 'write-done':
			if (fact.kind === 'deleted' && fact.ref.connectionId === after.connection?.id)
				discovery.forgetProject(fact.ref.projectId);
			break;
	}
}

/** Decides what is read and when. It makes no reads itself and has no clock: its caller passes the time. */
export function createReadSchedule() {
	let order = createReadOrder();
	/** When the even pace allows the next background read. Undefined until the first read from a service. */
	let paceAt: LocalTime | undefined;
	/** How many requests the user asked for that are not paid back yet. */
	let debt = 0;
	/** How many reads have started whose requests were not sent yet. */
	let unsent = 0;

	function restart() {
		[paceAt, debt, unsent] = [undefined, 0, 0];
	}

	const intervalMs = (state: State, now: LocalTime): number =>
		(minuteMs / rateOf(state.polling.throttle, now)) * (isAway(state) ? awayFactor : 1);

	/** Sets when the next background read may start, after one at `now`. One that is late is followed by a shorter pause, so that little of the budget is lost. */
	function keepPace(state: State, now: LocalTime) {
		const everyMs = intervalMs(state, now);
		const paid = Math.min(debt, paybackShare / (1 - paybackShare));
		debt -= paid;
		const nextAt = Math.max(paceAt ?? now, now - everyMs / 2) + everyMs * (1 + paid);
		paceAt = Math.max(nextAt, now + budgetAt(state.polling.throttle, now, unsent).spreadMs);
	}

	/** Returns when the next background read may start. A pause that began with a smaller budget, or without focus, ends with it. */
	function allowedAt(state: State, now: LocalTime): LocalTime {
		const maxPauseMs = Math.max(2 * intervalMs(state, now), budgetAt(state.polling.throttle, now, unsent).spreadMs);
		paceAt = Math.min(paceAt ?? now + startPauseMs, now + maxPauseMs);
		return paceAt;
	}

	function choose(state: State, situation: Situation): Start | undefined {
		const read = order.next({
			now: situation.now,
			views: viewsOf(state, hasRested(situation)),
			running: runningReads(state),
			isWide: !isAway(state) && !state.projects.list.sweep?.isRefused,
			canRead: (each: Read) => canOrder(each, state, situation),
		});
		return read && {read, reason: 'ordered', askedAt: undefined};
	}

	return {
		/** Returns the read to start now, which counts as started, or when to ask again. `isBackground`: whether no key of the user asked for it. */
		next(state: State, situation: Situation): (Start & {readonly isBackground: boolean}) | LocalTime {
			const {now, inFlight} = situation;
			unsent = Math.min(unsent, inFlight.size);
			const choice = () => choose(state, situation);
			const next = nextRead(state, {...situation, unsent, paceAt: allowedAt(state, now), choose: choice});
			if (typeof next === 'number') return Math.ceil(next);
			unsent++;
			if (next.reason === 'due' || next.reason === 'ordered') keepPace(state, now);
			return {...next, isBackground: !isAskedFor(next, state, now)};
		},

		/** Takes note of a change. Call it for each, in order, before `next`. */
		observe(before: State, after: State, fact: Fact | undefined) {
			if (before.connection?.id !== after.connection?.id) {
				order = createReadOrder();
				restart();
			}

			if (fact?.type === 'woke-up') restart();
			if (fact?.type === 'request-sent') {
				unsent = Math.max(0, unsent - 1);
				if (!fact.sent.isBackground) debt = Math.min(maxDebt, debt + 1);
			}

			if (fact) tell(order.discovery, fact, before, after);
		},
	};
}
