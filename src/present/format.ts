import {grouped, plain, type SafeText, safe} from '../text.ts';

/** What stands where there is no value. */
export const nothing = plain`–`;

const secondMs = 1000;
const dayS = 86_400;

/** Whole seconds, never negative and never beyond what counts exactly. */
const seconds = (ms: number): number => Math.floor(Math.min(Math.max(ms, 0), Number.MAX_SAFE_INTEGER) / secondMs);

const two = (value: number): string => String(value).padStart(2, '0');

/** A length of time in its two largest units: `42s`, `1m 12s`, `2h 03m`, `3d 4h`. */
export function duration(ms: number): SafeText {
	if (Number.isNaN(ms)) return nothing;
	const s = seconds(ms);
	if (s < 60) return safe(`${s}s`);
	if (s < 3600) return safe(`${Math.floor(s / 60)}m ${two(s % 60)}s`);
	if (s < dayS) return safe(`${Math.floor(s / 3600)}h ${two(Math.floor(s / 60) % 60)}m`);
	return safe(`${Math.floor(s / dayS)}d ${Math.floor(s / 3600) % 24}h`);
}

/** A length of time that still grows: `0:42`, `12:07`, `1:02:07`; from a day on as `duration` says it. */
export function elapsed(ms: number): SafeText {
	if (Number.isNaN(ms)) return nothing;
	const s = seconds(ms);
	if (s >= dayS) return duration(ms);
	const minutes = Math.floor(s / 60);
	if (s < 3600) return safe(`${minutes}:${two(s % 60)}`);
	return safe(`${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(s % 60)}`);
}

/** How long ago a moment was. What lies in the future is `just now`: clocks differ. */
export function age(atMs: number, nowMs: number): SafeText {
	const ms = nowMs - atMs;
	if (Number.isNaN(ms)) return nothing;
	const s = seconds(ms);
	const days = Math.floor(s / dayS);
	if (s < 5) return plain`just now`;
	if (s < 60) return safe(`${s}s ago`);
	if (s < 3600) return safe(`${Math.floor(s / 60)}m ago`);
	if (s < dayS) return safe(`${Math.floor(s / 3600)}h ago`);
	if (days < 30) return safe(`${days}d ago`);
	if (days < 365) return safe(`${Math.floor(days / 30)}mo ago`);
	return safe(`${Math.floor(days / 365)}y ago`);
}

/** A moment as a local date, or undefined where a calendar of four digits has none. */
function dateAt(ms: number): Date | undefined {
	const date = new Date(ms);
	const year = date.getFullYear();
	return year >= 0 && year <= 9999 ? date : undefined;
}

const dayOf = (date: Date): string => `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const yearOf = (date: Date): string => String(date.getFullYear()).padStart(4, '0');
const hourOf = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`;

/** The local time of day: `14:02:08`. */
export function clockTime(ms: number): SafeText {
	const date = dateAt(ms);
	return date ? safe(`${hourOf(date)}:${two(date.getSeconds())}`) : nothing;
}

/** The local date and time: `2026-06-01 14:02:08`. */
export function dateTime(ms: number): SafeText {
	const date = dateAt(ms);
	return date ? safe(`${yearOf(date)}-${dayOf(date)} ${clockTime(ms)}`) : nothing;
}

/** The local date or time in at most 11 cells: `14:02:08` today, `06-01 14:02` this year, else `2026-06-01`. */
export function shortTime(ms: number, nowMs: number): SafeText {
	const date = dateAt(ms);
	const today = dateAt(nowMs);
	if (!date) return nothing;
	if (!today || yearOf(date) !== yearOf(today)) return safe(`${yearOf(date)}-${dayOf(date)}`);
	return dayOf(date) === dayOf(today) ? clockTime(ms) : safe(`${dayOf(date)} ${hourOf(date)}`);
}

/** A number of things, in groups of three digits: `1,204`. */
export function count(value: number): SafeText {
	if (Number.isNaN(value)) return nothing;
	const whole = Math.floor(Math.min(Math.max(value, 0), Number.MAX_SAFE_INTEGER));
	return grouped(whole);
}
