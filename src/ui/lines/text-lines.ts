import {blanks, plain, type SafeText} from '../../base/text.ts';
import {cutLine, fitSpans, type Line} from '../../present/line.ts';

/** The mark, and the free cell before it. */
export const scrollMarkWidth = 2;

export function scrolled<Item>(
	items: readonly Item[],
	{top, height, width}: {readonly top: number; readonly height: number; readonly width: number},
	lineOf: (item: Item, index: number) => Line,
): readonly Line[] {
	const end = top + height;
	const withMark = (line: Line, text: SafeText): Line => [
		...fitSpans(cutLine(line, width - scrollMarkWidth), width - 1),
		{text, tone: 'quiet'},
	];
	return items.slice(top, end).map((item, at) => {
		const line = lineOf(item, top + at);
		if (end < items.length && top + at === end - 1) return withMark(line, plain`▼`);
		return top > 0 && at === 0 ? withMark(line, plain`▲`) : line;
	});
}

export const indented = (lines: readonly Line[], by: number): readonly Line[] =>
	lines.map(line => [{text: blanks(by), tone: 'plain'}, ...line]);
