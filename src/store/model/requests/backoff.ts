import type {LocalTime} from '../../../clock.ts';
import {fraction} from './jitter.ts';

/** A pause between two tries, in milliseconds. */
const minMs = 2000;
const maxMs = 60_000;

/** Jitter takes up to half of a pause, and never more than this. */
const maxJitterMs = 6000;

/** A service that asks to be left alone gets up to this much more, as a part of it, so that not everybody returns at once. */
const quietJitter = 0.1;

/** However long a service asks to be left alone, it is tried again after this. */
export const maxQuietMs = 15 * 60_000;

/**
How long to wait after a failure, in milliseconds, by how long everything has failed so far. The same for the same `seed`.

A pause is never longer than the trouble has lasted, but at least two seconds may pass and at most a minute does. Pauses therefore double at most, and whoever is back after ten seconds is noticed within ten more. Jitter makes a pause shorter, never longer and never less than half.
*/
export function backoffMs(lastedMs: number, seed: string): number {
	const limitMs = Math.min(maxMs, Math.max(minMs, lastedMs));
	return Math.floor(limitMs - Math.min(limitMs / 2, maxJitterMs) * fraction(seed));
}

/** When a service that said at `at` that it wants to be left alone until `until` is asked again. */
export const quietEndsAt = (until: LocalTime, at: LocalTime): number =>
	Math.min(Math.ceil(until + Math.max(0, until - at) * quietJitter * fraction(`${until}`)), at + maxQuietMs);
