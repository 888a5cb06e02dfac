import {type Clock, sleep} from '../base/clock.ts';

/** Requests per second under normal conditions, and the burst allowed after an idle time. */
export type Pace = {readonly perSecond: number; readonly burst: number};

const maxSlowBurst = 10;

/** Returns the pace at which no minute holds more than `perMinute` requests, the burst included. */
export function paceWithin(perMinute: number): Pace {
	const burst = Math.min(maxSlowBurst, Math.ceil(perMinute / 6));
	// A second more than a minute, because requests do not arrive as evenly as they are sent.
	return {perSecond: (perMinute - burst + 1) / 61, burst};
}

/** A rate as it was at `rateAt`. It recovers linearly. */
export type Rate = {readonly rate: number; readonly rateAt: number};

/** The rate of a service that was never overloaded, and the rate to which it falls at most. */
type RateBounds = {readonly full: number; readonly min: number};

/** The full rate is restored after at most this long. */
const recoveryMs = 10 * 60_000;

/** The rate is halved at most once in this time: the responses to concurrent requests count as one signal. */
const halvingPauseMs = 5000;

/** Returns how high a rate is now. */
export function recoveredRate({rate, rateAt}: Rate, {full, min}: RateBounds, now: number): number {
	const recovered = Math.min(1, Math.max(0, now - rateAt) / recoveryMs);
	return Math.max(min, Math.min(full, rate + full * recovered));
}

/** Returns a rate after the service has shown that it is overloaded. */
export const halvedRate = (current: Rate, bounds: RateBounds, now: number): Rate =>
	now - current.rateAt < halvingPauseMs ? current : {rate: recoveredRate(current, bounds, now) / 2, rateAt: now};

/** Whether a status means that the service is overloaded or failing. */
export const isOverloaded = (status: number | undefined): boolean => status === 429 || (status ?? 0) >= 500;

/** The rate never drops below this many requests per second. Background reads are throttled much more strictly. */
const minRate = 1;

/** The maximum delay of any request: as long as that many requests take, and at least half a minute. */
const maxWaiting = 16;
const minMaxWaitMs = 30_000;

/**
Bounds everything that this process sends to a service (GCRA): a request waits just before it is sent. The rate is halved when the service is overloaded, then recovers gradually. Create one per service.

The throttle of the state keeps another promise: no sliding minute holds more background reads than `--rpm` allows.
*/
export function createRateLimit(clock: Clock, pace: Pace = {perSecond: 20, burst: 20}) {
	let {perSecond: full, burst} = pace;
	const bounds = () => ({full, min: Math.min(minRate, full)});
	let rate: Rate = {rate: full, rateAt: Number.NEGATIVE_INFINITY};
	/** When the next request would be due if requests were spaced evenly: GCRA's theoretical arrival time. */
	let nextEvenAt = 0;

	return {
		/** Resolves when one more request may be sent, or as soon as the signal is aborted. */
		async admit(signal: AbortSignal): Promise<void> {
			const now = clock.elapsed();
			const pauseMs = 1000 / recoveredRate(rate, bounds(), now);
			const maxWaitMs = Math.max(minMaxWaitMs, (maxWaiting * 1000) / full);
			const from = Math.min(Math.max(nextEvenAt, now), now + maxWaitMs);
			nextEvenAt = from + pauseMs;
			const at = from - (burst - 1) * pauseMs;
			if (at > now) await sleep(clock, Math.ceil(at - now), signal);
		},

		/** Records the outcome of a request: its status, or undefined if there was no response. */
		record(status: number | undefined): void {
			if (isOverloaded(status)) rate = halvedRate(rate, bounds(), clock.elapsed());
		},

		/** Changes the pace of the requests to come. What was sent still counts. */
		setPace(next: Pace): void {
			({perSecond: full, burst} = next);
		},
	};
}
