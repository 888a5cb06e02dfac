import type {LoggedRequest, SentRequest} from '../api/transport.ts';
import type {LocalTime} from '../base/clock.ts';
import {minuteMs} from '../base/duration.ts';
import {isTooMany, noTrouble, type Trouble, troubleAfter} from './trouble.ts';

/** The only limit of requests: a budget for each sliding minute, and what is wrong with the service. What somebody waits for goes beyond the budget; all other requests are then slower for a minute. `rate` is in reads per minute. */
export type Throttle = {
	/** As it was at `rateAt`. It recovers linearly. */
	readonly rate: number;
	readonly rateAt: LocalTime;
	/** The maximum of background reads per minute: `--rpm`. */
	readonly perMinute: number;
	readonly trouble: Trouble;
	/** The requests that were sent in the last minute, oldest first, at most `maxCounted`. */
	readonly recent: readonly SentRequest[];
	/** When the last request for a discovery was sent, or the first request of all. */
	readonly discoveredAt?: LocalTime;
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

/** The most requests of the last minute that are counted. */
export const maxCounted = 999;

export const createThrottle = (perMinute: number): Throttle => ({
	perMinute,
	rate: perMinute,
	rateAt: Number.NEGATIVE_INFINITY,
	trouble: noTrouble,
	recent: [],
});

/** The full rate is restored after at most this long. */
const recoveryMs = 2 * minuteMs;

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

/** When the next request may be sent, by its pace. */
export function opensAt(throttle: Throttle, now: LocalTime, slowness = 1) {
	const {perMinute, recent, trouble} = throttle;
	const rate = rateOf(throttle, now);
	const counted = recent.filter(({at}) => at > now - countedMs);
	const times = counted.filter(({pace}) => pace !== 'asked').map(({at}) => at);
	const withoutTurn = counted.filter(sent => !isTurn(sent)).length;
	const used = times.length;
	const lastAt = recent.at(-1)?.at ?? 0;
	const freeAt = perMinute === 0 || used < perMinute ? 0 : (times[used - perMinute] ?? now) + countedMs;
	const spacedAt = Math.max(freeAt, lastAt + Math.min(minRequestPauseMs, countedMs / Math.max(1, perMinute)));
	const intervalMs = (countedMs / Math.max(rate * minTurns, rate - withoutTurn)) * slowness;
	const turnAt = (counted.findLast(isTurn) ?? counted[0])?.at ?? 0;
	const turn = Math.max(spacedAt, turnAt + intervalMs);
	return {
		/** What a key or a command waits for: at once, but ten a second at most. */
		asked: (recent.at(-maxPerSecond)?.at ?? 0) + 1000,
		/** Whatever must not go beyond the budget. */
		withinBudget: freeAt,
		/** All else, evenly spaced: the more was asked for in the last minute, the later. */
		turn,
		/** What the screen has never shown, until that share of the budget is used. */
		early: trouble.failing === undefined && used < rate * maxShare ? spacedAt : turn,
	};
}

export const throttleAfterSending = (current: Throttle, sent: SentRequest): Throttle => ({
	...current,
	recent: [...current.recent.filter(({at}) => at > sent.at - countedMs), sent].slice(-maxCounted),
	discoveredAt: sent.pace === 'discovery' ? sent.at : (current.discoveredAt ?? sent.at),
});

/** The throttle after one more request has ended: with the halved rate if its answer says that the service is overloaded. */
export function throttleAfter(current: Throttle, record: LoggedRequest): Throttle {
	const {status = 0, startedAt, tookMs} = record;
	const at = startedAt + tookMs;
	const isHalved = (isTooMany(status) || status >= 500) && at - current.rateAt >= halvingPauseMs;
	const rated = isHalved ? {...current, rate: rateOf(current, at) / 2, rateAt: at} : current;
	return {...rated, trouble: troubleAfter(current.trouble, record)};
}
