import type {LocalTime} from '../base/clock.ts';

/** The longest pause that a service can impose. */
export const maxQuietMs = 15 * 60_000;

/** Extends a pause that the service asked for by up to this fraction, so that clients do not all return at once. */
const maxQuietJitter = 0.1;

/** Returns a pseudo-random number in [0, 1), always the same for the same seed, so that a jittered countdown does not jump when it is recomputed. */
export function jitter(seed: string): number {
	let hash = 0x81_1c_9d_c5;
	for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01_00_01_93);
	// The finalizer of MurmurHash3: without it, seeds that differ only in their last character give nearly equal numbers.
	hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
	return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Returns when to send the next request to a service that asked at `at` for none before `until`. All times are the local clock's. */
export const quietEndsAt = (until: LocalTime, at: LocalTime, share = jitter(`${until}`)): LocalTime =>
	Math.min(Math.ceil(until + Math.max(0, until - at) * maxQuietJitter * share), at + maxQuietMs);

/** Returns when to try again after a failure at `at`: after a pause of our own, and not before the service allows it. */
export const nextAttemptAt = (at: LocalTime, pauseMs: number, until: LocalTime | undefined): LocalTime =>
	Math.max(at + pauseMs, until === undefined ? 0 : quietEndsAt(until, at));

const backoff = {minMs: 2000, maxMs: 60_000};

/** Jitter shortens a backoff by at most half, and never by more than this. */
const maxJitterMs = 6000;

/**
Returns the pause before something that keeps failing is tried again, however long that takes. `elapsedMs` is how long attempts have been failing; the same `seed` gives the same jitter.

The upper bound is `elapsedMs` clamped to 2–60 s, so consecutive delays at most double, and a service that recovers after ten seconds is noticed within ten more. Jitter only shortens the delay, to no less than half.
*/
export function backoffMs(elapsedMs: number, seed: string): number {
	const maxDelayMs = Math.min(backoff.maxMs, Math.max(backoff.minMs, elapsedMs));
	return Math.floor(maxDelayMs - Math.min(maxDelayMs / 2, maxJitterMs) * jitter(seed));
}
