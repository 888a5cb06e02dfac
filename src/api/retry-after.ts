import {parseHttpDate} from './http-date.ts';

/** However long a service asks for: landfall looks again after a quarter of an hour. */
const longestMs = 15 * 60_000;

/**
How long a service asks to be left alone, in milliseconds from now.

A date counts from the answer's own `Date`, because the two clocks may differ. What is neither whole seconds nor a date of HTTP is ignored.
*/
export function parseRetryAfter(headers: ReadonlyMap<string, string>, now: number): number | undefined {
	const text = headers.get('retry-after');
	if (text === undefined) return undefined;
	if (/^\d{1,10}$/.test(text)) return Math.min(Number(text) * 1000, longestMs);

	const until = parseHttpDate(text);
	if (until === undefined) return undefined;
	return Math.min(Math.max(until - (parseHttpDate(headers.get('date') ?? '') ?? now), 0), longestMs);
}
