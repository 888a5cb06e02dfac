import type {Time} from '../base/clock.ts';
import {dayMs, duration, nothing, secondMs, wholeSeconds} from '../base/duration.ts';
import {grouped, plain, type SafeText, safe} from '../base/text.ts';

const dayS = dayMs / secondMs;

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns how long ago a moment was. Both times must be by the same clock. A moment in the future is `just now`, because clocks differ. */
export function age<Whose extends 'local' | 'service'>(at: Time<Whose>, now: Time<NoInfer<Whose>>): SafeText {
	const ms = now - at;
	if (Number.isNaN(ms)) return nothing;
	const s = wholeSeconds(ms);
	const days = Math.floor(s / dayS);
	if (s < 5) return plain`just now`;
	if (s < 60) return safe(`${s}s ago`);
	if (s < 3600) return safe(`${Math.floor(s / 60)}m ago`);
	if (s < dayS) return safe(`${Math.floor(s / 3600)}h ago`);
	if (days < 30) return safe(`${days}d ago`);
	if (days < 365) return safe(`${Math.floor(days / 30)}mo ago`);
	return safe(`${Math.floor(days / 365)}y ago`);
}

/** Returns when something happens after a wait: `now`, or `in 5s`. */
export function waitText(ms: number): SafeText {
	if (ms === Number.POSITIVE_INFINITY) return plain`not by itself`;
	return ms < 1000 ? plain`now` : plain`in ${duration(ms)}`;
}

/** The parts of a moment in the local time zone. Undefined if its year does not have up to four digits. */
function partsOf(ms: number) {
	const date = new Date(ms);
	const year = date.getFullYear();
	if (!(year >= 0 && year <= 9999)) return undefined;
	const minute = `${two(date.getHours())}:${two(date.getMinutes())}`;
	const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
	return {
		year,
		/** `06-01`. */
		day: safe(day),
		date: safe(`${String(year).padStart(4, '0')}-${day}`),
		minute: safe(minute),
		time: safe(`${minute}:${two(date.getSeconds())}`),
	};
}

/** The hour and the minute in the local time zone: `14:02`. */
export const hourMinute = (ms: number): SafeText => partsOf(ms)?.minute ?? nothing;

/** The time of day in the local time zone: `14:02:08`. */
export const clockTime = (ms: number): SafeText => partsOf(ms)?.time ?? nothing;

/** Returns the date in the local time zone: `2026-06-01`. */
export const dateText = (ms: number): SafeText => partsOf(ms)?.date ?? nothing;

/** Returns the offset of the local time zone at a moment: `UTC`, `UTC+2` or `UTC-3:30`. It may change with the season. */
export function zoneText(ms: number): SafeText {
	const minutes = -new Date(ms).getTimezoneOffset();
	if (!minutes) return plain`UTC`;
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	return safe(`UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`);
}

/** Returns the date and time in the local time zone, and which zone that is: `2026-06-01 14:02:08 UTC+2`. */
export function dateTime(ms: number): SafeText {
	const parts = partsOf(ms);
	return parts ? plain`${parts.date} ${parts.time} ${zoneText(ms)}` : nothing;
}

/** Returns a date or time in the local time zone in at most 11 cells: `14:02:08` today, `06-01 14:02` this year, else `2026-06-01`. If `width` cells are too few for that, only its first half: `14:02`, `06-01` or `2026-06`. */
export function shortTime<Whose extends 'local' | 'service'>(
	ms: Time<Whose>,
	now: Time<NoInfer<Whose>>,
	width = Number.POSITIVE_INFINITY,
): SafeText {
	const [at, today] = [partsOf(ms), partsOf(now)];
	if (!at) return nothing;
	const fitting = (whole: SafeText, half: SafeText) => (whole.length <= width ? whole : half);
	if (at.year !== today?.year) return fitting(at.date, safe(at.date.slice(0, -3)));
	return at.day === today.day ? fitting(at.time, at.minute) : fitting(plain`${at.day} ${at.minute}`, at.day);
}

/** Returns a count in groups of three digits: `1,204`. */
export const count = (value: number): SafeText => grouped(Math.floor(value));

export const countOrMore = (value: number, isAtLeast: boolean): SafeText =>
	isAtLeast ? plain`${count(value)}+` : count(value);
