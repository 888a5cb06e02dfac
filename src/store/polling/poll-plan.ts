import type {LocalTime} from '../../clock.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {idleAt, probeAt, rateOf} from '../model/requests/throttle.ts';
import {isPacedByService, probingAt} from '../state/probes.ts';
import type {State} from '../state/state.ts';
import {backgroundReads, isLookingOut, minLookMs, wantsAll} from './background-reads.ts';
import {openReads} from './foreground-reads.ts';
import {retryAt} from './intervals.ts';
import {backgroundTiers, type PlannedRead, type Tier} from './target.ts';

/** A read that was started although nobody waited for it. */
export type Spent = {readonly at: LocalTime; readonly tier: Tier};

/** What the loader knows besides the state. */
export type PollActivity = {
	readonly now: LocalTime;
	/** The keys of the reads in flight, and why they were started. */
	readonly flights: ReadonlyMap<string, Tier>;
	/** At least those of the last minute. */
	readonly spent: readonly Spent[];
	/** Since when nobody has moved about. */
	readonly stillSince: number;
};

/** What the loader makes true. */
export type PollPlan = {
	/** What is to be read now, the most urgent first. */
	readonly start: ReadonlyArray<{readonly need: ReadRequest; readonly tier: Tier}>;
	/** The keys of all that is read for what is on the screen or followed. */
	readonly wanted: ReadonlySet<string>;
	/** When to plan again if nothing happens. Infinity if nothing will fall due. */
	readonly nextAt: LocalTime;
};

const minuteMs = 60_000;
const secondMs = 1000;

const never = Number.POSITIVE_INFINITY;

/** A row that the reader passes by faster than this is not worth a request. */
const stillMs = 400;

/** How soon it is looked again where something may have begun, if there was nothing to look at. */
const lookAgainMs = 5000;

/** Reads that nobody waits for go at most so many at once, so that one that somebody waits for finds a connection; what fills in rows goes beside them. */
const maxAtOnce = 2;

/** Of the newest deployments of rows, so many are read at once, and so many are begun in a second. */
const rowTiers: readonly Tier[] = ['fill', 'rows'];
const maxRowsAtOnce = 6;
const maxRowsPerSecond = 8;

/** How much more it counts to be late. Nothing starves: what waits grows later, and its turn comes. */
const weights: Readonly<Record<Tier, number>> = {awaited: 1000, hot: 8, warm: 8, fill: 2, rows: 2, sweep: 1, cold: 0.2};

/** The most of the budget that tiers may take together. */
const shares: ReadonlyArray<{readonly tiers: readonly Tier[]; readonly share: number}> = [
	{tiers: ['hot', 'warm', ...backgroundTiers], share: 1},
	{tiers: backgroundTiers, share: 0.7},
	{tiers: ['sweep'], share: 0.3},
	{tiers: ['cold'], share: 0.5},
];

/** As long as what nobody waits for takes less of the budget than this, it lacks nothing. */
const ampleShare = 0.6;

/** Whether a read is one of the few that nobody waits for. */
const isAside = (tier: Tier): boolean => tier !== 'awaited' && tier !== 'fill';

/** What was never read counts as this many pauses late. */
const neverRead = 20;

const urgency = ({tier, dueAt, everyMs, askedAt}: PlannedRead, now: LocalTime): number =>
	weights[tier] * (askedAt === undefined ? neverRead : (now - dueAt + 1) / everyMs);

/** When one more read of a tier may be started. */
function roomAt(tier: Tier, {spent, now}: PollActivity, rate: number): number {
	let at = now;
	if (rowTiers.includes(tier)) {
		const rows = spent.filter(other => rowTiers.includes(other.tier) && other.at > now - secondMs && other.at <= now);
		if (rows.length >= maxRowsPerSecond) at = (rows[rows.length - maxRowsPerSecond]?.at ?? now) + secondMs;
	}

	for (const {tiers, share} of shares) {
		if (!tiers.includes(tier)) continue;
		const limit = Math.max(1, Math.floor(rate * share));
		const taken = spent.filter(other => tiers.includes(other.tier) && other.at > now - minuteMs && other.at <= now);
		if (taken.length >= limit) at = Math.max(at, (taken[taken.length - limit]?.at ?? now) + minuteMs);
		// What is read all the time is read evenly, so that it never takes what others will need in a moment.
		if (tiers.length === 1) at = Math.max(at, (taken.at(-1)?.at ?? Number.NEGATIVE_INFINITY) + minuteMs / limit);
	}

	return Math.ceil(at);
}

/** What keeps a target from being read at its own time: that it failed lately. */
function delayed(target: PlannedRead, state: State): PlannedRead {
	const failure = state.polling.failures.get(readKey(target.need));
	if (!failure || isPacedByService(state, failure)) return target;
	return {...target, dueAt: Math.max(target.dueAt, retryAt(failure))};
}

const firstDueAt = (targets: readonly PlannedRead[], now: LocalTime): number =>
	Math.min(...targets.map(({dueAt}) => dueAt).filter(dueAt => dueAt > now), never);

/** Whether a person asks for something that was not tried since the service cannot be used. Of a refresh, the first read tells whether the key is still refused. */
function isAsked({tier, need, askedAt}: PlannedRead, {polling: {failures, refreshedAt}, connection}: State): boolean {
	if (tier !== 'awaited' || failures.has(readKey(need))) return false;
	return !connection?.refusal || askedAt === undefined || refreshedAt > connection.refusal.at;
}

/** What a refused key is tried with where the screen shows nothing that is read. */
const fallback = ({polling: {isPaused}, connection}: State): Pick<PlannedRead, 'need' | 'tier'> | undefined =>
	connection?.refusal && !isPaused
		? {need: {connectionId: connection.id, kind: 'projects', cursor: undefined}, tier: 'sweep'}
		: undefined;

/** One call in all while the service cannot be used: the most urgent one at `at`, and before that what a person asks for, once. The budget does not hold it back: it may be used up when the service is back. */
function probe(
	targets: readonly PlannedRead[],
	due: readonly PlannedRead[],
	at: LocalTime,
	state: State,
	{now, flights}: PollActivity,
) {
	if (flights.size > 0) return {start: [], nextAt: never};
	const other = fallback(state);
	const tried = at > now ? due.find(target => isAsked(target, state)) : (due[0] ?? other);
	if (tried) return {start: [{need: tried.need, tier: tried.tier}], nextAt: never};
	if (at > now) return {start: [], nextAt: targets.length > 0 || other ? at : never};
	return {start: [], nextAt: firstDueAt(targets, now)};
}

/** Starts as many of the reads that are due as there is room for, and says when there is room for the next one. */
function chosen(
	due: readonly PlannedRead[],
	{polling: {throttle: pace}}: State,
	occupation: PollActivity,
): Pick<PollPlan, 'start' | 'nextAt'> {
	const {now, flights} = occupation;
	const rate = rateOf(pace, now);
	const start: Array<{need: ReadRequest; tier: Tier}> = [];
	const taken = new Set(flights.keys());
	const full = new Set<Tier>();
	const spent = [...occupation.spent];
	const tiers = [...flights.values()];
	/** Whether as many reads are under way as may be, beside one more of a tier. */
	const isBusyWith = (tier: Tier) =>
		(tier !== 'fill' && tiers.filter(isAside).length >= maxAtOnce) ||
		(rowTiers.includes(tier) && tiers.filter(other => rowTiers.includes(other)).length >= maxRowsAtOnce);
	let nextAt = never;
	/** Whether the budget does not hold back the next read, so that it shows at once whether the service is back. */
	let isFree = pace.failing !== undefined && flights.size === 0 && probeAt(pace) <= now;
	/** A service that is overburdened is spared what nobody would miss, but for one read now and then. */
	const rest = (count: number) => {
		if (pace.burden && count > 0) for (const tier of backgroundTiers) full.add(tier);
	};

	if (idleAt(pace) > now) {
		rest(1);
		nextAt = idleAt(pace);
	}

	rest(tiers.filter(tier => backgroundTiers.includes(tier)).length);
	for (const {need, tier} of due) {
		const key = readKey(need);
		if (full.has(tier) || taken.has(key)) continue;
		if (tier !== 'awaited') {
			if (isBusyWith(tier)) continue;
			const room = roomAt(tier, {...occupation, spent}, rate);
			if (room > now && !isFree) {
				full.add(tier);
				nextAt = Math.min(nextAt, room);
				continue;
			}

			tiers.push(tier);
			spent.push({at: now, tier});
		}

		isFree = false;
		taken.add(key);
		start.push({need, tier});
		rest(backgroundTiers.includes(tier) ? 1 : 0);
	}

	if (pace.failing && start.length === 0 && probeAt(pace) > now) nextAt = Math.min(nextAt, probeAt(pace));
	return {start, nextAt};
}

/**
What is to be read now. A pure function of what is known and of the time.

What the reader waits for is read at once. Everything else shares one budget a minute, the latest first by how often it should be read. While the service cannot be used, one call in all is tried from time to time; while it asks for quiet, none.
*/
export function pollPlan(state: State, occupation: PollActivity): PollPlan {
	const connectionId = state.connection?.id;
	if (connectionId === undefined) return {start: [], wanted: new Set(), nextAt: never};

	const {now, flights, stillSince} = occupation;
	const {throttle: pace, isPaused} = state.polling;
	const isStill = now - stillSince >= stillMs;
	const lookAt = isPaused || !isLookingOut(state) ? never : roomAt('cold', occupation, rateOf(pace, now));
	const isBusy = [...flights.values()].filter(isAside).length >= maxAtOnce;
	const canLook = lookAt <= now && !isBusy;
	const looks = occupation.spent.filter(({tier}) => tier === 'cold').length;
	const isAmple =
		occupation.spent.filter(({tier}) => backgroundTiers.includes(tier)).length < rateOf(pace, now) * ampleShare;
	const close = openReads(state, connectionId);
	const wanted = new Set(close.map(({need}) => readKey(need)));
	const targets = [
		...close.filter(({tier}) => tier === 'awaited' || !isPaused),
		...(isPaused ? [] : backgroundReads(state, connectionId, {now, isStill, canLook, isAmple, looks})),
	].map(target => delayed(target, state));

	if (pace.quietUntil > now) return {start: [], wanted, nextAt: targets.length > 0 ? pace.quietUntil : never};
	const due = targets.filter(({dueAt}) => dueAt <= now).sort((a, b) => urgency(b, now) - urgency(a, now));
	const triedAt = probingAt(state);
	const stillAt = isStill ? never : stillSince + stillMs;
	if (triedAt !== undefined) {
		const {start, nextAt} = probe(targets, due, triedAt, state, occupation);
		return {start, wanted, nextAt: Math.min(nextAt, stillAt)};
	}

	const {start, nextAt} = chosen(due, state, occupation);
	const nextLookAt = lookAt <= now ? now + (wantsAll(state) ? lookAgainMs : minLookMs) : lookAt;
	return {start, wanted, nextAt: Math.min(nextAt, nextLookAt, firstDueAt(targets, now), stillAt)};
}
