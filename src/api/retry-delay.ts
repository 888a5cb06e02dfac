import type {LocalTime} from '../clock.ts';
import {wholeDuration} from '../duration.ts';
import {plain, type SafeText} from '../text.ts';
import type {RetryAfter} from './errors.ts';

/** The longest pause that a service can impose. */
const maxQuietMs = 15 * 60_000;

/** Extends a pause that the service asked for by up to this fraction, so that clients do not all return at once. */
const maxQuietJitter = 0.1;

/** Returns a pseudo-random number in [0, 1), always the same for the same seed, so that a jittered countdown does not jump when it is recomputed. */
export function fraction(seed: string): number {
	let hash = 0x81_1c_9d_c5;
	for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01_00_01_93);
	// The finalizer of MurmurHash3: without it, seeds that differ only in their last character give nearly equal numbers.
	hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
	return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Returns when to send the next request to a service that asked at `at` for none before `until`. All times are the local clock's. */
export const quietEndsAt = (until: LocalTime, at: LocalTime, jitter = fraction(`${until}`)): LocalTime =>
	Math.min(Math.ceil(until + Math.max(0, until - at) * maxQuietJitter * jitter), at + maxQuietMs);

/** Returns when to try again after a failure at `at`: after a pause of our own, and not before the service allows it. */
export const nextAttemptAt = (at: LocalTime, pauseMs: number, until: LocalTime | undefined): LocalTime =>
	Math.max(at + pauseMs, until === undefined ? 0 : quietEndsAt(until, at));

const attempts = {baseMs: 500, maxMs: 20_000, minMs: 250};

/** Returns the pause after an attempt of a request that somebody waits for: full jitter, or what the service asked for. `jitter` is from 0 to 1. */
export function attemptPauseMs(attempt: number, jitter: number, now: LocalTime, until: LocalTime | undefined): number {
	const pauseMs =
		until === undefined
			? jitter * Math.min(attempts.maxMs, attempts.baseMs * 2 ** attempt)
			: quietEndsAt(until, now, jitter) - now;
	return Math.max(attempts.minMs, pauseMs);
}

const backoff = {minMs: 2000, maxMs: 60_000};

/** Jitter shortens a backoff by at most half, and never by more than this. */
const maxJitterMs = 6000;

/**
Returns the pause before something that keeps failing is tried again, however long that takes. `elapsedMs` is how long attempts have been failing; the same `seed` gives the same jitter.

The upper bound is `elapsedMs` clamped to 2–60 s, so consecutive delays at most double, and a service that recovers after ten seconds is noticed within ten more. Jitter only shortens the delay, to no less than half.
*/
export function backoffMs(elapsedMs: number, seed: string): number {
	const maxDelayMs = Math.min(backoff.maxMs, Math.max(backoff.minMs, elapsedMs));
	return Math.floor(maxDelayMs - Math.min(maxDelayMs / 2, maxJitterMs) * fraction(seed));
}

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
