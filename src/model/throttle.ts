import type {LoggedRequest, SentRequest} from '../api/transport.ts';
import type {LocalTime} from '../base/clock.ts';
import {minuteMs} from '../base/duration.ts';
import {isTooMany, noTrouble, type Trouble, troubleAfter} from './trouble.ts';

/** The only limit of requests: a budget for each sliding minute. Requests that somebody waits for may exceed it, and then all others slow down for a minute. */
export type Throttle = {
	/** Reads per minute at `rateAt`. Recovers linearly. */
	readonly rate: number;
	readonly rateAt: LocalTime;
	readonly rpm: number;
	readonly trouble: Trouble;
	readonly recent: readonly SentRequest[];
	/** The time of the last discovery, or of the first request before that. */
	readonly discoveredAt?: LocalTime;
};

/** Half a second more than a minute, because a later request may travel faster. */
const countedMs = minuteMs + 500;

/** Pause between requests that nobody waits for: at most nine per second, unless the budget allows more. */
const minRequestPauseMs = 130;

/** Holds even while the user waits. */
export const maxPerSecond = 10;

/** First reads of a screen need no turn until this share of the budget is used. */
const maxEarlyShare = 2 / 3;

const minTurnShare = 1 / 3;

/** The rate falls no further than to this share of the maximum, because each failed read also backs off. */
const minRateFraction = 0.1;

/** Only the demo's commands could send more. */
const maxCounted = 999;

export const createThrottle = (rpm: number): Throttle => ({
	rpm,
	rate: rpm,
	rateAt: Number.NEGATIVE_INFINITY,
	trouble: noTrouble,
	recent: [],
});

const recoveryMs = 2 * minuteMs;

/** Concurrent requests count as one signal, so the rate halves once. */
const halvingPauseMs = 5000;

/** Background reads a minute: at least one, or none if the user wants none. */
export function rateOf({rpm, rate, rateAt}: Throttle, now: LocalTime): number {
	if (rpm === 0) return 0;
	const recovered = Math.min(1, Math.max(0, now - rateAt) / recoveryMs);
	return Math.max(1, rpm * minRateFraction, Math.min(rpm, rate + rpm * recovered));
}

export function requestsInMinute({recent}: Throttle, now: LocalTime): {readonly all: number; readonly asked: number} {
	const sent = recent.filter(({at}) => at > now - minuteMs && at <= now);
	return {all: sent.length, asked: sent.filter(({pace}) => pace === 'asked').length};
}

const isTurn = ({pace}: SentRequest): boolean => pace === 'turn' || pace === 'discovery';

export function opensAt(throttle: Throttle, now: LocalTime, slowness = 1) {
	const {rpm, recent, trouble} = throttle;
	const rate = rateOf(throttle, now);
	const counted = recent.filter(({at}) => at > now - countedMs);
	const times = counted.filter(({pace}) => pace !== 'asked').map(({at}) => at);
	const withoutTurn = counted.filter(sent => !isTurn(sent)).length;
	const used = times.length;
	const lastAt = recent.at(-1)?.at ?? 0;
	const freeAt = rpm === 0 || used < rpm ? 0 : (times[used - rpm] ?? now) + countedMs;
	const spacedAt = Math.max(freeAt, lastAt + Math.min(minRequestPauseMs, countedMs / Math.max(1, rpm)));
	const intervalMs = (countedMs / Math.max(rate * minTurnShare, rate - withoutTurn)) * slowness;
	const turnAt = (counted.findLast(isTurn) ?? counted[0])?.at ?? 0;
	const turn = Math.max(spacedAt, turnAt + intervalMs);
	return {
		asked: (recent.at(-maxPerSecond)?.at ?? 0) + 1000,
		withinBudget: freeAt,
		/** Evenly spaced. The more the user asked for in the last minute, the longer the turns. */
		turn,
		/** First reads of a screen start at once until `maxEarlyShare` of the budget is used. */
		early: trouble.failing === undefined && used < rate * maxEarlyShare ? spacedAt : turn,
	};
}

export const throttleAfterSending = (current: Throttle, sent: SentRequest): Throttle => ({
	...current,
	recent: [...current.recent.filter(({at}) => at > sent.at - countedMs), sent].slice(-maxCounted),
	discoveredAt: sent.pace === 'discovery' ? sent.at : (current.discoveredAt ?? sent.at),
});

export function throttleAfter(current: Throttle, record: LoggedRequest): Throttle {
	const {status = 0, startedAt, tookMs} = record;
	const at = startedAt + tookMs;
	const isHalved = (isTooMany(status) || status >= 500) && at - current.rateAt >= halvingPauseMs;
	const rated = isHalved ? {...current, rate: rateOf(current, at) / 2, rateAt: at} : current;
	return {...rated, trouble: troubleAfter(current.trouble, record)};
}
