import type {LocalTime} from '../../clock.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {idleAt, probeAt, rateOf} from '../model/requests/throttle.ts';
import {isPacedByService, probingAt} from '../state/probes.ts';
import type {State} from '../state/state.ts';
import {backgroundReads, isLookingOut, minLookMs, wantsAll} from './background-reads.ts';
import {openReads} from './foreground-reads.ts';
import {retryAt} from './intervals.ts';
import {backgroundTiers, type PlannedRead, type Tier} from './target.ts';

/** A read that counted against the budget, because the user did not wait for it. */
export type Spent = {readonly at: LocalTime; readonly tier: Tier};

/** The reads of the loader, which are not part of the state. Times are by the local clock. */
export type PollActivity = {
	readonly now: LocalTime;
	/** The tiers of the reads in flight, by their keys. */
	readonly flights: ReadonlyMap<string, Tier>;
	/** Contains at least the last minute. */
	readonly spent: readonly Spent[];
	/** When the user last moved the selection. */
	readonly stillSince: number;
};

/** What the loader should do now. */
export type PollPlan = {
	/** The reads to start now, the most urgent first. */
	readonly start: ReadonlyArray<{readonly need: ReadRequest; readonly tier: Tier}>;
	/** The keys of all reads for what is on the screen or watched. */
	readonly wanted: ReadonlySet<string>;
	/** When to plan again if nothing happens, by the local clock. Infinity if nothing will fall due. */
	readonly nextAt: LocalTime;
};

const minuteMs = 60_000;
const secondMs = 1000;

const never = Number.POSITIVE_INFINITY;

/** How long the selection must rest before rows are read. Rows that the user scrolls past are not worth a request. */
const stillMs = 400;

/** The pause before the next check for new deployments, if all projects are followed. */
const lookAgainMs = 5000;

/** The maximum number of concurrent reads that the user does not wait for, so that one they do wait for finds a free connection. Reads that fill empty rows have a limit of their own. */
const maxConcurrent = 2;

/** The tiers that read the newest deployments of rows, and the limits for both together. */
const rowTiers: readonly Tier[] = ['fill', 'rows'];
const maxConcurrentRows = 6;
const maxRowsPerSecond = 8;

/** The weights of being overdue. No read starves, because its urgency grows while it waits. */
const weights: Readonly<Record<Tier, number>> = {awaited: 1000, hot: 8, warm: 8, fill: 2, rows: 2, sweep: 1, cold: 0.2};

/** The maximum share of the budget that several tiers may use together. */
const shares: ReadonlyArray<{readonly tiers: readonly Tier[]; readonly share: number}> = [
	{tiers: ['hot', 'warm', ...backgroundTiers], share: 1},
	{tiers: backgroundTiers, share: 0.7},
	{tiers: ['sweep'], share: 0.3},
	{tiers: ['cold'], share: 0.5},
];

/** The budget is ample while background reads use less than this share of it. */
const ampleShare = 0.6;

/** Whether a read counts towards `maxConcurrent`. */
const isLimited = (tier: Tier): boolean => tier !== 'awaited' && tier !== 'fill';

/** A read that was never made counts as this many intervals overdue. */
const unreadOverdue = 20;

const urgency = ({tier, dueAt, everyMs, askedAt}: PlannedRead, now: LocalTime): number =>
	weights[tier] * (askedAt === undefined ? unreadOverdue : (now - dueAt + 1) / everyMs);

/** Returns when the budget allows one more read of a tier, by the local clock. */
function allowedAt(tier: Tier, {spent, now}: PollActivity, rate: number): number {
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
		// A tier with a limit of its own is spread evenly, so that it does not use up the budget in a burst.
		if (tiers.length === 1) at = Math.max(at, (taken.at(-1)?.at ?? Number.NEGATIVE_INFINITY) + minuteMs / limit);
	}

	return Math.ceil(at);
}

/** Delays a target that failed recently until its retry is due. */
function delayed(target: PlannedRead, state: State): PlannedRead {
	const failure = state.polling.failures.get(readKey(target.need));
	if (!failure || isPacedByService(state, failure)) return target;
	return {...target, dueAt: Math.max(target.dueAt, retryAt(failure))};
}

const firstDueAt = (targets: readonly PlannedRead[], now: LocalTime): number =>
	Math.min(...targets.map(({dueAt}) => dueAt).filter(dueAt => dueAt > now), never);

/** Whether the user waits for a read that was not tried since the service became unusable. While the API key is refused, a refresh allows one read, which shows whether it still is. */
function isUntried({tier, need, askedAt}: PlannedRead, {polling: {failures, refreshedAt}, connection}: State): boolean {
	if (tier !== 'awaited' || failures.has(readKey(need))) return false;
	return !connection?.refusal || askedAt === undefined || refreshedAt > connection.refusal.at;
}

/** Returns the read that tests a refused API key if the screen needs none. */
const fallback = ({polling: {isPaused}, connection}: State): Pick<PlannedRead, 'need' | 'tier'> | undefined =>
	connection?.refusal && !isPaused
		? {need: {connectionId: connection.id, kind: 'projects', cursor: undefined}, tier: 'sweep'}
		: undefined;

/** Allows one request at a time while the service is unusable: the most urgent read at `at`, or before that one the user waits for, once. Ignores the budget, which may be used up when the service recovers. */
function probe(
	targets: readonly PlannedRead[],
	due: readonly PlannedRead[],
	at: LocalTime,
	state: State,
	{now, flights}: PollActivity,
) {
	if (flights.size > 0) return {start: [], nextAt: never};
	const keyTest = fallback(state);
	const tried = at > now ? due.find(target => isUntried(target, state)) : (due[0] ?? keyTest);
	if (tried) return {start: [{need: tried.need, tier: tried.tier}], nextAt: never};
	if (at > now) return {start: [], nextAt: targets.length > 0 || keyTest ? at : never};
	return {start: [], nextAt: firstDueAt(targets, now)};
}

/** Selects as many due reads as the limits allow. Returns when they allow the next one. */
function selectReads(
	due: readonly PlannedRead[],
	{polling: {throttle}}: State,
	activity: PollActivity,
): Pick<PollPlan, 'start' | 'nextAt'> {
	const {now, flights} = activity;
	const rate = rateOf(throttle, now);
	const start: Array<{need: ReadRequest; tier: Tier}> = [];
	const taken = new Set(flights.keys());
	const full = new Set<Tier>();
	const spent = [...activity.spent];
	const tiers = [...flights.values()];
	/** Whether the concurrency limits forbid one more read of a tier. */
	const isAtLimit = (tier: Tier) =>
		(tier !== 'fill' && tiers.filter(isLimited).length >= maxConcurrent) ||
		(rowTiers.includes(tier) && tiers.filter(other => rowTiers.includes(other)).length >= maxConcurrentRows);
	let nextAt = never;
	/** While the service fails, the next read ignores the budget, to show at once whether the service has recovered. */
	let ignoresBudget = throttle.failing !== undefined && flights.size === 0 && probeAt(throttle) <= now;
	/** An overloaded service gets one background read at a time, with pauses. */
	const blockBackground = (count: number) => {
		if (throttle.burden && count > 0) for (const tier of backgroundTiers) full.add(tier);
	};

	if (idleAt(throttle) > now) {
		blockBackground(1);
		nextAt = idleAt(throttle);
	}

	blockBackground(tiers.filter(tier => backgroundTiers.includes(tier)).length);
	for (const {need, tier} of due) {
		const key = readKey(need);
		if (full.has(tier) || taken.has(key)) continue;
		if (tier !== 'awaited') {
			if (isAtLimit(tier)) continue;
			const at = allowedAt(tier, {...activity, spent}, rate);
			if (at > now && !ignoresBudget) {
				full.add(tier);
				nextAt = Math.min(nextAt, at);
				continue;
			}

			tiers.push(tier);
			spent.push({at: now, tier});
		}

		ignoresBudget = false;
		taken.add(key);
		start.push({need, tier});
		blockBackground(backgroundTiers.includes(tier) ? 1 : 0);
	}

	if (throttle.failing && start.length === 0 && probeAt(throttle) > now) nextAt = Math.min(nextAt, probeAt(throttle));
	return {start, nextAt};
}

/**
Returns what to read now. A pure function of the state and the activity of the loader.

Reads that the user waits for start at once. All others share a budget per minute and start in the order of how overdue they are, relative to their interval. While the service is unusable, one request is tried from time to time; during a quiet period, none.
*/
export function pollPlan(state: State, activity: PollActivity): PollPlan {
	const connectionId = state.connection?.id;
	if (connectionId === undefined) return {start: [], wanted: new Set(), nextAt: never};

	const {now, flights, spent, stillSince} = activity;
	const {throttle, isPaused} = state.polling;
	const rate = rateOf(throttle, now);
	const isStill = now - stillSince >= stillMs;
	const lookAt = isPaused || !isLookingOut(state) ? never : allowedAt('cold', activity, rate);
	const isBusy = [...flights.values()].filter(isLimited).length >= maxConcurrent;
	const canLook = lookAt <= now && !isBusy;
	const looks = spent.filter(({tier}) => tier === 'cold').length;
	const isAmple = spent.filter(({tier}) => backgroundTiers.includes(tier)).length < rate * ampleShare;
	const foreground = openReads(state, connectionId);
	const wanted = new Set(foreground.map(({need}) => readKey(need)));
	const targets = [
		...foreground.filter(({tier}) => tier === 'awaited' || !isPaused),
		...(isPaused ? [] : backgroundReads(state, connectionId, {now, isStill, canLook, isAmple, looks})),
	].map(target => delayed(target, state));

	if (throttle.quietUntil > now) {
		return {start: [], wanted, nextAt: targets.length > 0 ? throttle.quietUntil : never};
	}

	const due = targets.filter(({dueAt}) => dueAt <= now).sort((a, b) => urgency(b, now) - urgency(a, now));
	const probeDueAt = probingAt(state);
	const stillAt = isStill ? never : stillSince + stillMs;
	if (probeDueAt !== undefined) {
		const {start, nextAt} = probe(targets, due, probeDueAt, state, activity);
		return {start, wanted, nextAt: Math.min(nextAt, stillAt)};
	}

	const {start, nextAt} = selectReads(due, state, activity);
	const nextLookAt = lookAt <= now ? now + (wantsAll(state) ? lookAgainMs : minLookMs) : lookAt;
	return {start, wanted, nextAt: Math.min(nextAt, nextLookAt, firstDueAt(targets, now), stillAt)};
}
