import {type Deployment, isConcluded} from '../api/types.ts';
import type {Failure, State} from './state.ts';

/** How old a list on the screen may become, in milliseconds: while somebody looks, and while the terminal has lost focus. */
const warmMs = {focused: 10_000, away: 30_000};

/** How often a deployment that has not concluded is read, by its age. */
const hotPauses = [
	{untilMs: 30_000, pauseMs: 2000},
	{untilMs: 5 * 60_000, pauseMs: 3000},
	{untilMs: 30 * 60_000, pauseMs: 5000},
];
const longestHotPauseMs = 15_000;

const longestRetryMs = 60_000;

/** When a list is due again. What was never read, or was read before a refresh was asked for, is due at once. */
export function warmAt({refreshedAt, isFocused}: State, readAt: number | undefined): number {
	if (readAt === undefined || readAt < refreshedAt) return 0;
	return readAt + (isFocused ? warmMs.focused : warmMs.away);
}

/** When a deployment that is watched closely is due again, after it was asked for at `askedAt`. Undefined once it has concluded. */
export function hotAt(deployment: Deployment, askedAt: number, skewMs: number): number | undefined {
	if (isConcluded(deployment)) return undefined;
	const ageMs = askedAt + skewMs - (deployment.createdAt ?? askedAt + skewMs);
	return askedAt + (hotPauses.find(({untilMs}) => ageMs < untilMs)?.pauseMs ?? longestHotPauseMs);
}

/** When a read that failed is tried again: after 1, 2, 4 … 60 seconds, later if the service asked for it, and after 60 where asking again is unlikely to help. */
export function retryAt({error, at, count}: Failure): number {
	const pauseMs = error.isTransient ? Math.min(longestRetryMs, 1000 * 2 ** (count - 1)) : longestRetryMs;
	return Math.max(at + pauseMs, error.details.retryAt ?? 0);
}
