import type {LocalTime} from '../base/clock.ts';
import {wholeDuration} from '../base/duration.ts';
import {plain, type SafeText} from '../base/text.ts';
import type {RetryAfter} from './errors.ts';
import {maxQuietMs} from './retry-delay.ts';

/**
Returns the pause that a Retry-After header asks for, in milliseconds. Undefined unless it is whole seconds or an HTTP-date.

A date is relative to the response's own `Date` header, because the two clocks may differ; without one, to `now`.
*/
export function parseRetryAfter(headers: ReadonlyMap<string, string>, now: LocalTime): number | undefined {
	const text = headers.get('retry-after');
	if (text === undefined) return undefined;
	if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;

	const until = parseHttpDate(text);
	if (until === undefined) return undefined;
	return Math.max(until - (parseHttpDate(headers.get('date') ?? '') ?? now), 0);
}

/** Returns how long to pause a service that asked for it. Undefined if it asked for no usable time; the caller then chooses its own backoff. */
export const pauseFor = (askedMs: number | undefined): number | undefined =>
	askedMs === undefined || askedMs === 0 ? undefined : Math.min(askedMs, maxQuietMs);

/** Describes the requested pause, quoting the header. */
export const retryAfterText = ({text, askedMs}: RetryAfter): SafeText =>
	askedMs === undefined
		? plain`sent an unusable Retry-After (${text})`
		: plain`asked for ${wholeDuration(askedMs)} (Retry-After: ${text})`;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const time = String.raw`(?<time>\d\d:\d\d:\d\d)`;

/** The three formats of an HTTP-date: IMF-fixdate, RFC 850 and asctime. */
const formats = [
	new RegExp(String.raw`^[A-Z][a-z]{2}, (?<day>\d\d) ${month} (?<year>\d{4}) ${time} GMT$`),
	new RegExp(String.raw`^[A-Z][a-z]{5,8}, (?<day>\d\d)-${month}-(?<year>\d\d) ${time} GMT$`),
	new RegExp(String.raw`^[A-Z][a-z]{2} ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})$`),
];

/** Parses an HTTP-date. Returns milliseconds since the epoch by the sender's clock, or undefined for any other format. */
export function parseHttpDate(text: string): number | undefined {
	// Fast path: every response has a date, nearly always in the format of `toUTCString`.
	const parsed = Date.parse(text);
	if (!Number.isNaN(parsed) && new Date(parsed).toUTCString() === text) return parsed;

	for (const form of formats) {
		const parts = form.exec(text)?.groups;
		if (!parts) continue;
		const {day = '', month = '', year = '', time = ''} = parts;
		const isoDate = `${fullYear(year)}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day.replace(' ', '0')}`;
		const at = Date.parse(`${isoDate}T${time}Z`);
		// Date.parse accepts 31 February as a day in March.
		return !Number.isNaN(at) && new Date(at).toISOString().startsWith(isoDate) ? at : undefined;
	}

	return undefined;
}

/** As in POSIX, two-digit years up to 69 mean this century. */
const fullYear = (year: string): string => (year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`);
