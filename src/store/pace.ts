import type {CallRecord} from '../api/call-record.ts';
import {countBefore} from './bisect.ts';

/** How fast the service is read, after what it has answered so far. */
export type Pace = {
	/** The most reads a minute that nobody waits for, as it was asked for at the start. */
	readonly perMinute: number;
	/** How many it was at `rateAt`. It is halved when the service is overburdened, and grows back. */
	readonly rate: number;
	readonly rateAt: number;
	/** Before this moment nothing is read: the service asked for quiet. */
	readonly quietUntil: number;
	/** Calls in a row that did not reach the service, and when the last of them ended. */
	readonly outage: {readonly count: number; readonly at: number} | undefined;
	/** Answers in a row that it is overburdened, and when the last of them came. */
	readonly burden: {readonly count: number; readonly at: number} | undefined;
	/** When the latest calls were made, oldest first: those of the last minute, if they are not too many to count. */
	readonly recent: readonly number[];
};

const minuteMs = 60_000;

/** Full speed is back at the latest after so long. */
const recoveryMs = 10 * minuteMs;

/** So much of the full speed is kept however often the service fails: each read that fails waits for itself, too. */
const leastRate = 0.1;

/** Half of it is taken at most once in this time: the answers to calls made at once are one sign, not many. */
const halvingPauseMs = 5000;

/** So many calls of the last minute are counted. */
export const mostCounted = 999;

export const createPace = (perMinute: number): Pace => ({
	perMinute,
	rate: perMinute,
	rateAt: Number.NEGATIVE_INFINITY,
	quietUntil: 0,
	outage: undefined,
	burden: undefined,
	recent: [],
});

/** How many reads a minute are allowed now, unless somebody waits for them. At least one. */
export function rateOf({perMinute, rate, rateAt}: Pace, now: number): number {
	const grown = rate + (perMinute * Math.max(0, now - rateAt)) / recoveryMs;
	return Math.max(1, perMinute * leastRate, Math.min(perMinute, grown));
}

/** How many calls were made in the last minute, at most `mostCounted`. */
export const callsInMinute = ({recent}: Pace, now: number): number =>
	countBefore(recent.length, index => (recent[index] ?? now) <= now) -
	countBefore(recent.length, index => (recent[index] ?? now) <= now - minuteMs);

/** 1, 2, 4 … 60 seconds after the last of `count` that went wrong. */
const nextTry = (trouble: {readonly count: number; readonly at: number} | undefined): number =>
	trouble ? trouble.at + Math.min(minuteMs, 1000 * 2 ** (trouble.count - 1)) : 0;

/** When one call is tried after some that did not reach the service. */
export const probeAt = ({outage}: Pace): number => nextTry(outage);

/** When something is read again that nobody would miss, after the service was overburdened. */
export const idleAt = ({burden}: Pace): number => nextTry(burden);

/** The pace after one more call has ended. One that was given up says nothing. */
export function paceAfter(pace: Pace, record: CallRecord): Pace {
	const {outcome, status, startedAt, tookMs} = record;
	const at = startedAt + tookMs;
	const first = pace.recent.findIndex(earlier => earlier > at - minuteMs);
	const recent = [...(first < 0 ? [] : pace.recent.slice(first)), startedAt].slice(-mostCounted);
	if (outcome === 'aborted') return {...pace, recent};
	if (outcome !== 'answered') return {...pace, recent, outage: {count: (pace.outage?.count ?? 0) + 1, at}};

	const isOverburdened = status === 429 || (status !== undefined && status >= 500);
	const isHalved = isOverburdened && at - pace.rateAt >= halvingPauseMs;
	const rate = isHalved ? {rate: rateOf(pace, at) / 2, rateAt: at} : {};
	const burden = isOverburdened ? {count: (pace.burden?.count ?? 0) + 1, at} : undefined;
	return {...pace, ...rate, recent, outage: undefined, burden};
}
