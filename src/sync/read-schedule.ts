import type {LocalTime} from '../base/clock.ts';
import {idsGone} from '../model/project-list.ts';
import {type Read, readKey} from '../model/read-request.ts';
import {budgetAt, countedMs, maxInFlight, probeAt, rateOf} from '../model/throttle.ts';
import {isUnavailable} from '../state/deployments.ts';
import type {Fact} from '../state/facts.ts';
import {isPacedByService, probingAt, retryAt, spacedRetryAt} from '../state/requests.ts';
import type {State} from '../state/state.ts';
import {createReadOrder} from './read-order.ts';
import {awayFactor, followedBy, isAway, isOnRequest, type Reason, type Want, wantsOf} from './wants.ts';

/** A read to start. `isBackground`: whether no key of the user asked for it. */
type Start = {readonly read: Read; readonly reason: Reason; readonly isBackground: boolean};

/** A read that was chosen. */
type Choice = Pick<Want, 'read' | 'reason' | 'isAsked'>;

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

/** The maximum number of concurrent reads that the user does not wait for, so that one they do wait for finds a free connection; and with those that fill empty rows. */
const maxConcurrent = 4;
const maxConcurrentWithFills = 6;

/** Whatever reads do not wait for their turn, this share of the budget is left to those that do. */
const minTurns = 1 / 3;

/** The pause before deployments that were unavailable are read again. What is on the screen is read earlier. */
const unavailablePauseMs = 20 * minuteMs;

const hasRested = ({now, stillSince}: Moment): boolean => now - stillSince >= stillMs;

/** Returns when a read that failed may be made again: what is not on the screen, less often. 0 if it has not failed. */
function retriedAt(state: State, {read, reason}: Pick<Want, 'read' | 'reason'>): LocalTime {
	const {failures, throttle} = state.polling;
	const failure = failures.size > 0 ? failures.get(readKey(read)) : undefined;
	if (!failure || isPacedByService(state, failure)) return 0;
	if (reason === 'awaited' || reason === 'shown') return retryAt(failure);
	const isLong = reason === 'followed' && read.kind === 'deployments' && isUnavailable(failure.error);
	return Math.max(spacedRetryAt(failure, throttle), isLong ? failure.at + unavailablePauseMs : 0);
}

const dueAt = (state: State, want: Want): LocalTime =>
	Math.max(want.requestedAt === undefined ? 0 : want.requestedAt + want.maxAgeMs, retriedAt(state, want));

const firstDueAt = (wants: readonly Want[], state: State, now: LocalTime): LocalTime =>
	Math.min(never, ...wants.map(want => dueAt(state, want)).filter(at => at > now));

/** Whether the user waits for a read that was not tried since the service became unusable. While the API key is refused, a refresh allows one read, which shows whether it still is. */
function isUntried({reason, read, requestedAt}: Want, {polling: {failures, refreshedAt}, connection}: State): boolean {
	if (reason !== 'awaited' || failures.has(readKey(read))) return false;
	return !connection?.refusal || requestedAt === undefined || refreshedAt > connection.refusal.at;
}

const ofFirstPage: Want = {
	read: {kind: 'projects', cursor: undefined},
	reason: 'shown',
	requestedAt: undefined,
	maxAgeMs: 0,
	isAsked: false,
	isClose: false,
};

/** Returns the read to try while the service is unusable: what failed least often goes first, because maybe only that fails. */
function probeRead(due: readonly Want[], state: State): Want | undefined {
	const failuresOf = ({read}: Want) => state.polling.failures.get(readKey(read))?.count ?? 0;
	const candidates = isOnRequest(state) ? due : [...due, ofFirstPage];
	return candidates.toSorted((a, b) => failuresOf(a) - failuresOf(b))[0];
}

/**
Decides what is read and when. It makes no reads itself and has no clock: its caller passes the time.

Reads that the user waits for start at once, and empty rows are filled a few a second as far as the budget allows. All others take turns, evenly spaced: what is on the screen goes first, and the order of reads chooses the rest. While the service is unusable, one request is tried from time to time; during a quiet period, none.
*/
export function createReadSchedule() {
	let order = createReadOrder();
	/** When the last turn was due. Undefined until the first read from a service. */
	let turnAt: LocalTime | undefined;
	/** When requests of the last minute were sent that did not wait for their turn: what the user asked for, and what filled rows. */
	let extra: readonly LocalTime[] = [];
	/** How many reads have started whose requests were not sent yet. */
	let unsent = 0;

	const addExtra = (now: LocalTime) => {
		extra = [...extra.filter(at => at > now - countedMs), now];
	};

	/** Returns the pause between two turns. It is longer for a minute after requests that did not wait for theirs. */
	function intervalMs(state: State, now: LocalTime): number {
		const rate = rateOf(state.polling.throttle, now);
		const extraCount = extra.filter(at => at > now - countedMs).length;
		return (countedMs / Math.max(rate * minTurns, rate - extraCount)) * (isAway(state) ? awayFactor : 1);
	}

	/** Allows one request at a time while the service is unusable: the most urgent read at `probeDueAt`, or before that one the user waits for, once. Does not wait for its turn, with which the service's recovery would be noticed late. */
	function probe(wants: readonly Want[], probeDueAt: LocalTime, state: State, {now, inFlight}: Moment) {
		if (inFlight.size > 0) return never;
		const due = wants.filter(want => dueAt(state, want) <= now);
		const at = Math.max(probeDueAt, budgetAt(state.polling.throttle, now, unsent).freeAt);
		if (at > now) return due.find(want => isUntried(want, state)) ?? at;
		return probeRead(due, state) ?? firstDueAt(wants, state, now);
	}

	/** Returns what takes the next turn, or when to ask again. */
	function takeTurn(due: readonly Want[], state: State, moment: Moment): Choice | LocalTime {
		const {now, inFlight} = moment;
		const overdueBy = ({requestedAt = 0, maxAgeMs}: Want) => (now - requestedAt) / maxAgeMs;
		const [shown] = due.filter(({reason}) => reason === 'shown').toSorted((a, b) => overdueBy(b) - overdueBy(a));
		const fill = due.find(({reason}) => reason === 'fill');
		if (shown) return shown;
		if (fill) return {...fill, reason: 'followed'};
		const read = order.next({
			now,
			wants: followedBy(state, {now, hasRested: hasRested(moment)}),
			isWide: !isAway(state) && !state.projects.list.sweep?.isRefused,
			canRead: each => now >= retriedAt(state, {read: each, reason: 'followed'}) && !inFlight.has(readKey(each)),
		});
		return read ? {read, reason: 'followed', isAsked: false} : now + intervalMs(state, now);
	}

	/** Selects the next read, as far as the limits allow: what a key asked for first. */
	function select(wants: readonly Want[], state: State, moment: Moment): Choice | LocalTime {
		const {now, inFlight} = moment;
		const {throttle} = state.polling;
		const due = wants.filter(want => dueAt(state, want) <= now && !inFlight.has(readKey(want.read)));
		const awaited = due.filter(({reason}) => reason === 'awaited');
		const asked = awaited.find(({isAsked}) => isAsked);
		if (asked) return asked;
		const {freeAt, spacedAt, usedCount} = budgetAt(throttle, now, unsent);
		const [first] = awaited;
		if (first && freeAt <= now) return first;
		const nextAt = Math.min(firstDueAt(wants, state, now), first ? freeAt : never);
		if (isOnRequest(state)) return nextAt;

		const isOpen = inFlight.size < maxInFlight(throttle);
		const others = [...inFlight.values()].filter(({reason}) => reason !== 'awaited').length;
		const canTakeTurn = isOpen && others < maxConcurrent;
		turnAt ??= now;
		const nextTurnAt = turnAt + intervalMs(state, now);
		// While the service fails, a single read does not wait for its turn, to show at once whether it has recovered.
		const isProbe = throttle.failing !== undefined && inFlight.size === 0;
		const allowedAt = Math.max(freeAt, spacedAt, isProbe ? Math.min(nextTurnAt, probeAt(throttle)) : nextTurnAt);
		if (canTakeTurn && allowedAt <= now) {
			const next = takeTurn(due, state, moment);
			return typeof next === 'number' ? Math.min(next, nextAt) : next;
		}

		const canFill = isOpen && others < maxConcurrentWithFills && throttle.failing === undefined;
		const fill = canFill ? due.find(({reason}) => reason === 'fill') : undefined;
		const mayFill = fill && (fill.isAsked || usedCount < rateOf(throttle, now) * (1 - minTurns));
		if (mayFill && spacedAt <= now) return fill;
		return Math.min(nextAt, canTakeTurn ? allowedAt : never, mayFill ? spacedAt : never);
	}

	function nextRead(state: State, moment: Moment): Choice | LocalTime {
		if (!state.connection) return never;
		const {now} = moment;
		const all = wantsOf(state, {now, hasRested: hasRested(moment)});
		const wants = isOnRequest(state) ? all.filter(({reason}) => reason === 'awaited') : all;
		const {quietUntil} = state.polling.throttle;
		if (quietUntil > now) return wants.length > 0 || !isOnRequest(state) ? quietUntil : never;
		const probeDueAt = probingAt(state);
		const next = probeDueAt === undefined ? select(wants, state, moment) : probe(wants, probeDueAt, state, moment);
		return typeof next !== 'number' || hasRested(moment) ? next : Math.min(next, moment.stillSince + stillMs);
	}

	return {
		/** Returns the read to start now, which counts as started, or when to ask again if nothing happens: infinity if nothing will fall due. */
		next(state: State, moment: Moment): Start | LocalTime {
			const {now, inFlight} = moment;
			unsent = Math.min(unsent, inFlight.size);
			const next = nextRead(state, moment);
			if (typeof next === 'number') return Math.ceil(next);
			const {read, reason, isAsked} = next;
			unsent++;
			if (reason === 'shown' || reason === 'followed') {
				const everyMs = intervalMs(state, now);
				// One that is late is followed by a shorter pause, so that little of the budget is lost.
				turnAt = Math.max((turnAt ?? now) + everyMs, now - everyMs / 2);
			} else if (!isAsked) {
				addExtra(now);
			}

			return {read, reason, isBackground: !isAsked};
		},

		/** Takes note of a change. Call it for each, in order, before `next`. */
		observe(before: State, after: State, fact: Fact | undefined) {
			const isOtherService = before.connection?.id !== after.connection?.id;
			if (isOtherService) order = createReadOrder();
			if (isOtherService || fact?.type === 'woke-up') [turnAt, extra, unsent] = [undefined, [], 0];
			const {list} = after.projects;
			const {skewMs} = after.polling;
			if (fact?.type === 'request-sent') {
				unsent = Math.max(0, unsent - 1);
				if (!fact.sent.isBackground) addExtra(fact.sent.at);
			} else if (fact?.type === 'projects-read') {
				const {request, answer, requestedAt} = fact;
				order.observePage({cursor: request.cursor, projects: answer.projects, requestedAt, skewMs});
			} else if (fact?.type === 'deployments-read') {
				const {request, answer, requestedAt} = fact;
				order.observeList({projectId: request.projectId, deployments: answer.deployments, requestedAt, skewMs});
			}

			if (list === before.projects.list) return;
			for (const id of idsGone(before.projects.list.rows, list.rows)) order.forgetProject(id);
			order.keepPages(new Set(list.pages.map(({cursor}) => cursor)));
		},
	};
}
