import type {ProjectReading} from './project-reading.ts';

/** A request of the plan: endpoint 1, 6 or 8. */
export type Read =
	| {readonly kind: 'page'; readonly cursor: string | undefined}
	| {readonly kind: 'list'; readonly projectId: string}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deploymentId: string};

/** Nothing is read again sooner than this, however much of the budget is left. */
export const minPauseMs = 1000;

const never = Number.NEGATIVE_INFINITY;

/** Returns a predicate for projects whose list may be read. */
export const canReadList =
	(now: number) =>
	({blockedUntil, listRetryAt, listReadAt = never}: ProjectReading): boolean =>
		blockedUntil <= now && listRetryAt <= now && listReadAt <= now - minPauseMs;
