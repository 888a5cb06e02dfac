import {clamp} from '../base/clamp.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {cutLine, type Line, lineWidth, type SafeSpan, type Tone} from './line.ts';

/** A computed width or height in whole cells. 0 if it is impossible. */
export const wholeCells = (size: number): number => (Number.isNaN(size) ? 0 : clamp(Math.floor(size), 0, 10_000));

export type CellSize = {readonly width: number; readonly height: number};

type Drawing = {readonly signs: string[]; readonly tones: Tone[]};

export const blankDrawing = (width: number): Drawing => ({
	signs: new Array<string>(width).fill(' '),
	tones: new Array<Tone>(width).fill('plain'),
});

export function put({signs, tones}: Drawing, at: number, sign: string, tone: Tone): void {
	if (at < 0 || at >= signs.length) return;
	signs[at] = sign;
	tones[at] = tone;
}

/** Neighbouring cells of the same tone share a span. A screen reader skips the line. */
export function drawnLine({signs, tones}: Drawing): Line {
	const spans: SafeSpan[] = [];
	let from = 0;
	for (let at = 1; at <= signs.length; at++) {
		const tone = tones[from];
		if (tone === undefined || (at < signs.length && tones[at] === tone)) continue;
		spans.push({text: safe(signs.slice(from, at).join(''), at - from), tone, spoken: plain``});
		from = at;
	}

	return spans;
}

/** The part with the lowest `keep` is dropped first. */
export type Part = {readonly spans: Line; readonly keep: number};

export function fittingParts(parts: readonly Part[], width: number, gap: SafeText = plain`   `): Line {
	let kept = parts.filter(({spans}) => spans.length > 0);
	const join = (): Line =>
		kept.flatMap(({spans}, index): Line => (index === 0 ? spans : [{text: gap, tone: 'quiet'}, ...spans]));
	while (kept.length > 1 && lineWidth(join()) > width) {
		const lowest = Math.min(...kept.map(({keep}) => keep));
		kept = kept.toSpliced(
			kept.findLastIndex(({keep}) => keep === lowest),
			1,
		);
	}

	return cutLine(join(), wholeCells(width));
}
