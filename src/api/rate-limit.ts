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

/** The maximum delay of any request: as long as that many requests take, and at least half a minute. */
const maxWaiting = 16;
const minMaxWaitMs = 30_000;

/**
Bounds everything that this process sends to a service (GCRA): a request waits just before it is sent. Create one per service.

The throttle of the state keeps another promise: no sliding minute holds more background reads than `--rpm` allows, and fewer while the service is overloaded.
*/
export function createRateLimit(clock: Clock, {perSecond, burst}: Pace = {perSecond: 20, burst: 20}) {
	/** When the next request would be due if requests were spaced evenly: GCRA's theoretical arrival time. */
	let nextEvenAt = 0;

	return {
		/** Resolves when one more request may be sent, or as soon as the signal is aborted. */
		async admit(signal: AbortSignal): Promise<void> {
			const now = clock.elapsed();
			const pauseMs = 1000 / perSecond;
			const from = Math.min(Math.max(nextEvenAt, now), now + Math.max(minMaxWaitMs, maxWaiting * pauseMs));
			nextEvenAt = from + pauseMs;
			const at = from - (burst - 1) * pauseMs;
			if (at > now) await sleep(clock, Math.ceil(at - now), signal);
		},
	};
}
