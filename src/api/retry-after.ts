import type {LocalTime, ServiceTime} from '../base/clock.ts';
import {wholeDuration} from '../base/duration.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import type {RetryAfter} from './errors.ts';

export const maxAskedPauseMs = 15 * 60_000;

const httpDate =
	/^[A-Z][a-z]{2,8},? (?:\d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

export function parseHttpDate(text = ''): ServiceTime | undefined {
	if (!httpDate.test(text)) return undefined;
	const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
	return Number.isNaN(at) ? undefined : at;
}

/** Parses seconds or a date. A date is relative to the response's `Date`, because the clocks may differ, or to `now` without one. */
export function retryAfterIn(headers: ReadonlyMap<string, string>, now: LocalTime): RetryAfter | undefined {
	const text = headers.get('retry-after');
	if (text === undefined) return undefined;
	if (/^\d{1,10}$/.test(text)) return {text: safe(text), askedMs: Number(text) * 1000};
	const until = parseHttpDate(text);
	const sentAt = parseHttpDate(headers.get('date')) ?? now;
	return {text: safe(text, 64), askedMs: until === undefined ? undefined : Math.max(until - sentAt, 0)};
}

export const retryAfterText = ({text, askedMs}: RetryAfter): SafeText =>
	askedMs === undefined
		? plain`sent an unusable Retry-After (${text})`
		: plain`asked for ${wholeDuration(askedMs)} (Retry-After: ${text})`;
