import {type Clock, sleep} from '../../clock.ts';
import type {WireRequest} from '../transport/transport.ts';

/** A client-side rate limit (GCRA) that halves its rate when the service is overloaded, then recovers gradually. */
export type RateLimit = {
	/** Resolves when one more request may be sent, or as soon as the signal is aborted. */
	readonly admit: (method: WireRequest['method'], signal: AbortSignal) => Promise<void>;
	/** Records the outcome of a request: its status, or undefined if there was no response. */
	readonly record: (method: WireRequest['method'], status: number | undefined) => void;
};

/** Requests per second under normal conditions, and the burst allowed after an idle time. */
export type Pace = {readonly perSecond: number; readonly burst: number};

const defaultPace: Pace = {perSecond: 20, burst: 20};

const maxSlowBurst = 10;

/** Returns the pace at which no minute holds more than `perMinute` requests, the burst included. */
export function paceWithin(perMinute: number): Pace {
	const burst = Math.min(maxSlowBurst, Math.ceil(perMinute / 6));
	// A second more than a minute, because requests do not arrive as evenly as they are sent.
	return {perSecond: (perMinute - burst + 1) / 61, burst};
}

/** The rate never drops below this many requests per second. Background reads are throttled much more strictly, by the poll plan. */
const minRate = 1;

/** The full rate is restored after at most this long. */
export const recoveryMs = 10 * 60_000;

/** The rate is halved at most once in this time: the responses to concurrent requests count as one signal. */
export const halvingPauseMs = 5000;

/** From the end of one write to the start of the next. */
const writePauseMs = 1000;

/** The maximum delay of any request, even after the clock was changed: as long as that many requests take, and at least half a minute. */
const maxWaiting = 16;
const minMaxWaitMs = 30_000;

/** Whether a status means that the service is overloaded or failing. */
export const isOverloaded = (status: number | undefined): boolean => status === 429 || (status ?? 0) >= 500;

/** Create one per service. */
export function createRateLimit(clock: Clock, {perSecond: fullRate, burst} = defaultPace): RateLimit {
	const maxWaitMs = Math.max(minMaxWaitMs, (maxWaiting * 1000) / fullRate);
	let rate = fullRate;
	let halvedAt = Number.NEGATIVE_INFINITY;
	/** When the next request would be due if requests were spaced evenly: GCRA's theoretical arrival time. */
	let nextEvenAt = 0;
	let nextWriteAt = 0;

	const rateAt = (now: number): number =>
		Math.min(fullRate, rate + (fullRate * Math.max(0, now - halvedAt)) / recoveryMs);

	return {
		async admit(method, signal) {
			const now = clock.now();
			const pauseMs = 1000 / rateAt(now);
			// A longer backlog is impossible: the clock was set back.
			if (nextEvenAt > now + maxWaitMs + pauseMs) nextEvenAt = now;
			halvedAt = Math.min(halvedAt, now);
			const from = Math.min(Math.max(nextEvenAt, now), now + maxWaitMs);
			nextEvenAt = from + pauseMs;
			const burstAt = from - (burst - 1) * pauseMs;
			const at = method === 'GET' ? burstAt : Math.max(burstAt, Math.min(nextWriteAt, now + writePauseMs));
			if (at > now) await sleep(clock, Math.ceil(at - now), signal);
		},

		record(method, status) {
			const now = clock.now();
			if (method !== 'GET') nextWriteAt = now + writePauseMs;
			if (!isOverloaded(status) || (now >= halvedAt && now - halvedAt < halvingPauseMs)) return;
			rate = Math.max(minRate, rateAt(now) / 2);
			halvedAt = now;
		},
	};
}
