import type {CallRecord} from '../api/call-record.ts';
import {halvingPauseMs, isOverburdened, recoveryMs} from '../api/rate-limit.ts';
import {backOffMs} from './back-off.ts';
import {countBefore} from './bisect.ts';

type Trouble = {readonly count: number; readonly at: number};

/** How fast the service is read, after what it has answered so far. */
export type Pace = {
	/** The most reads a minute that nobody waits for, as it was asked for at the start. */
	readonly perMinute: number;
	/** How many it was at `rateAt`. It is halved when the service is overburdened, and grows back. */
	readonly rate: number;
	readonly rateAt: number;
	/** Before this moment nothing is read: the service asked for quiet. */
	readonly quietUntil: number;
	/** While the service is out of reach, or fails nearly always: how many tries in a row were in vain, and when the last of them ended. Then one call in all is tried from time to time. */
	readonly outage: Trouble | undefined;
	/** The outage before, if it was a long one, as it was when it ended. */
	readonly lastOutage: Trouble | undefined;
	/** Whether the latest calls were served, oldest first. One that was put off says nothing. */
	readonly served: readonly boolean[];
	/** Answers in a row that it is overburdened, and when the last of them came. */
	readonly burden: Trouble | undefined;
	/** When the latest calls were made, oldest first: those of the last minute, if they are not too many to count. */
	readonly recent: readonly number[];
};

const minuteMs = 60_000;

/** So much of the full speed is kept however often the service fails: each read that fails waits for itself, too. */
const leastRate = 0.1;

/** The service counts as out of reach after so many failures in a row, or if half of so many calls failed. A connection that cannot be made is enough by itself. */
const mostInARow = 5;
const judged = 20;

/** Whoever fails again so soon after a long outage has not recovered: the pauses go on where they were. */
const recoveredMs = 2 * minuteMs;
const longOutage = 3;

/** So many calls of the last minute are counted. */
export const mostCounted = 999;

export const createPace = (perMinute: number): Pace => ({
	perMinute,
	rate: perMinute,
	rateAt: Number.NEGATIVE_INFINITY,
	quietUntil: 0,
	outage: undefined,
	lastOutage: undefined,
	served: [],
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

const nextTry = (trouble: Trouble | undefined): number =>
	trouble ? trouble.at + backOffMs(trouble.count, `${trouble.at} ${trouble.count}`) : 0;

/** When one call is tried while the service is out of reach. */
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
	const isReached = outcome === 'answered';
	const isServed = isReached && (status ?? 0) < 500;
	const isPutOff = status === 429;
	const served = isPutOff ? pace.served : [...pace.served, isServed].slice(-judged);
	// One answer that was lost is one answer; that nothing takes calls is not said by one call alone.
	const isOut = outcome === 'not-sent' || (!isReached && pace.outage !== undefined) || isOpenedBy(served);
	if (!isServed && isOut) return {...pace, recent, served, outage: longer(pace, at), ...burdened(pace, record)};
	return {...pace, recent, ...over(pace, at), served: pace.outage && isServed ? [] : served, ...burdened(pace, record)};
}

/** Whether so much failed that the service counts as out of reach. */
function isOpenedBy(served: readonly boolean[]): boolean {
	const failed = served.filter(isServed => !isServed).length;
	const isRow = served.length >= mostInARow && !served.slice(-mostInARow).includes(true);
	return isRow || (served.length === judged && failed * 2 >= judged);
}

/** The outage after one more failure. */
function longer({outage, lastOutage}: Pace, at: number): Trouble {
	const before = outage ?? (lastOutage && at - lastOutage.at < recoveredMs ? lastOutage : undefined);
	return {count: (before?.count ?? 0) + 1, at};
}

/** What is known of outages once the service was reached. */
function over({outage, lastOutage}: Pace, at: number): Pick<Pace, 'outage' | 'lastOutage'> {
	if (!outage) return {outage, lastOutage};
	return {outage: undefined, lastOutage: outage.count >= longOutage ? {count: outage.count, at} : undefined};
}

/** What an answer says about how much the service can bear. */
function burdened(pace: Pace, {outcome, status, startedAt, tookMs}: CallRecord): Partial<Pace> {
	if (outcome !== 'answered') return {};
	const at = startedAt + tookMs;
	if (!isOverburdened(status)) return {burden: undefined};
	const isHalved = at - pace.rateAt >= halvingPauseMs;
	const rate = isHalved ? {rate: rateOf(pace, at) / 2, rateAt: at} : {};
	return {...rate, burden: {count: (pace.burden?.count ?? 0) + 1, at}};
}
