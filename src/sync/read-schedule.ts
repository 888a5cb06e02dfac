import type {LocalTime} from '../base/clock.ts';
import {idsGone} from '../model/project-list.ts';
import {type Read, readKey} from '../model/read-request.ts';
import {budgetAt, idleAt, maxInFlight, probeAt, rateOf, requestsInMinute} from '../model/throttle.ts';
import {isUnavailable} from '../state/deployments.ts';
import type {Fact} from '../state/facts.ts';
import {isPacedByService, probingAt, retryAt, spacedRetryAt} from '../state/requests.ts';
import type {State} from '../state/state.ts';
import {createReadOrder} from './read-order.ts';
import {awayFactor, isAway, isOnRequest, type Reason, runningReads, viewsOf, type Want, wantsOf} from './wants.ts';

/** A read to start, and why. */
type Start = Omit<Want, 'dueAt'>;

/** What the poller does at the moment. Times are by the local clock. */
type Moment = {
	readonly now: LocalTime;
	/** The reads in flight, by their keys. */
	readonly inFlight: ReadonlyMap<string, {readonly reason: Reason}>;
	/** When the user last moved the selection. */
	readonly stillSince: LocalTime;
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

const hasRested = ({now, stillSince}: Moment): boolean => now - stillSince >= stillMs;

/** The pause between two background reads. */
const intervalMs = (state: State, now: LocalTime): number =>
	(minuteMs / rateOf(state.polling.throttle, now)) * (isAway(state) ? awayFactor : 1);

/** Returns everything that is wanted. What failed recently is due when it is retried. */
function currentWants(state: State, moment: Moment): readonly Want[] {
	const {failures, throttle} = state.polling;
	const wanted = wantsOf(state, {now: moment.now, hasRested: hasRested(moment)});
	const allowed = isOnRequest(state) ? wanted.filter(({reason}) => reason === 'awaited') : wanted;
	if (failures.size === 0) return allowed;
	return allowed.map(want => {
		const failure = failures.get(readKey(want.read));
		if (!failure || isPacedByService(state, failure)) return want;
		const retriedAt = want.reason === 'fill' ? spacedRetryAt(failure, throttle) : retryAt(failure);
		return {...want, dueAt: Math.max(want.dueAt, retriedAt)};
	});
}

const firstDueAt = (wants: readonly Want[], now: LocalTime): LocalTime =>
	wants.reduce((first, {dueAt}) => (dueAt > now ? Math.min(first, dueAt) : first), never);

/** Whether a key of the user asked for a read, so that it may exceed the budget. Not what is tried again, the pages that are read at the start, and those whose rows have moved. Nobody presses keys in a window without focus. */
function isAskedFor({read, reason, askedAt}: Start, state: State, now: LocalTime): boolean {
	const {projects, polling, presence} = state;
	if (!presence.isFocused || polling.failures.has(readKey(read))) return false;
	if (reason === 'fill') {
		// Rows are read again only because of a refresh.
		if (askedAt !== undefined) return true;
		// A filter may need all projects, so that ends when the budget is exceeded by as much again.
		const {throttle} = polling;
		return Boolean(projects.filtered?.query.trim()) && requestsInMinute(throttle, now).asked < throttle.perMinute;
	}

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

/** Whether the order of reads may choose a read: it is neither in flight nor pausing after a failure. Even during an outage, something else is tried next: maybe only this fails. */
function canOrder(read: Read, {polling: {failures, throttle}}: State, {now, inFlight}: Moment): boolean {
	if (failures.size === 0 && inFlight.size === 0) return true;
	const key = readKey(read);
	if (inFlight.has(key)) return false;
	const failure = failures.get(key);
	if (!failure) return true;
	const isLong = read.kind === 'deployments' && isUnavailable(failure.error);
	return now >= Math.max(spacedRetryAt(failure, throttle), isLong ? failure.at + unavailablePauseMs : 0);
}

/**
Decides what is read and when. It makes no reads itself and has no clock: its caller passes the time.

Reads that the user waits for start at once, and empty rows are filled a few a second as far as the budget allows. All others are spaced evenly: what is due goes first, and the order of reads chooses the rest. While the service is unusable, one request is tried from time to time; during a quiet period, none.
*/
export function createReadSchedule() {
	let order = createReadOrder();
	/** When the even pace allows the next background read. Undefined until the first read from a service. */
	let paceAt: LocalTime | undefined;
	/** How many requests the user asked for that are not paid back yet. */
	let debt = 0;
	/** How many reads have started whose requests were not sent yet. */
	let unsent = 0;

	const budgetOf = ({polling: {throttle}}: State, now: LocalTime) => budgetAt(throttle, now, unsent);

	/** Sets when the next background read may start, after one at `now`. One that is late is followed by a shorter pause, so that little of the budget is lost. */
	function keepPace(state: State, now: LocalTime) {
		const everyMs = intervalMs(state, now);
		const paid = Math.min(debt, paybackShare / (1 - paybackShare));
		debt -= paid;
		const nextAt = Math.max(paceAt ?? now, now - everyMs / 2) + everyMs * (1 + paid);
		paceAt = Math.max(nextAt, now + budgetOf(state, now).spreadMs);
	}

	/** Returns when the next background read may start. A pause that began with a smaller budget, or without focus, ends with it. */
	function nextPaceAt(state: State, now: LocalTime): LocalTime {
		const maxPauseMs = Math.max(2 * intervalMs(state, now), budgetOf(state, now).spreadMs);
		paceAt = Math.min(paceAt ?? now + startPauseMs, now + maxPauseMs);
		return paceAt;
	}

	function choose(state: State, moment: Moment): Start | undefined {
		const read = order.next({
			now: moment.now,
			views: viewsOf(state, hasRested(moment)),
			running: runningReads(state),
			isWide: !isAway(state) && !state.projects.list.sweep?.isRefused,
			canRead: each => canOrder(each, state, moment),
		});
		return read && {read, reason: 'ordered', askedAt: undefined};
	}

	/** Allows one request at a time while the service is unusable: the most urgent read at `probeDueAt`, or before that one the user waits for, once. Does not keep the even pace, with which the service's recovery would be noticed late. */
	function probe(wants: readonly Want[], probeDueAt: LocalTime, state: State, {now, inFlight}: Moment) {
		if (inFlight.size > 0) return never;
		const due = wants.filter(({dueAt}) => dueAt <= now);
		const at = Math.max(probeDueAt, budgetOf(state, now).freeAt);
		if (at > now) return due.find(want => isUntried(want, state)) ?? at;
		return probeRead(due, state) ?? firstDueAt(wants, now);
	}

	/** Selects the next read, as far as the limits allow: what a key asked for first. */
	function select(wants: readonly Want[], state: State, moment: Moment): Start | LocalTime {
		const {now, inFlight} = moment;
		const {throttle} = state.polling;
		const due = wants.filter(({read, dueAt}) => dueAt <= now && !inFlight.has(readKey(read)));
		const awaited = due.filter(({reason}) => reason === 'awaited');
		const asked = awaited.find(read => isAskedFor(read, state, now));
		if (asked) return asked;
		const {freeAt, spacedAt, canFillFast} = budgetOf(state, now);
		const [first] = awaited;
		if (first && freeAt <= now) return first;
		const retriedAt = Math.min(firstDueAt(wants, now), first ? freeAt : never);
		if (isOnRequest(state)) return retriedAt;

		const others = [...inFlight.values()].filter(({reason}) => reason !== 'awaited');
		const isOpen = inFlight.size < maxInFlight(throttle);
		const canRead = isOpen && others.length < maxConcurrent;
		// An overloaded service gets one read at a time, with pauses, besides what is on the screen.
		const isResting = idleAt(throttle) > now;
		const isSpared = isResting || (throttle.overload !== undefined && others.some(({reason}) => reason !== 'due'));
		const canFill = isOpen && others.length < maxConcurrentWithFills && !isSpared;
		const empty = canFill ? due.find(({reason}) => reason === 'fill') : undefined;
		const nextAt = Math.min(retriedAt, isResting ? idleAt(throttle) : never);
		const pacedAt = nextPaceAt(state, now);
		// While the service fails, the next read does not keep the even pace, to show at once whether the service has recovered.
		const isProbe = throttle.failing !== undefined && inFlight.size === 0;
		const allowedAt = Math.max(freeAt, spacedAt, isProbe ? Math.min(pacedAt, probeAt(throttle)) : pacedAt);
		if (canRead && allowedAt <= now) {
			const oldest = due.filter(({reason}) => reason === 'due').toSorted((a, b) => a.dueAt - b.dueAt)[0];
			const wanted: Start | undefined = oldest ?? (empty && {...empty, reason: 'ordered'});
			if (wanted || isSpared) return wanted ?? nextAt;
			return choose(state, moment) ?? Math.min(nextAt, now + (isAway(state) ? idleMs.away : idleMs.focused));
		}

		const canFillNow = empty && (isAskedFor(empty, state, now) || canFillFast);
		if (canFillNow && spacedAt <= now) return empty;
		return Math.min(nextAt, canRead ? allowedAt : never, canFillNow ? spacedAt : never);
	}

	function nextRead(state: State, moment: Moment): Start | LocalTime {
		if (!state.connection) return never;
		const wants = currentWants(state, moment);
		const {quietUntil} = state.polling.throttle;
		if (quietUntil > moment.now) return wants.length > 0 || !isOnRequest(state) ? quietUntil : never;

		const probeDueAt = probingAt(state);
		const next = probeDueAt === undefined ? select(wants, state, moment) : probe(wants, probeDueAt, state, moment);
		return typeof next !== 'number' || hasRested(moment) ? next : Math.min(next, moment.stillSince + stillMs);
	}

	return {
		/** Returns the read to start now, which counts as started, or when to ask again if nothing happens: infinity if nothing will fall due. `isBackground`: whether no key of the user asked for it. */
		next(state: State, moment: Moment): (Start & {readonly isBackground: boolean}) | LocalTime {
			const {now, inFlight} = moment;
			unsent = Math.min(unsent, inFlight.size);
			const next = nextRead(state, moment);
			if (typeof next === 'number') return Math.ceil(next);
			unsent++;
			if (next.reason === 'due' || next.reason === 'ordered') keepPace(state, now);
			return {...next, isBackground: !isAskedFor(next, state, now)};
		},

		/** Takes note of a change. Call it for each, in order, before `next`. */
		observe(before: State, after: State, fact: Fact | undefined) {
			const isOtherService = before.connection?.id !== after.connection?.id;
			if (isOtherService) order = createReadOrder();
			if (isOtherService || fact?.type === 'woke-up') [paceAt, debt, unsent] = [undefined, 0, 0];
			const {discovery} = order;
			const {list} = after.projects;
			const {skewMs} = after.polling;
			if (fact?.type === 'request-sent') {
				unsent = Math.max(0, unsent - 1);
				if (!fact.sent.isBackground) debt = Math.min(maxDebt, debt + 1);
			} else if (fact?.type === 'page-read') {
				const {request, answer, askedAt} = fact;
				discovery.observePage({cursor: request.cursor, projects: answer.projects, askedAt, skewMs});
			} else if (fact?.type === 'list-read') {
				const {request, answer, askedAt} = fact;
				discovery.observeList({projectId: request.projectId, deployments: answer.deployments, askedAt, skewMs});
			}

			if (list === before.projects.list) return;
			for (const id of idsGone(before.projects.list.rows, list.rows)) discovery.forgetProject(id);
			discovery.keepPages(new Set(list.pages.map(({cursor}) => cursor)));
		},
	};
}
