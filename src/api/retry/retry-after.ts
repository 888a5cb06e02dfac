import {wholeDuration} from '../../duration.ts';
import {plain, type SafeText} from '../../text.ts';
import {parseHttpDate} from './http-date.ts';

/** However long a service asks for: landfall looks again after a quarter of an hour. */
const maxPauseMs = 15 * 60_000;

/** What a service said about when to call again. */
export type RetryAfter = {
	/** The header as it was sent. */
	readonly text: SafeText;
	/** How long it asks to be left alone. Undefined if that cannot be read from it. */
	readonly askedMs: number | undefined;
};

/**
How long a service asks to be left alone, in milliseconds from now.

A date counts from the answer's own `Date`, because the two clocks may differ. What is neither whole seconds nor a date of HTTP is ignored.
*/
export function parseRetryAfter(headers: ReadonlyMap<string, string>, now: number): number | undefined {
	const text = headers.get('retry-after');
	if (text === undefined) return undefined;
	if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;

	const until = parseHttpDate(text);
	if (until === undefined) return undefined;
	return Math.max(until - (parseHttpDate(headers.get('date') ?? '') ?? now), 0);
}

/** How long a service is left alone that asks for it. Undefined where it asks for nothing that makes sense: then it is for whoever called to choose a pause. */
export const pauseFor = (askedMs: number | undefined): number | undefined =>
	askedMs === undefined || askedMs === 0 ? undefined : Math.min(askedMs, maxPauseMs);

/** What the service asked for, in its own words as well. */
export const retryAfterText = ({text, askedMs}: RetryAfter): SafeText =>
	askedMs === undefined
		? plain`sent an unusable Retry-After (${text})`
		: plain`asked for ${wholeDuration(askedMs)} (Retry-After: ${text})`;
