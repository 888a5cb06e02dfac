import type {LocalTime} from '../base/clock.ts';
import {idsGone} from '../model/project-list.ts';
import {readKey} from '../model/read-request.ts';
import {budgetAt, countedMs, maxInFlight, rateOf} from '../model/throttle.ts';
import {isUnavailable} from '../state/deployments.ts';
import type {Fact} from '../state/facts.ts';
import {probingAt, retryAt} from '../state/requests.ts';
import type {State} from '../state/state.ts';
import {createReadOrder} from './read-order.ts';
import {awayFactor, followedBy, isAway, isOnRequest, type Reason, type Want, wantsOf} from './wants.ts';

/** A read to start. */
type Start = Pick<Want, 'read' | 'reason' | 'isAsked'>;

/** What the poller does at the moment. Times are by the local clock. */
type Moment = {
	readonly now: LocalTime;
	/** The reads in flight, by their keys. */
	readonly inFlight: ReadonlyMap<string, {readonly reason: Reason}>;
	/** When the user last moved the selection. */
	readonly stillSince: LocalTime;
};

const never = Number.POSITIVE_INFINITY;

/** How long the selection must rest before rows are read because of where they are. Rows that the user scrolls past are not worth a request. */
const stillMs = 400;

/** The maximum number of concurrent reads that the user does not wait for, so that one they do wait for finds a free connection. */
const maxConcurrent = 6;

/** Whatever reads do not wait for their turn, this share of the budget is left to those that do. */
const minTurns = 1 / 3;

const hasRested = ({now, stillSince}: Moment): boolean => now - stillSince >= stillMs;

/** Returns when a read may be made again that may have failed. */
function triedAgainAt(state: State, {read, reason}: Pick<Want, 'read' | 'reason'>): LocalTime {
	const failure = state.polling.failures.size > 0 ? state.polling.failures.get(readKey(read)) : undefined;
	return failure ? retryAt(state, failure, reason === 'awaited' || reason === 'shown') : 0;
}

const dueAt = (state: State, want: Want): LocalTime =>
	Math.max(want.requestedAt === undefined ? 0 : want.requestedAt + want.maxAgeMs, triedAgainAt(state, want));

/** Whether the user waits for a read that was not tried since the service became unusable. While the API key is refused, a refresh allows one read, which shows whether it still is. */
const isUntried = ({reason, read, requestedAt}: Want, {polling: {failures, refreshedAt}, connection}: State): boolean =>
	reason === 'awaited' &&
	!failures.has(readKey(read)) &&
	(requestedAt === undefined || refreshedAt > (connection?.refusal?.at ?? 0));

/** Returns the read to try while the service is unusable: what failed least often, because maybe only that fails, or the first page. */
function probeRead(due: readonly Start[], state: State): Start | undefined {
	const firstPage: Start = {read: {kind: 'projects', cursor: undefined}, reason: 'shown', isAsked: false};
	const failuresOf = ({read}: Start) => state.polling.failures.get(readKey(read))?.count ?? 0;
	return [...due, ...(isOnRequest(state) ? [] : [firstPage])].toSorted((a, b) => failuresOf(a) - failuresOf(b))[0];
}

/**
Decides what is read and when. It makes no reads itself and has no clock: its caller passes the time.

Reads that the user waits for start at once, and empty rows are filled a few a second as far as the budget allows. All others take turns, evenly spaced: what is on the screen goes first, and the order of reads chooses the rest. While the service is unusable, one request is tried from time to time; during a quiet period, none.
*/
export function createReadSchedule() {
	let order = createReadOrder();
	/** When the last turn was taken. Undefined until the first read from a service. */
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

	/** Returns when the next read may take its turn, and when the next one may fill a row, which may also take a turn. */
	function opening(state: State, {now, inFlight}: Moment) {
		const {throttle} = state.polling;
		const {freeAt, spacedAt, usedCount} = budgetAt(throttle, now, unsent);
		const others = [...inFlight.values()].filter(({reason}) => reason !== 'awaited').length;
		const isFull = others >= maxConcurrent || inFlight.size >= maxInFlight(throttle);
		if (isFull || isOnRequest(state)) return {freeAt, turnsAt: never, fillsAt: () => never};
		turnAt ??= now;
		const turnsAt = Math.max(freeAt, spacedAt, turnAt + intervalMs(state, now));
		const hasRoom = throttle.failing === undefined && usedCount < rateOf(throttle, now) * (1 - minTurns);
		const fillsAt = ({isAsked}: Want) => {
			if (isAsked && throttle.failing === undefined) return spacedAt;
			return hasRoom ? Math.max(freeAt, spacedAt) : turnsAt;
		};
		return {freeAt, turnsAt, fillsAt};
	}

	/** Selects the next read, as far as the limits allow: what a key asked for first. */
	function select(
		wants: readonly Want[],
		state: State,
		moment: Moment,
	): (Start & {readonly isTurn: boolean}) | LocalTime {
		const {now, inFlight} = moment;
		const {freeAt, turnsAt, fillsAt} = opening(state, moment);
		const openAt = (want: Want): LocalTime => {
			if (want.reason === 'awaited') return want.isAsked ? 0 : freeAt;
			return want.reason === 'fill' ? fillsAt(want) : turnsAt;
		};
		const startAt = (want: Want) => Math.max(dueAt(state, want), openAt(want));
		const next = wants.find(want => startAt(want) <= now);
		const isTurn = turnsAt <= now;
		if (next) return {...next, isTurn: isTurn && next.reason !== 'awaited'};
		const laterAt = Math.min(never, ...wants.map(startAt));
		if (!isTurn) return Math.min(laterAt, turnsAt);
		const read = order.next({
			now,
			wants: followedBy(state, {now, hasRested: hasRested(moment)}),
			isWide: !isAway(state) && !state.projects.list.sweep?.isRefused,
			canRead: each => now >= triedAgainAt(state, {read: each, reason: 'followed'}) && !inFlight.has(readKey(each)),
		});
		return read ? {read, reason: 'followed', isAsked: false, isTurn} : Math.min(laterAt, now + intervalMs(state, now));
	}

	/** Allows one request at a time while the service is unusable: from `probeAt` on, or before that one the user waits for, once. Does not wait for its turn, with which the service's recovery would be noticed late. */
	function probe(wants: readonly Want[], probeAt: LocalTime, state: State, {now, inFlight}: Moment) {
		if (inFlight.size > 0) return never;
		const due = wants.filter(want => dueAt(state, want) <= now);
		const at = Math.max(probeAt, budgetAt(state.polling.throttle, now, unsent).freeAt);
		const next = at > now ? due.find(want => isUntried(want, state)) : probeRead(due, state);
		if (next) return {...next, isTurn: next.reason !== 'awaited'};
		return at > now ? at : Math.min(never, ...wants.map(want => dueAt(state, want)));
	}

	function nextRead(state: State, moment: Moment): (Start & {readonly isTurn: boolean}) | LocalTime {
		if (!state.connection) return never;
		const {now, inFlight, stillSince} = moment;
		const isResting = hasRested(moment);
		const all = wantsOf(state, {now, hasRested: isResting});
		const wants = all.filter(({read, reason}) => {
			const isAllowed = reason === 'awaited' || !isOnRequest(state);
			return isAllowed && !inFlight.has(readKey(read));
		});
		const {quietUntil} = state.polling.throttle;
		if (quietUntil > now) return wants.length > 0 || !isOnRequest(state) ? quietUntil : never;
		const probeAt = probingAt(state);
		const next = probeAt === undefined ? select(wants, state, moment) : probe(wants, probeAt, state, moment);
		return typeof next !== 'number' || isResting ? next : Math.min(next, stillSince + stillMs);
	}

	return {
		/** Returns the read to start now, which counts as started, or when to ask again if nothing happens: infinity if nothing will fall due. */
		next(state: State, moment: Moment): Start | LocalTime {
			const {now, inFlight} = moment;
			unsent = Math.min(unsent, inFlight.size);
			const next = nextRead(state, moment);
			if (typeof next === 'number') return Math.ceil(next);
			unsent++;
			if (next.isTurn) turnAt = now;
			else if (!next.isAsked) addExtra(now);
			return next;
		},

		/** Takes note of a change. Call it for each, in order, before `next`. */
		observe(before: State, after: State, fact: Fact | undefined) {
			const isOtherService = before.connection?.id !== after.connection?.id;
			if (isOtherService) order = createReadOrder();
			if (isOtherService || fact?.type === 'woke-up') [turnAt, extra, unsent] = [undefined, [], 0];
			if (fact?.type === 'request-sent') {
				unsent = Math.max(0, unsent - 1);
				if (!fact.sent.isBackground) addExtra(fact.sent.at);
			} else if (fact?.type === 'projects-read') {
				order.observePage(fact, after.polling.skewMs);
			} else if (fact?.type === 'deployments-read') {
				order.observeList(fact, after.polling.skewMs);
			} else if (fact?.type === 'read-failed' && fact.request.kind === 'deployments' && isUnavailable(fact.error)) {
				// Otherwise it would be read before all others, as what was never read.
				order.observeList({...fact, request: fact.request, answer: {deployments: []}, requestedAt: fact.at}, 0);
			}

			const {list} = after.projects;
			if (list === before.projects.list) return;
			for (const id of idsGone(before.projects.list, list)) order.forgetProject(id);
			order.keepPages(new Set(list.pages.map(({cursor}) => cursor)));
		},
	};
}
