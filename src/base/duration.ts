import {clamp} from './clamp.ts';
import {plain, type SafeText, safe} from './text.ts';

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const wholeSeconds = (ms: number): number => Math.floor(clamp(ms, 0, Number.MAX_SAFE_INTEGER) / secondMs);

export const nothing = plain`–`;

const units = [
	['d', dayMs, 'h', hourMs],
	['h', hourMs, 'm', minuteMs],
	['m', minuteMs, 's', secondMs],
] as const;

/** The two largest units, without the second if it is zero: `42s`, `1m 12s`, `2h 03m`, `3d 4h`, `10m`. */
export function duration(ms: number): SafeText {
	if (Number.isNaN(ms)) return nothing;
	const wholeMs = wholeSeconds(ms) * secondMs;
	const [large, largeMs, small, smallMs] = units.find(([, size]) => wholeMs >= size) ?? ['s', secondMs, '', secondMs];
	const rest = Math.floor((wholeMs % largeMs) / smallMs);
	const whole = `${Math.floor(wholeMs / largeMs)}${large}`;
	return safe(rest === 0 ? whole : `${whole} ${String(rest).padStart(large === 'd' ? 1 : 2, '0')}${small}`);
}

export const wholeDuration = (ms: number): SafeText => duration(ms + secondMs - 1);
