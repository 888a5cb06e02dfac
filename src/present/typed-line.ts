import {cells, cut, plain, type SafeText, safe} from '../base/text.ts';
import type {SafeSpan} from './line.ts';

/** How far around the caret the text is examined, in code units: a megabyte may be pasted. */
const maxExamined = 2000;

type Letter = {readonly text: SafeText; readonly width: number};

/** Splits text into graphemes that are safe to print. */
const lettersOf = (text: string): readonly Letter[] =>
	[...new Intl.Segmenter().segment(text)].map(({segment}) => {
		const shown = safe(segment, 2);
		return {text: shown, width: cells(shown)};
	});

function fittingCount(letters: readonly Letter[], width: number): number {
	let used = 0;
	const end = letters.findIndex(letter => {
		used += letter.width;
		return used > width;
	});
	return end < 0 ? letters.length : end;
}

const widthOf = (letters: readonly Letter[]): number => letters.reduce((sum, {width}) => sum + width, 0);

const textOf = (letters: readonly Letter[]): SafeText => letters.reduce((all, {text}) => plain`${all}${text}`, plain``);

const cutMark: SafeSpan = {text: plain`…`, tone: 'quiet'};

/** Returns the text of an empty field. The parentheses tell it from typed text where there are no colours. */
export const placeholder = (hint: SafeText): SafeText => (hint === '' ? hint : plain`(${hint})`);

/** Returns the line being edited, cut to `width` cells around the caret. A `…` marks each side on which text is cut. An empty line shows the hint. */
export function fieldLine(
	{text, caret}: {readonly text: string; readonly caret: number},
	hint: SafeText,
	width: number,
): readonly SafeSpan[] {
	if (text === '') {
		return [
			{text: plain` `, tone: 'caret'},
			{text: cut(placeholder(hint), width - 1), tone: 'quiet'},
		];
	}

	const before = lettersOf(text.slice(Math.max(0, caret - maxExamined), caret));
	const [at = {text: plain` `, width: 1}, ...after] = lettersOf(text.slice(caret, caret + maxExamined));
	// Up to a quarter of the width shows what follows the caret.
	const maxBefore = width - at.width - Math.min(widthOf(after), Math.floor(width / 4));
	const backwards = before.toReversed();
	const isCutBefore = caret > maxExamined || fittingCount(backwards, maxBefore) < before.length;
	const left = before.slice(before.length - fittingCount(backwards, isCutBefore ? maxBefore - 1 : maxBefore));
	const room = width - at.width - widthOf(left) - (isCutBefore ? 1 : 0);
	const isCutAfter = caret + maxExamined < text.length || fittingCount(after, room) < after.length;
	const right = after.slice(0, fittingCount(after, isCutAfter ? room - 1 : room));
	return [
		...(isCutBefore ? [cutMark] : []),
		{text: textOf(left), tone: 'plain'},
		{text: at.text, tone: 'caret'},
		{text: textOf(right), tone: 'plain'},
		...(isCutAfter ? [cutMark] : []),
	];
}
