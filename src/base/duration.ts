import {clamp} from './clamp.ts';
import {plain, type SafeText, safe} from './text.ts';

export const secondMs = 1000;
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayS = 86_400;

/** Returns whole seconds, never negative and at most the largest exact integer. */
export const wholeSeconds = (ms: number): number => Math.floor(clamp(ms, 0, Number.MAX_SAFE_INTEGER) / secondMs);

/** Shown in place of a missing value. */
export const nothing = plain`–`;

/** The units, each with the next smaller one. */
const units = [
	['d', 86_400, 'h', 3600],
	['h', 3600, 'm', 60],
	['m', 60, 's', 1],
] as const;

/** Formats a duration in its two largest units, without the second if it is zero: `42s`, `1m 12s`, `2h 03m`, `3d 4h`, `10m`. */
export function duration(ms: number): SafeText {
	if (Number.isNaN(ms)) return nothing;
	const s = wholeSeconds(ms);
	const [large, largeS, small, smallS] = units.find(([, size]) => s >= size) ?? ['s', 1, '', 1];
	const rest = Math.floor((s % largeS) / smallS);
	const whole = `${Math.floor(s / largeS)}${large}`;
	return safe(rest === 0 ? whole : `${whole} ${String(rest).padStart(large === 'd' ? 1 : 2, '0')}${small}`);
}

/** Formats a duration rounded up to whole seconds: how long something may take, or is away. */
export const wholeDuration = (ms: number): SafeText => duration(ms + secondMs - 1);
