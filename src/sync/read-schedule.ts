import type {SentRequest} from '../api/transport.ts';
import type {LocalTime} from '../base/clock.ts';
import {idsGone} from '../model/project-list.ts';
import {pageAt, type Read, readKey} from '../model/read-request.ts';
import {opensAt} from '../model/throttle.ts';
import {isUnavailable} from '../state/deployments.ts';
import type {Fact} from '../state/facts.ts';
import {type Interest, isAway, isOnRequest, never, ranks, slownessOf, windowInterests} from '../state/interests.ts';
import {probingAt, retryAt} from '../state/requests.ts';
import {listsProjects} from '../state/screen.ts';
import {currentScreen, type ReadFailure, type State} from '../state/state.ts';
import {createReadOrder} from './read-order.ts';

type Rank = Interest['rank'] | 'search';

export type Start = {readonly read: Read; readonly rank: Rank; readonly kind: SentRequest['kind']};

/** What the engine does at the moment. Times are by the local clock. */
type EngineMoment = {
	readonly now: LocalTime;
	readonly inFlight: ReadonlyMap<string, unknown>;
	/** When the user last moved the selection. */
	readonly stillSince: LocalTime;
};

/** What an engine reads: the interests that a state has, and whether it searches besides. */
export type Subject = {
	readonly interestsOf: typeof windowInterests;
	readonly isSearching: boolean;
	/** Returns the pause after a failed read. Default: it depends on why it failed, and on who waits. */
	readonly pauseAfter?: (failure: ReadFailure) => number;
};

export const ofWindow: Subject = {interestsOf: windowInterests, isSearching: true};

/** How long the selection must rest before rows are read because of where they are. */
const stillMs = 400;

/** A cache that has kept an answer is not asked for it again sooner. */
const minCachedMs = 5000;

/** The most reads in flight: all of them, and those that nobody waits for, so that there is always room for one that somebody does. */
const maxInFlight = {all: 6, others: 4};

/** Returns each read once, with the smallest age and the highest rank that somebody gives it. */
function merged(interests: readonly Interest[]): ReadonlyMap<string, Interest> {
	const found = new Map<string, Interest>();
	for (const each of interests) {
		const key = readKey(each.read);
		const {rank, maxAgeMs, requestedAt} = found.get(key) ?? each;
		const isUnread = requestedAt === undefined || each.requestedAt === undefined;
		found.set(key, {
			...each,
			rank: ranks.indexOf(rank) < ranks.indexOf(each.rank) ? rank : each.rank,
			maxAgeMs: Math.min(maxAgeMs, each.maxAgeMs),
			requestedAt: isUnread ? undefined : Math.max(requestedAt, each.requestedAt),
		});
	}

	return found;
}

/** Whether a page on the screen is more than twice as old as it may become. */
const isLatePage = ({read, rank, requestedAt, maxAgeMs}: Interest, now: LocalTime): boolean =>
	rank === 'shown' && read.kind === 'projects' && requestedAt !== undefined && now - requestedAt > 2 * maxAgeMs;

/** Whether somebody waits for a read that was not tried since the service became unusable. While the API key is refused, a refresh allows one read, which shows whether it still is. */
const isUntried = (
	{rank, read, requestedAt}: Interest,
	{polling: {failures, refreshedAt}, connection}: State,
): boolean =>
	rank === 'asked' &&
	!failures.has(readKey(read)) &&
	(requestedAt === undefined || refreshedAt > (connection?.refusal?.at ?? 0));

const firstPage: Pick<Start, 'read' | 'rank'> = {read: pageAt(undefined), rank: 'shown'};

/** Returns the read to try while the service is unusable: what failed least often, because maybe only that fails, or the first page if that is read at all. */
function probeRead(
	due: readonly Interest[],
	state: State,
	hasPages: boolean,
): Pick<Start, 'read' | 'rank'> | undefined {
	const failuresOf = ({read}: Pick<Start, 'read'>) => state.polling.failures.get(readKey(read))?.count ?? 0;
	return [...due, ...(isOnRequest(state) || !hasPages ? [] : [firstPage])].toSorted(
		(a, b) => failuresOf(a) - failuresOf(b),
	)[0];
}

/** Decides what is read and when, as docs/architecture.md explains. It makes no reads itself and has no clock: its caller passes the time. While the service is unusable, one request is tried from time to time; during a pause that it asked for, none. */
export function createReadSchedule({interestsOf, isSearching, pauseAfter}: Subject = ofWindow) {
	let order = createReadOrder();
	/** How many reads have started whose requests were not sent yet. */
	let unsent = 0;
	/** When each read was last sent that a cache answered, by its key. */
	const cachedAt = new Map<string, LocalTime>();
	/** When the last turn was taken. Undefined until the first read from a service. */
	let turnAt: LocalTime | undefined;

	function triedAgainAt(state: State, key: string, rank: Rank): LocalTime {
		const failure = state.polling.failures.get(key);
		return failure ? retryAt(state, failure, rank === 'asked' || rank === 'shown', pauseAfter) : 0;
	}

	const dueAt = (state: State, {read, rank, requestedAt, maxAgeMs}: Interest): LocalTime =>
		Math.max(requestedAt === undefined ? 0 : requestedAt + maxAgeMs, triedAgainAt(state, readKey(read), rank));

	function select(
		interests: readonly Interest[],
		opens: ReturnType<typeof opensAt>,
		state: State,
		{now, inFlight}: EngineMoment,
	): Start | LocalTime {
		const turnsAt = inFlight.size >= maxInFlight.others || isOnRequest(state) ? never : opens.turn;
		/** Returns when what is shown and was never read may be read before all else. Undefined for what takes turns. */
		const aheadAt = ({read, rank, requestedAt}: Interest): LocalTime | undefined => {
			if (rank !== 'shown' || requestedAt !== undefined || turnsAt === never) return undefined;
			// The list itself waits for nothing.
			if (read.kind !== 'deployments' && listsProjects(currentScreen(state))) return opens.withinBudget;
			// There are many of the others: they keep a pause, and soon share the turns with what is older than it may be.
			return opens.first < turnsAt ? opens.first : undefined;
		};
		const openAt = (interest: Interest) => {
			if (interest.rank !== 'asked') return aheadAt(interest) ?? turnsAt;
			return inFlight.size < maxInFlight.all ? opens.extra : never;
		};
		const startAt = (interest: Interest) => Math.max(dueAt(state, interest), openAt(interest));
		const ready = interests.filter(interest => startAt(interest) <= now);
		const isTurn = turnsAt <= now;
		const latePage = ready.find(each => isTurn && isLatePage(each, now));
		const isAhead = (each: Interest) => aheadAt(each) !== undefined;
		const next = ready.find(({rank}) => rank === 'asked') ?? latePage ?? ready.find(isAhead);
		if (next?.rank === 'asked') return {...next, kind: 'extra'};
		if (next) return {...next, kind: isTurn ? 'turn' : 'early'};
		const laterAt = Math.min(turnsAt, ...interests.map(startAt));
		if (!isTurn) return laterAt;

		const canRead = (read: Read) => {
			const key = readKey(read);
			return !inFlight.has(key) && triedAgainAt(state, key, 'search') <= now;
		};
		const maySearch = isSearching && !isAway(state) && !state.projects.list.sweep?.isRefused;
		const chosen = order.next(now, ready, maySearch, canRead);
		if (chosen) return {...chosen, kind: 'turn'};
		return Math.min(now + opens.intervalMs, ...interests.map(startAt));
	}

	/** Allows one request at a time while the service is unusable: from `at` on, or before that one that somebody waits for, once. Does not wait for its turn, with which the service's recovery would be noticed late. */
	function probe(interests: readonly Interest[], at: LocalTime, state: State, {now, inFlight}: EngineMoment) {
		if (inFlight.size > 0 || at === never) return never;
		const due = interests.filter(interest => dueAt(state, interest) <= now);
		const next = at > now ? due.find(interest => isUntried(interest, state)) : probeRead(due, state, isSearching);
		if (next) return {...next, kind: next.rank === 'asked' ? 'extra' : 'turn'} as const;
		return at > now ? at : Math.min(...interests.map(interest => dueAt(state, interest)));
	}

	/** Asks a cache that has kept an old answer again after some time, whoever waits for a newer one. */
	function sparingCaches(interest: Interest, key: string, {refreshedAt}: State['polling']): Interest {
		const askedAt = cachedAt.get(key) ?? 0;
		if (askedAt <= (interest.requestedAt ?? 0)) return interest;
		const rank = interest.rank === 'asked' && askedAt >= refreshedAt ? 'shown' : interest.rank;
		return {...interest, rank, requestedAt: askedAt, maxAgeMs: Math.max(interest.maxAgeMs, minCachedMs)};
	}

	function nextStart(state: State, moment: EngineMoment): Start | LocalTime {
		if (!state.connection) return never;
		const {now, inFlight, stillSince} = moment;
		const hasRested = now - stillSince >= stillMs;
		const interests = [...merged(interestsOf(state, {now, hasRested}))].flatMap(([key, interest]) =>
			inFlight.has(key) || (interest.rank !== 'asked' && isOnRequest(state))
				? []
				: sparingCaches(interest, key, state.polling),
		);
		const {quietUntil} = state.polling.throttle;
		if (quietUntil > now) return quietUntil;
		turnAt ??= now;
		const opens = opensAt(state.polling.throttle, now, {turnAt, unsent, slowness: slownessOf(state)});
		const probeAt = probingAt(state);
		const next =
			probeAt === undefined
				? select(interests, opens, state, moment)
				: probe(interests, Math.max(probeAt, opens.withinBudget), state, moment);
		return typeof next !== 'number' || hasRested ? next : Math.min(next, stillSince + stillMs);
	}

	return {
		/** Returns the read to start now, which counts as started, or when to ask again if nothing happens: infinity if nothing will fall due. */
		next(state: State, moment: EngineMoment): Start | LocalTime {
			unsent = Math.min(unsent, moment.inFlight.size);
			const next = nextStart(state, moment);
			if (typeof next === 'number') return Math.ceil(next);
			unsent++;
			if (next.kind === 'turn') turnAt = moment.now;
			return next;
		},

		/** Takes note of a change. Call it for each, in order, before `next`. */
		observe(before: State, after: State, fact: Fact | undefined) {
			const isOtherService = before.connection?.id !== after.connection?.id;
			if (isOtherService) {
				order = createReadOrder();
				cachedAt.clear();
			}

			const {ageMs = 0} = fact && 'answer' in fact ? fact : {};
			if (ageMs > 0 && fact && 'answer' in fact) cachedAt.set(readKey(fact.request), fact.requestedAt + ageMs);
			if (isOtherService || fact?.type === 'woke-up') [turnAt, unsent] = [undefined, 0];
			if (fact?.type === 'request-sent') {
				unsent = Math.max(0, unsent - 1);
			} else if (fact?.type === 'projects-read') {
				order.observePage({...fact, requestedAt: fact.requestedAt + ageMs}, after.polling.skewMs);
			} else if (fact?.type === 'deployments-read') {
				order.observeList({...fact, requestedAt: fact.requestedAt + ageMs}, after.polling.skewMs);
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
