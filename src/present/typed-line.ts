import {cells, cut, plain, type SafeText, safe} from '../text.ts';
import type {SafeSpan} from './line.ts';

/** Only so much around the caret is looked at, in code units: what is pasted may be a megabyte. */
const nearby = 2000;

type Letter = {readonly text: SafeText; readonly width: number};

/** Text as its letters, each as it may be shown. */
const lettersOf = (text: string): readonly Letter[] =>
	[...new Intl.Segmenter().segment(text)].map(({segment}) => {
		const shown = safe(segment, 2);
		return {text: shown, width: cells(shown)};
	});

/** How many letters fit into `width` cells, from the first on. */
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

/** What stands in an empty field. In parentheses, because without colours nothing else tells it from what was typed. */
export const placeholder = (hint: SafeText): SafeText => (hint === '' ? hint : plain`(${hint})`);

/** A line that is typed, cut to `width` cells so that the caret is always in view. What does not fit is marked at the side where it is. */
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

	const before = lettersOf(text.slice(Math.max(0, caret - nearby), caret));
	const [at = {text: plain` `, width: 1}, ...after] = lettersOf(text.slice(caret, caret + nearby));
	// What follows the caret is seen as well, as far as it is there.
	const most = width - at.width - Math.min(widthOf(after), Math.floor(width / 4));
	const backwards = before.toReversed();
	const isCutBefore = caret > nearby || fittingCount(backwards, most) < before.length;
	const left = before.slice(before.length - fittingCount(backwards, isCutBefore ? most - 1 : most));
	const room = width - at.width - widthOf(left) - (isCutBefore ? 1 : 0);
	const isCutAfter = caret + nearby < text.length || fittingCount(after, room) < after.length;
	const right = after.slice(0, fittingCount(after, isCutAfter ? room - 1 : room));
	return [
		...(isCutBefore ? [cutMark] : []),
		{text: textOf(left), tone: 'plain'},
		{text: at.text, tone: 'caret'},
		{text: textOf(right), tone: 'plain'},
		...(isCutAfter ? [cutMark] : []),
	];
}
