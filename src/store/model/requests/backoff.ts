import type {LocalTime} from '../../../clock.ts';
import {fraction} from './jitter.ts';

/** The bounds of a delay between two attempts. */
const minMs = 2000;
const maxMs = 60_000;

/** Jitter shortens a delay by at most half, and never by more than this. */
const maxJitterMs = 6000;

/** Extends a wait that the service asked for by up to this fraction, so that clients do not all return at once. */
const maxQuietJitter = 0.1;

/** The longest wait that a service can impose. */
export const maxQuietMs = 15 * 60_000;

/**
Returns the delay before the next attempt, in milliseconds. `elapsedMs` is how long attempts have been failing; the same `seed` gives the same jitter.

The upper bound is `elapsedMs` clamped to 2–60 s, so consecutive delays at most double, and a service that recovers after ten seconds is noticed within ten more. Jitter only shortens the delay, to no less than half.
*/
export function backoffMs(elapsedMs: number, seed: string): number {
	const maxDelayMs = Math.min(maxMs, Math.max(minMs, elapsedMs));
	return Math.floor(maxDelayMs - Math.min(maxDelayMs / 2, maxJitterMs) * fraction(seed));
}

/** Returns when to send the next request to a service that asked at `at` for none before `until`. All times are the local clock's. */
export const quietEndsAt = (until: LocalTime, at: LocalTime): number =>
	Math.min(Math.ceil(until + Math.max(0, until - at) * maxQuietJitter * fraction(`${until}`)), at + maxQuietMs);
