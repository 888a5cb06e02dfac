import {blanks, plain, type SafeText} from '../../base/text.ts';
import {cutLine, fitSpans, type Line} from '../../present/line.ts';

/** Where text continues beyond its lines. */
type Beyond = {
	readonly isAbove: boolean;
	readonly isBelow: boolean;
	/** The first line that scrolls. Default: 0. */
	readonly first?: number;
};

/** Returns lines with a mark at the right edge, `width` cells wide, where the text continues. A cell stays free before the mark. */
export function withScrollMarks(
	lines: readonly Line[],
	width: number,
	{isAbove, isBelow, first = 0}: Beyond,
): readonly Line[] {
	const withMark = (line: Line, text: SafeText): Line => [
		...fitSpans(cutLine(line, width - 2), width - 1),
		{text, tone: 'quiet'},
	];
	return lines.map((line, at) => {
		if (isBelow && at === lines.length - 1) return withMark(line, plain`▼`);
		if (isAbove && at === first) return withMark(line, plain`▲`);
		return line;
	});
}

/** Returns the lines shifted right by a number of cells. */
export const indented = (lines: readonly Line[], by: number): readonly Line[] =>
	lines.map(line => [{text: blanks(by), tone: 'plain'}, ...line]);
