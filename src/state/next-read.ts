import type {Waiting} from '../api/pauses.ts';
import type {SentRequest} from '../api/transport.ts';
import type {LocalTime} from '../base/clock.ts';
import {minuteMs} from '../base/duration.ts';
import {pageAt, type Read, readKey} from '../model/read-request.ts';
import {opensAt, rateOf} from '../model/throttle.ts';
import {discoveryKnown, discoveryRead} from './discovery.ts';
import {
	type Interest,
	isAway,
	never,
	priorities,
	readsOnRequestOnly,
	slownessOf,
	windowInterests,
} from './interests.ts';
import {probingAt, retryAt} from './requests.ts';
import type {State} from './state.ts';

export type Start = Pick<Interest, 'read' | 'priority'> & {readonly pace: SentRequest['pace']};

type ReadMoment = {
	readonly now: LocalTime;
	readonly inFlight: ReadonlyMap<string, unknown>;
	readonly stillSince: LocalTime;
};

/** By default, reads the same as a window. */
export type ReadOptions = {
	readonly interestsOf?: typeof windowInterests;
	readonly discovers?: boolean;
	/** Who waits for failed reads. By default, the screen waits for its own reads, and nobody waits for the rest. */
	readonly waiting?: Waiting;
};

/** How long the selection must rest before visible rows are read. */
const restMs = 400;

/** Pause before asking a cache again that has answered. */
const minCachedMs = 5000;

/** Asked reads always find room. */
const maxInFlight = {asked: 6, others: 4};

/** The overdue ratio of a first read. Leaves turns for deployments in progress while a filter needs hundreds of lists. */
const neverReadRatio = 2;

const lateRatio = 2;

const discoveryTurns = 3;

function merged(interests: readonly Interest[]): ReadonlyMap<string, Interest> {
	const found = new Map<string, Interest>();
	for (const each of interests) {
		const key = readKey(each.read);
		const {priority, maxAgeMs, readAt} = found.get(key) ?? each;
		const isUnread = readAt === undefined || each.readAt === undefined;
		found.set(key, {
			...each,
			priority: priorities.indexOf(priority) < priorities.indexOf(each.priority) ? priority : each.priority,
			maxAgeMs: Math.min(maxAgeMs, each.maxAgeMs),
			readAt: isUnread ? undefined : Math.max(readAt, each.readAt),
		});
	}

	return found;
}

/** Waits before asking a cache again that answered with an old copy, even if the user asked for a newer one. */
function sparingCaches(interest: Interest, key: string, {cachedAt, refreshedAt}: State['polling']): Interest {
	const askedAt = cachedAt.get(key) ?? 0;
	if (askedAt <= (interest.readAt ?? 0)) return interest;
	const priority = interest.priority === 'asked' && askedAt >= refreshedAt ? 'shown' : interest.priority;
	return {...interest, priority, readAt: askedAt, maxAgeMs: Math.max(interest.maxAgeMs, minCachedMs)};
}

function retryAtOf(state: State, key: string, waiting: Waiting): LocalTime {
	const failure = state.polling.failures.get(key);
	return failure ? retryAt(state, failure, waiting) : 0;
}

type DueInterest = Interest & {readonly dueAt: LocalTime};

function scheduled(interest: Interest, key: string, state: State, waiting: Waiting | undefined): DueInterest {
	const {priority, readAt, maxAgeMs} = interest;
	const retriedAt = retryAtOf(state, key, waiting ?? (priority === 'followed' ? 'nobody' : 'screen'));
	return {...interest, dueAt: Math.max(readAt === undefined ? 0 : readAt + maxAgeMs, retriedAt)};
}

const overdueRatio = ({readAt, maxAgeMs}: Pick<Interest, 'readAt' | 'maxAgeMs'>, now: LocalTime): number =>
	readAt === undefined ? neverReadRatio : (now - readAt) / Math.max(1, maxAgeMs);

/** The most overdue read, discovery included. If nothing is due, every turn is a discovery. */
export function inTurn(
	due: readonly Interest[],
	{now, discoveredAt, turnMs}: {now: LocalTime; discoveredAt: LocalTime | undefined; turnMs: number},
	discover: () => Read | undefined,
): Start | undefined {
	// A late row takes the word "live" off the screen.
	const isLate = ({priority, readAt}: Interest, ratio: number) =>
		priority === 'shown' && readAt !== undefined && ratio > lateRatio;
	let first: Interest | undefined;
	let highest = 0;
	for (const each of due) {
		// While turns are rare, an interest due more often than every second turn must not take them all.
		const ratio = overdueRatio({...each, maxAgeMs: Math.max(each.maxAgeMs, 2 * turnMs)}, now);
		const urgency = isLate(each, ratio) ? 1000 * ratio : ratio;
		if (urgency > highest) [first, highest] = [each, urgency];
	}

	const discovery = {readAt: discoveredAt, maxAgeMs: discoveryTurns * turnMs};
	const read = highest < overdueRatio(discovery, now) ? discover() : undefined;
	if (read) return {read, priority: 'followed', pace: 'discovery'};
	return first && {...first, pace: 'turn'};
}

function paceOf({read, priority, readAt}: Interest, {polling: {failures}}: State): 'asked' | 'early' | 'turn' {
	if (priority === 'asked') return 'asked';
	return priority === 'shown' && readAt === undefined && !failures.has(readKey(read)) ? 'early' : 'turn';
}

/** The next read while one request is made at a time. From `probeAt` on, tries the read that failed least often, or the first page if there is discovery. Before that, tries only an asked read that has not failed yet. A refresh allows one such read while the API key is rejected. */
function nextProbe(
	interests: readonly DueInterest[],
	{probeAt, askedAt}: Record<'probeAt' | 'askedAt', LocalTime>,
	state: State,
	{now, inFlight}: ReadMoment,
	discovers: boolean,
): Start | LocalTime {
	if (inFlight.size > 0 || probeAt === never) return never;
	const {polling, connection} = state;
	const failuresOf = ({read}: Pick<Interest, 'read'>) => polling.failures.get(readKey(read))?.count ?? 0;
	const isUntried = (each: Interest) =>
		each.priority === 'asked' &&
		failuresOf(each) === 0 &&
		(each.readAt === undefined || polling.refreshedAt > (connection?.rejection?.at ?? 0));
	const due = interests.filter(({dueAt}) => dueAt <= now);
	const firstPage =
		readsOnRequestOnly(state) || !discovers ? [] : [{read: pageAt(undefined), priority: 'shown'} as const];
	const untried = probeAt > now ? due.find(isUntried) : undefined;
	if (untried && askedAt > now) return Math.min(askedAt, probeAt);
	const next = probeAt > now ? untried : [...due, ...firstPage].toSorted((a, b) => failuresOf(a) - failuresOf(b))[0];
	if (next) return {read: next.read, priority: next.priority, pace: next.priority === 'asked' ? 'asked' : 'turn'};
	return probeAt > now ? probeAt : Math.min(...interests.map(({dueAt}) => dueAt));
}

function nextAdmitted(
	interests: readonly DueInterest[],
	opens: ReturnType<typeof opensAt>,
	state: State,
	{now, inFlight}: ReadMoment,
	discovers: boolean,
): Start | LocalTime {
	const {throttle} = state.polling;
	const isFull = inFlight.size >= maxInFlight.others;
	const startAt = (interest: DueInterest) => {
		const pace = paceOf(interest, state);
		if (pace === 'asked' ? inFlight.size >= maxInFlight.asked : isFull) return never;
		return Math.max(interest.dueAt, opens[pace]);
	};
	const ready = interests.filter(interest => startAt(interest) <= now);
	const asked = ready.find(({priority}) => priority === 'asked');
	if (asked) return {...asked, pace: 'asked'};
	// Beyond the early share of the budget, reads of new rows take turns with all others.
	const early = opens.early < opens.turn && ready.find(each => paceOf(each, state) === 'early');
	if (early) return {...early, pace: opens.turn <= now ? 'turn' : 'early'};
	const laterAt = Math.min(...interests.map(startAt));
	if (isFull || readsOnRequestOnly(state)) return laterAt;
	if (opens.turn > now) return Math.min(laterAt, opens.turn);

	const canRead = (read: Read) => {
		const key = readKey(read);
		const cachedForMs = now - (state.polling.cachedAt.get(key) ?? 0);
		return !inFlight.has(key) && cachedForMs >= minCachedMs && retryAtOf(state, key, 'nobody') <= now;
	};
	const mayDiscover = discovers && !isAway(state) && !state.projects.list.sweep?.isRejected;
	const turnMs = (minuteMs / Math.max(1, rateOf(throttle, now))) * slownessOf(state);
	const discover = () => (mayDiscover ? discoveryRead(discoveryKnown(state), now, canRead) : undefined);
	return inTurn(ready, {now, discoveredAt: throttle.discoveredAt, turnMs}, discover) ?? Math.min(now + turnMs, laterAt);
}

/** The read to start now, or when to ask again. Infinity if nothing will fall due. docs/architecture.md explains the order. */
export function nextRead(
	state: State,
	moment: ReadMoment,
	{interestsOf = windowInterests, discovers = true, waiting}: ReadOptions = {},
): Start | LocalTime {
	if (!state.connection) return never;
	const {now, inFlight, stillSince} = moment;
	const {throttle} = state.polling;
	if (throttle.trouble.notBefore > now) return throttle.trouble.notBefore;
	const hasRested = now - stillSince >= restMs;
	const interests = [...merged(interestsOf(state, {now, hasRested}))].flatMap(([key, interest]) =>
		inFlight.has(key) || (interest.priority !== 'asked' && readsOnRequestOnly(state))
			? []
			: scheduled(sparingCaches(interest, key, state.polling), key, state, waiting),
	);
	const opens = opensAt(throttle, now, slownessOf(state));
	const probeAt = probingAt(state);
	const probing = {probeAt: Math.max(probeAt ?? 0, opens.withinBudget), askedAt: opens.asked};
	const next =
		probeAt === undefined
			? nextAdmitted(interests, opens, state, moment, discovers)
			: nextProbe(interests, probing, state, moment, discovers);
	if (typeof next !== 'number') return next;
	return Math.ceil(hasRested ? next : Math.min(next, stillSince + restMs));
}
