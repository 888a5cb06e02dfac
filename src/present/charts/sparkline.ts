import {validTime} from '../../deployment-times.ts';
import {safe} from '../../text.ts';
import type {SafeSpan} from '../line.ts';
import {wholeCells} from './drawing.ts';

/** The first stands for zero alone, so that a low count looks different from none. */
const unicodeLevels = '▁▂▃▄▅▆▇█';
const asciiLevels = '_.:-=+*#';

/** Counts over time as one character each, the tallest for the greatest count. */
export function sparkline(counts: readonly number[], {isAscii}: {readonly isAscii: boolean}): SafeSpan {
	const levels = isAscii ? asciiLevels : unicodeLevels;
	const valid = counts.map(count => Math.max(0, validTime(count) ?? 0));
	const maxCount = Math.max(0, ...valid);
	const signs = valid.map(count => levels[count === 0 ? 0 : Math.max(1, Math.round((count / maxCount) * 7))]);
	return {text: safe(signs.join(''), signs.length), tone: 'quiet'};
}

/** How many of the moments lie in each of `width` equal parts of the time before `now`, the newest part last. */
export function countsOverTime(
	moments: ReadonlyArray<number | undefined>,
	{now, spanMs, width}: {readonly now: number; readonly spanMs: number; readonly width: number},
): readonly number[] {
	const counts = Array.from({length: wholeCells(width)}, () => 0);
	for (const moment of moments) {
		// The service's clock may be ahead a little.
		const ageMs = moment === undefined ? Number.NaN : Math.max(0, now - moment);
		const at = counts.length - 1 - Math.floor((ageMs / spanMs) * counts.length);
		if (counts[at] !== undefined) counts[at]++;
	}

	return counts;
}
