import {cells, isOneCellEach} from '../../base/text.ts';

// A line is text with SGR sequences and OSC 8 links. It holds no other sequences.
const linkStart = '\u001B]8;;';
const linkEnd = '\u001B\\';
const sequence = /\u001B\[[\d;]*m|\u001B\]8;;[^\u001B]*\u001B\\/g;

const withoutSequences = (line: string): string => line.replaceAll(sequence, '');

export const printedWidth = (line: string): number => cells(withoutSequences(line));

/** Ends the styles and the link that a line may leave open. */
function closed(line: string): string {
	if (!line.includes('\u001B')) return line;
	return `${line}\u001B[m${line.includes(linkStart) ? linkStart + linkEnd : ''}`;
}

/**
Returns columns `from` to `to` of a line, with their styles, all of which end with it.

The result is at most `to - from` cells wide. A wide character cut by a bound is replaced by a blank.
*/
export function sliceLine(line: string, from: number, to: number): string {
	if (!line.includes('\u001B') && isOneCellEach(line)) return line.slice(from, to);
	if (from <= 0 && printedWidth(line) <= to) return closed(line);
	let styles = '';
	let out = '';
	let column = 0;
	let end = 0;
	const take = (text: string) => {
		if (isOneCellEach(text)) {
			out += text.slice(Math.max(0, from - column), Math.max(0, to - column));
			column += text.length;
			return;
		}

		for (const {segment: grapheme} of new Intl.Segmenter().segment(text)) {
			const width = cells(grapheme);
			const inside = Math.min(column + width, to) - Math.max(column, from);
			if (inside === width && (width > 0 || (column > from && column <= to))) out += grapheme;
			else if (inside > 0) out += ' '.repeat(inside);
			column += width;
		}
	};

	for (const {0: style, index} of line.matchAll(sequence)) {
		take(line.slice(end, index));
		end = index + style.length;
		if (column >= to) break;
		if (column < from || out === '') styles += style;
		else out += style;
	}

	if (column < to) take(line.slice(end));
	return out === '' ? '' : closed(styles + out);
}

/**
Returns a row, or its text from a column on, whose layout does not depend on the terminal's character widths: after each run of characters whose width may differ, the cursor is moved to where the next one belongs.

Terminals use different Unicode tables; the screen uses Ink's.
*/
export function anchored(row: string, from = 0): string {
	// Fast path for nearly every row.
	if (isOneCellEach(row.replaceAll('\u001B', ''))) return row;
	let column = from;
	/** The preceding character, which may combine with the next run. */
	let before = '';
	return row.replaceAll(
		/(\u001B\[[\d;]*m|\u001B\]8;;[^\u001B]*\u001B\\)|([ -~]+)|([^ -~\u001B]+)/g,
		(all, _style, ascii: string | undefined, rest: string | undefined) => {
			column += rest === undefined ? (ascii?.length ?? 0) : cells(before + rest) - before.length;
			before = ascii?.at(-1) ?? '';
			return rest === undefined || isOneCellEach(rest) ? all : `${all}\u001B[${column + 1}G`;
		},
	);
}

/** Returns the sequences in effect at an index of a line. Undefined where a line cannot be divided: within a sequence, or where characters may combine. */
function stylesAt(line: string, index: number): string | undefined {
	let styles = '';
	let link = '';
	for (const {0: style, index: at} of line.matchAll(sequence)) {
		if (at >= index) break;
		if (at + style.length > index) return undefined;
		if (style.startsWith(linkStart)) link = style === linkStart + linkEnd ? '' : style;
		else styles = /^\u001B\[0?m$/.test(style) ? '' : styles + style;
	}

	const before = withoutSequences(line.slice(0, index)).at(-1) ?? '';
	const after = withoutSequences(line.slice(index))[0] ?? '';
	return isOneCellEach(before + after) ? styles + link : undefined;
}

/** Returns how much of the end of two lines is equal, takes the same cells and has the same styles. `start` is where they begin to differ. */
function sharedEnd(shown: string, next: string, start: number): number {
	const most = Math.min(shown.length, next.length) - start;
	let length = 0;
	while (length < most && shown.at(-1 - length) === next.at(-1 - length)) length++;

	const isShared = (end: number) => {
		const [before, after] = [shown, next].map(line => withoutSequences(line.slice(start, line.length - end)));
		const styles = stylesAt(next, next.length - end);
		return (
			before?.length === after?.length &&
			isOneCellEach(`${before}${after}`) &&
			styles !== undefined &&
			styles === stylesAt(shown, shown.length - end)
		);
	};
	const afterSequences = Array.from(
		next.slice(next.length - length).matchAll(sequence),
		({0: style, index}) => length - index - style.length,
	);
	return [length, ...afterSequences].find(isShared) ?? 0;
}

/** Returns what to write over a line that is shown, and from which column on: the next line without what is equal at both ends. If `isErased`, what follows is erased before. */
export function lineChange(shown: string, next: string) {
	let start = 0;
	while (start < next.length && shown[start] === next[start]) start++;
	while (start > 0 && (stylesAt(shown, start) === undefined || stylesAt(next, start) === undefined)) start--;

	const end = sharedEnd(shown, next, start);
	const column = printedWidth(next.slice(0, start));
	const text = (stylesAt(next, start) ?? '') + next.slice(start, next.length - end);
	return end === 0
		? {column, text, isErased: column < printedWidth(shown)}
		: {column, text: closed(text), isErased: false};
}
