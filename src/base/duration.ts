import {plain, type SafeText, safe} from './text.ts';

const secondMs = 1000;
export const minuteMs = 60_000;
export const dayS = 86_400;

/** Returns whole seconds, never negative and at most the largest exact integer. */
export const wholeSeconds = (ms: number): number =>
	Math.floor(Math.min(Math.max(ms, 0), Number.MAX_SAFE_INTEGER) / secondMs);

/** Shown in place of a missing value. */
export const nothing = plain`–`;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats a duration in its two largest units: `42s`, `1m 12s`, `2h 03m`, `3d 4h`. */
export function duration(ms: number): SafeText {
	if (Number.isNaN(ms)) return nothing;
	const s = wholeSeconds(ms);
	if (s < 60) return safe(`${s}s`);
	if (s < 3600) return safe(`${Math.floor(s / 60)}m ${twoDigits(s % 60)}s`);
	if (s < dayS) return safe(`${Math.floor(s / 3600)}h ${twoDigits(Math.floor(s / 60) % 60)}m`);
	return safe(`${Math.floor(s / dayS)}d ${Math.floor(s / 3600) % 24}h`);
}

/** Formats a requested duration, rounded up to whole seconds, in a single unit if possible: `7s`, `15m`, `24h`. */
export function wholeDuration(ms: number): SafeText {
	const s = wholeSeconds(ms + secondMs - 1);
	if (s > 0 && s % 3600 === 0) return safe(`${s / 3600}h`);
	return s > 0 && s < 3600 && s % 60 === 0 ? safe(`${s / 60}m`) : duration(s * secondMs);
}
