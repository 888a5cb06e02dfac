import type {Time} from '../base/clock.ts';
import {dayMs, duration, nothing, secondMs, wholeSeconds} from '../base/duration.ts';
import {grouped, plain, type SafeText, safe} from '../base/text.ts';

const dayS = dayMs / secondMs;

const two = (value: number): string => String(value).padStart(2, '0');

/** `4h ago`. `just now` for a moment in the future, because clocks differ. */
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

export function waitText(ms: number): SafeText {
	if (ms === Number.POSITIVE_INFINITY) return plain`not by itself`;
	return ms < 1000 ? plain`now` : plain`in ${duration(ms)}`;
}

/** Date parts in the local time zone. Undefined if the year has more than four digits. */
function partsOf(ms: number) {
	const date = new Date(ms);
	const year = date.getFullYear();
	if (!(year >= 0 && year <= 9999)) return undefined;
	const minute = `${two(date.getHours())}:${two(date.getMinutes())}`;
	const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
	return {
		year,
		day: safe(day),
		date: safe(`${String(year).padStart(4, '0')}-${day}`),
		minute: safe(minute),
		time: safe(`${minute}:${two(date.getSeconds())}`),
	};
}

export const hourMinute = (ms: number): SafeText => partsOf(ms)?.minute ?? nothing;

export const clockTime = (ms: number): SafeText => partsOf(ms)?.time ?? nothing;

export const dateText = (ms: number): SafeText => partsOf(ms)?.date ?? nothing;

export function zoneText(ms: number): SafeText {
	const minutes = -new Date(ms).getTimezoneOffset();
	if (!minutes) return plain`UTC`;
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	return safe(`UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`);
}

export function dateTime(ms: number): SafeText {
	const parts = partsOf(ms);
	return parts ? plain`${parts.date} ${parts.time} ${zoneText(ms)}` : nothing;
}

/** At most 11 cells: `14:02:08` today, `06-01 14:02` this year, otherwise `2026-06-01`. */
export function shortTime<Whose extends 'local' | 'service'>(ms: Time<Whose>, now: Time<NoInfer<Whose>>): SafeText {
	const [at, today] = [partsOf(ms), partsOf(now)];
	if (!at) return nothing;
	if (at.year !== today?.year) return at.date;
	return at.day === today.day ? at.time : plain`${at.day} ${at.minute}`;
}

export const count = (value: number): SafeText => grouped(Math.floor(value));

export const countOrMore = (value: number, isAtLeast: boolean): SafeText =>
	isAtLeast ? plain`${count(value)}+` : count(value);
