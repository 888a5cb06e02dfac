import type {Time} from '../clock.ts';
import {nothing, wholeSeconds} from '../duration.ts';
import {grouped, plain, type SafeText, safe} from '../text.ts';

const dayS = 86_400;

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

/** A moment as a local date. Undefined if its year does not have up to four digits. */
function dateAt(ms: number): Date | undefined {
	const date = new Date(ms);
	const year = date.getFullYear();
	return year >= 0 && year <= 9999 ? date : undefined;
}

const dayOf = (date: Date): string => `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const yearOf = (date: Date): string => String(date.getFullYear()).padStart(4, '0');
const hourOf = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`;

/** Returns the time of day in the local time zone: `14:02:08`. */
export function clockTime(ms: number): SafeText {
	const date = dateAt(ms);
	return date ? safe(`${hourOf(date)}:${two(date.getSeconds())}`) : nothing;
}

/** Returns the date and time in the local time zone: `2026-06-01 14:02:08`. */
export function dateTime(ms: number): SafeText {
	const date = dateAt(ms);
	return date ? safe(`${yearOf(date)}-${dayOf(date)} ${clockTime(ms)}`) : nothing;
}

/** Returns a date or time in the local time zone in at most 11 cells: `14:02:08` today, `06-01 14:02` this year, else `2026-06-01`. */
export function shortTime<Whose extends 'local' | 'service'>(ms: Time<Whose>, now: Time<NoInfer<Whose>>): SafeText {
	const date = dateAt(ms);
	const today = dateAt(now);
	if (!date) return nothing;
	if (!today || yearOf(date) !== yearOf(today)) return safe(`${yearOf(date)}-${dayOf(date)}`);
	return dayOf(date) === dayOf(today) ? clockTime(ms) : safe(`${dayOf(date)} ${hourOf(date)}`);
}

/** Returns a whole number in groups of three digits: `1,204`. Negative numbers become 0. */
export function count(value: number): SafeText {
	if (Number.isNaN(value)) return nothing;
	const whole = Math.floor(Math.min(Math.max(value, 0), Number.MAX_SAFE_INTEGER));
	return grouped(whole);
}
