import {clamp} from '../base/clamp.ts';
import type {LocalTime} from '../base/clock.ts';
import {maxQuietMs} from './retry-after.ts';

/** Returns a pseudo-random number in [0, 1), always the same for the same seed, so that a jittered countdown does not jump when it is recomputed. */
export function jitter(seed: string): number {
	let hash = 0x81_1c_9d_c5;
	for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01_00_01_93);
	// The finalizer of MurmurHash3: without it, seeds that differ only in their last character give nearly equal numbers.
	hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
	return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Extends a pause that the service asked for by up to this fraction, so that clients do not all return at once. */
const maxQuietJitter = 0.1;

/** Returns when to send the next request to a service that asked at `at` for none before `until`. */
export const quietEndsAt = (until: LocalTime, at: LocalTime): LocalTime =>
	Math.min(Math.ceil(until + Math.max(0, until - at) * maxQuietJitter * jitter(`${until}`)), at + maxQuietMs);

/** Returns when to try again after a failure at `at`: after a pause of our own, and not before the service allows it. */
export const nextAttemptAt = (at: LocalTime, pauseMs: number, until: LocalTime | undefined): LocalTime =>
	Math.max(at + pauseMs, until === undefined ? 0 : quietEndsAt(until, at));

const backoff = {minMs: 2000, maxMs: 60_000};

/** Jitter shortens a backoff by at most half, and never by more than this. */
const maxBackoffJitterMs = 6000;

/**
Returns the pause before something that has failed for `elapsedMs` is tried again.

The upper bound is `elapsedMs` clamped to 2–60 s, so consecutive delays at most double, and a service that recovers after ten seconds is noticed within ten more.
*/
export function backoffMs(elapsedMs: number, seed: string): number {
	const maxDelayMs = clamp(elapsedMs, backoff.minMs, backoff.maxMs);
	return Math.floor(maxDelayMs - Math.min(maxDelayMs / 2, maxBackoffJitterMs) * jitter(seed));
}

/** How often an unreachable service is tried, by how long that has lasted. Most outages are restarts and over soon; one that takes an hour costs 70 requests at most. */
const probes = [
	{untilMs: 20_000, pauseMs: 3000},
	{untilMs: 5 * 60_000, pauseMs: 10_000},
	{untilMs: Number.POSITIVE_INFINITY, pauseMs: 110_000},
];

/** Jitter shortens the pause before a probe by at most this fraction. */
const maxProbeJitter = 0.05;

/** Returns the pause before a service that has been unreachable for `elapsedMs` is tried again with one request. */
export function probePauseMs(elapsedMs: number, seed: string): number {
	const {pauseMs = 0} = probes.find(({untilMs}) => elapsedMs < untilMs) ?? {};
	return Math.floor(pauseMs * (1 - maxProbeJitter * jitter(seed)));
}

/** Returns the pause after a failed attempt at something that the user waits for: at most two seconds after the first, then twice as long. */
export const retryPauseMs = (attempt: number, now: LocalTime): number =>
	backoffMs(backoff.minMs * 2 ** (attempt - 1), `${attempt} ${now}`);
