import {wholeDuration} from '../../duration.ts';
import {plain, type SafeText} from '../../text.ts';
import type {RetryAfter} from '../errors.ts';
import {parseHttpDate} from './http-date.ts';

/** Caps what a service can ask for: landfall retries after a quarter of an hour. */
const maxPauseMs = 15 * 60_000;

/**
Returns the pause that a Retry-After header asks for, in milliseconds. Undefined unless it is whole seconds or an HTTP-date.

A date is relative to the response's own `Date` header, because the two clocks may differ; without one, to `now`.
*/
export function parseRetryAfter(headers: ReadonlyMap<string, string>, now: number): number | undefined {
	const text = headers.get('retry-after');
	if (text === undefined) return undefined;
	if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;

	const until = parseHttpDate(text);
	if (until === undefined) return undefined;
	return Math.max(until - (parseHttpDate(headers.get('date') ?? '') ?? now), 0);
}

/** Returns how long to pause a service that asked for it. Undefined if it asked for no usable time; the caller then chooses its own backoff. */
export const pauseFor = (askedMs: number | undefined): number | undefined =>
	askedMs === undefined || askedMs === 0 ? undefined : Math.min(askedMs, maxPauseMs);

/** Describes the requested pause, quoting the header. */
export const retryAfterText = ({text, askedMs}: RetryAfter): SafeText =>
	askedMs === undefined
		? plain`sent an unusable Retry-After (${text})`
		: plain`asked for ${wholeDuration(askedMs)} (Retry-After: ${text})`;
