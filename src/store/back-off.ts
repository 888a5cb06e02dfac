import {fraction} from './jitter.ts';

const leastMs = 250;

const mostMs = 60_000;

/** At the top of the ladder so much longer at most, as a part of it. */
const spreadAtTop = 0.2;

/** What asked for quiet gets so much more of it at most, so that not everybody comes back in the same moment. */
const spreadOfQuiet = 0.1;

/**
How long to wait after `count` failures in a row, in milliseconds: anything up to 1, 2, 4 … seconds, so that many who failed together do not come back together; from a minute on, a minute and up to a fifth more. The same for the same `seed`.
*/
export function backOffMs(count: number, seed: string): number {
	const rungMs = 1000 * 2 ** (count - 1);
	if (rungMs >= mostMs) return Math.round(mostMs * (1 + spreadAtTop * fraction(seed)));
	return Math.max(leastMs, Math.round(rungMs * fraction(seed)));
}

/** When a service that said at `at` that it wants to be left alone until `until` is asked again. */
export const quietEndsAt = (until: number, at: number): number =>
	Math.ceil(until + Math.max(0, until - at) * spreadOfQuiet * fraction(`${until}`));
