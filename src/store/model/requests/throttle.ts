import type {CallRecord} from '../../../api/call-record.ts';
import {halvingPauseMs, isOverburdened, recoveryMs} from '../../../api/retry/rate-limit.ts';
import type {LocalTime} from '../../../clock.ts';
import {partitionPoint} from '../binary-search.ts';
import {backoffMs, quietEndsAt} from './backoff.ts';

/** Tries in a row that were in vain: when the first and the last of them ended. */
type Trouble = {readonly since: LocalTime; readonly at: LocalTime};

/** How fast the service is read, after what it has answered so far. */
export type Throttle = {
	/** The most reads a minute that nobody waits for, as it was asked for at the start. */
	readonly perMinute: number;
	/** How many it was at `rateAt`. It is halved when the service is overburdened, and grows back. */
	readonly rate: number;
	readonly rateAt: LocalTime;
	/** Before this moment nothing is read: the service asked for fewer calls. */
	readonly quietUntil: LocalTime;
	/** Set from an answer that asks for fewer calls until one is served: meanwhile one call in all is tried after each quiet. */
	readonly throttle: Trouble | undefined;
	/** Set while the service is out of reach, or fails nearly always. Then one call in all is tried from time to time. */
	readonly outage: Trouble | undefined;
	/** Set while no call has been served since one failed. */
	readonly failing: Trouble | undefined;
	/** Whether the latest calls were served, oldest first. One that was put off says nothing. */
	readonly served: readonly boolean[];
	/** Set while the service answers that it is overburdened. */
	readonly burden: Trouble | undefined;
	/** When the latest calls were made, oldest first: those of the last minute, if they are not too many to count. */
	readonly recent: readonly number[];
};

const minuteMs = 60_000;

/** So much of the full speed is kept however often the service fails: each read that fails waits for itself, too. */
const minRate = 0.1;

/** The service counts as out of reach after so many failures in a row, or if half of so many calls failed. A connection that cannot be made is enough by itself. */
const maxFailuresInARow = 5;
const judged = 20;

/** So many calls of the last minute are counted. */
export const maxCounted = 999;

export const createThrottle = (perMinute: number): Throttle => ({
	perMinute,
	rate: perMinute,
	rateAt: Number.NEGATIVE_INFINITY,
	quietUntil: 0,
	throttle: undefined,
	outage: undefined,
	failing: undefined,
	served: [],
	burden: undefined,
	recent: [],
});

/** How many reads a minute are allowed now, unless somebody waits for them. At least one. */
export function rateOf({perMinute, rate, rateAt}: Throttle, now: LocalTime): number {
	const grown = rate + (perMinute * Math.max(0, now - rateAt)) / recoveryMs;
	return Math.max(1, perMinute * minRate, Math.min(perMinute, grown));
}

/** How many calls were made in the last minute, at most `maxCounted`. */
export const callsInMinute = ({recent}: Throttle, now: LocalTime): number =>
	partitionPoint(recent.length, index => (recent[index] ?? now) <= now) -
	partitionPoint(recent.length, index => (recent[index] ?? now) <= now - minuteMs);

const nextTry = (trouble: Trouble | undefined): number =>
	trouble ? trouble.at + backoffMs(trouble.at - trouble.since, `${trouble.since} ${trouble.at}`) : 0;

/** When one call is tried, even if there is no room for it, since the latest ones failed. */
export const probeAt = ({failing}: Throttle): number => nextTry(failing);

/** When something is read again that nobody would miss, after the service was overburdened. */
export const idleAt = ({burden}: Throttle): number => nextTry(burden);

const extended = (trouble: Trouble | undefined, at: LocalTime): Trouble => ({since: trouble?.since ?? at, at});

/** The pace after one more call has ended. One that was given up says nothing. */
export function throttleAfter(pace: Throttle, record: CallRecord): Throttle {
	const {outcome, status, startedAt, tookMs} = record;
	const at = startedAt + tookMs;
	const first = pace.recent.findIndex(earlier => earlier > at - minuteMs);
	const recent = [...(first < 0 ? [] : pace.recent.slice(first)), startedAt].slice(-maxCounted);
	if (outcome === 'aborted') return {...pace, recent};
	const next = {...pace, recent, ...throttled(pace, record), ...burdened(pace, record)};
	if (status === 429) return {...next, outage: undefined};
	const isServed = outcome === 'answered' && (status ?? 0) < 500;
	const served = [...pace.served, isServed].slice(-judged);
	if (isServed) return {...next, outage: undefined, failing: undefined, served: pace.outage ? [] : served};
	const failing = extended(pace.failing, at);
	// One answer that was lost is one answer; that nothing takes calls is not said by one call alone.
	const isOut = outcome === 'not-sent' || pace.outage !== undefined || isOpenedBy(served);
	return {...next, outage: isOut ? failing : undefined, failing, served};
}

/** The pause that an answer asks for: the service's own where it says one, else one that grows. It is the service's, so all reads share it. */
function throttled(pace: Throttle, {outcome, status, retryAt, startedAt, tookMs}: CallRecord): Partial<Throttle> {
	if (outcome !== 'answered') return {};
	const at = startedAt + tookMs;
	const isNamed = retryAt !== undefined && retryAt > at;
	if (status !== 429 && !isNamed) return (status ?? 0) < 500 ? {throttle: undefined} : {};
	const throttle = extended(pace.throttle, at);
	const until = isNamed ? quietEndsAt(retryAt, at) : nextTry(throttle);
	return {throttle, quietUntil: Math.max(pace.quietUntil, until)};
}

/** Whether so much failed that the service counts as out of reach. */
function isOpenedBy(served: readonly boolean[]): boolean {
	const failed = served.filter(isServed => !isServed).length;
	const isRow = served.length >= maxFailuresInARow && !served.slice(-maxFailuresInARow).includes(true);
	return isRow || (served.length === judged && failed * 2 >= judged);
}

/** What an answer says about how much the service can bear. */
function burdened(pace: Throttle, {outcome, status, startedAt, tookMs}: CallRecord): Partial<Throttle> {
	if (outcome !== 'answered') return {};
	const at = startedAt + tookMs;
	if (!isOverburdened(status)) return {burden: undefined};
	const isHalved = at - pace.rateAt >= halvingPauseMs;
	const rate = isHalved ? {rate: rateOf(pace, at) / 2, rateAt: at} : {};
	return {...rate, burden: extended(pace.burden, at)};
}
