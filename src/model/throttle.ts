import {backoffMs, probePauseMs, quietEndsAt} from '../api/pauses.ts';
import type {LoggedRequest, SentRequest} from '../api/transport.ts';
import type {LocalTime} from '../base/clock.ts';
import {minuteMs} from '../base/duration.ts';

/** A run of consecutive failures: how many they are, and when the first and the last of them ended, by the local clock. */
type FailureRun = {readonly count: number; readonly since: LocalTime; readonly at: LocalTime};

/** The only limit of requests: a budget for each sliding minute, a circuit breaker and their backoff. What somebody waits for goes beyond the budget; all other requests are then slower for a minute. `rate` is in reads per minute. */
export type Throttle = {
	/** As it was at `rateAt`. It recovers linearly. */
	readonly rate: number;
	readonly rateAt: LocalTime;
	/** The maximum of background reads per minute: `--rpm`. */
	readonly perMinute: number;
	/** No read is sent before this time, because the service asked for fewer requests. */
	readonly quietUntil: LocalTime;
	/** Set from a response that asks for fewer requests until one is served. Meanwhile a single probe is sent after each wait. */
	readonly limited: FailureRun | undefined;
	/** Set while the circuit breaker is open: the service is unreachable. Meanwhile only single probes are sent. */
	readonly outage: FailureRun | undefined;
	/** Set from a failure until a request is served. */
	readonly failing: FailureRun | undefined;
	/** From when on a proxy that has refused the user name and password is asked again. Infinite until the user asks: each attempt could lock the account. */
	readonly proxyAskedAt: LocalTime | undefined;
	/** The requests that were sent in the last minute, oldest first, at most `maxCounted`. */
	readonly recent: readonly SentRequest[];
};

/** How long a request counts against the budget: one that takes longer to arrive than another may be closer to it at the service. */
const countedMs = minuteMs + 500;

/** The pause between a request that nobody waits for and the one before, unless the budget needs a shorter one: no more than nine arrive within a second. */
const minRequestPauseMs = 130;

/** No more requests are sent within a second, even if the user waits for them. */
export const maxPerSecond = 10;

/** What the screen has never shown may use this share of the budget without waiting for turns. */
const maxShare = 2 / 3;

/** However much does not wait for its turn, this share of the budget is left to turns. */
const minTurns = 1 / 3;

/** The rate never falls below this fraction of `perMinute`: failed reads already back off one by one. */
const minRateFraction = 0.1;

/** The breaker opens after this many consecutive failures. A single connection failure also opens it. */
const maxConsecutiveFailures = 3;

/** The most requests of the last minute that are counted. */
export const maxCounted = 999;

export const createThrottle = (perMinute: number): Throttle => ({
	perMinute,
	rate: perMinute,
	rateAt: Number.NEGATIVE_INFINITY,
	quietUntil: 0,
	limited: undefined,
	outage: undefined,
	failing: undefined,
	proxyAskedAt: undefined,
	recent: [],
});

/** The full rate is restored after at most this long. */
const recoveryMs = 10 * 60_000;

/** The rate is halved at most once in this time: the responses to concurrent requests count as one signal. */
const halvingPauseMs = 5000;

/** Returns how many background reads per minute are allowed now: at least one, or none if the user wants none. */
export function rateOf({perMinute, rate, rateAt}: Throttle, now: LocalTime): number {
	if (perMinute === 0) return 0;
	const recovered = Math.min(1, Math.max(0, now - rateAt) / recoveryMs);
	return Math.max(1, perMinute * minRateFraction, Math.min(perMinute, rate + perMinute * recovered));
}

/** Returns how many requests were sent in the last minute, at most `maxCounted`, and how many of them the user asked for. */
export function requestsInMinute({recent}: Throttle, now: LocalTime): {readonly all: number; readonly asked: number} {
	const sent = recent.filter(({at}) => at > now - minuteMs && at <= now);
	return {all: sent.length, asked: sent.filter(({pace}) => pace === 'asked').length};
}

const isTurn = ({pace}: SentRequest): boolean => pace === 'turn' || pace === 'discovery';

/** When the last request for a discovery was sent, if that was within the last minute. */
export const discoveredAt = ({recent}: Throttle): LocalTime | undefined =>
	recent.findLast(({pace}) => pace === 'discovery')?.at;

/** When the next request may be sent, by its pace. `unsent`: how many have started and were not sent yet. */
export function opensAt(throttle: Throttle, now: LocalTime, {unsent = 0, slowness = 1} = {}) {
	const {perMinute, recent, failing} = throttle;
	const rate = rateOf(throttle, now);
	const counted = recent.filter(({at}) => at > now - countedMs);
	const times = counted.filter(({pace}) => pace !== 'asked').map(({at}) => at);
	const withoutTurn = counted.filter(sent => !isTurn(sent)).length;
	const used = times.length + unsent;
	const lastAt = unsent > 0 ? now : (recent.at(-1)?.at ?? 0);
	const freeAt = perMinute === 0 || used < perMinute ? 0 : (times[used - perMinute] ?? now) + countedMs;
	const spacedAt = Math.max(freeAt, lastAt + Math.min(minRequestPauseMs, countedMs / Math.max(1, perMinute)));
	const intervalMs = (countedMs / Math.max(rate * minTurns, rate - withoutTurn)) * slowness;
	const turnAt = (counted.findLast(isTurn) ?? counted[0])?.at ?? 0;
	const turn = Math.max(spacedAt, turnAt + intervalMs);
	return {
		/** What a key or a command waits for: at once, but ten a second at most. */
		asked: (recent.at(Math.min(-1, unsent - maxPerSecond))?.at ?? 0) + 1000,
		/** Whatever must not go beyond the budget. */
		withinBudget: freeAt,
		/** All else, evenly spaced: the more was asked for in the last minute, the later. */
		turn,
		/** What the screen has never shown, until that share of the budget is used. */
		early: failing === undefined && used < rate * maxShare ? spacedAt : turn,
	};
}

/** Returns when the service is tried again after a run of failures. `pauseMs` depends on how long the run has lasted, and on a seed. */
const triedAgainAt = ({since, at}: FailureRun, pauseMs: typeof backoffMs): LocalTime =>
	at + pauseMs(at - since, `${since} ${at}`);

/** Returns when the next probe of an unreachable service is sent: after an outage, or the failures that may become one. 0 if there are none. */
export const probeAt = (failures: Throttle['failing']): number => (failures ? triedAgainAt(failures, probePauseMs) : 0);

const extended = (trouble: FailureRun | undefined, at: LocalTime): FailureRun => ({
	count: (trouble?.count ?? 0) + 1,
	since: trouble?.since ?? at,
	at,
});

export const throttleAfterSending = (current: Throttle, sent: SentRequest): Throttle => ({
	...current,
	recent: [...current.recent.filter(({at}) => at > sent.at - countedMs), sent].slice(-maxCounted),
});

/** Whether an answer asks for fewer requests, or for the same one later: Too Many Requests, Too Early. */
const isTooMany = (status: number): boolean => status === 429 || status === 425;

/** Returns the throttle after one more request has ended. An aborted request says nothing about the service. */
export function throttleAfter(current: Throttle, record: LoggedRequest): Throttle {
	const {outcome, status = 0, fault, startedAt, tookMs} = record;
	const at = startedAt + tookMs;
	if (outcome === 'aborted') return current;
	if (fault === 'E_PROXY_AUTH') return {...current, proxyAskedAt: Number.POSITIVE_INFINITY};
	const next = outcome === 'answered' ? afterAnswer(current, record, at) : current;
	if (isTooMany(status)) return {...next, outage: undefined};
	// A success that is not what was asked for, such as a web page, is none.
	const isSuccess = status >= 200 && status < 300;
	const isOther = isSuccess && fault !== undefined && fault !== 'E_CACHED';
	const isServed = outcome === 'answered' && status < 500 && !isOther;
	// A success of a request sent before a proxy refused proves nothing about it.
	const isProven = startedAt >= (current.proxyAskedAt ?? 0);
	const proxyAskedAt = isProven ? undefined : current.proxyAskedAt;
	if (isServed) return {...next, outage: undefined, failing: undefined, proxyAskedAt};
	const failing = extended(current.failing, at);
	// A single lost response may be an accident, so it does not open the breaker; a refused connection does.
	const isOpen = outcome === 'not-sent' || current.outage !== undefined || failing.count >= maxConsecutiveFailures;
	return {...next, outage: isOpen ? failing : undefined, failing};
}

/** Returns the throttle with the wait that an answer asks for, until the time it names, otherwise with exponential backoff, and with the halved rate if it says that the service is overloaded. */
function afterAnswer(current: Throttle, {status = 0, retryAt}: LoggedRequest, at: LocalTime): Throttle {
	const isHalved = (isTooMany(status) || status >= 500) && at - current.rateAt >= halvingPauseMs;
	const rated = isHalved ? {...current, rate: rateOf(current, at) / 2, rateAt: at} : current;
	const hasRetryAt = retryAt !== undefined && retryAt > at;
	if (!isTooMany(status) && !hasRetryAt) return status < 500 ? {...rated, limited: undefined} : rated;
	const limited = extended(current.limited, at);
	const until = hasRetryAt ? quietEndsAt(retryAt, at) : triedAgainAt(limited, backoffMs);
	return {...rated, limited, quietUntil: Math.max(current.quietUntil, until)};
}
