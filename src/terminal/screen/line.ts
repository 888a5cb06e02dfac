import {cells, isOneCellEach} from '../../base/text.ts';

// A line is text with SGR sequences and OSC 8 links. It holds no other sequences.
const linkStart = '\u001B]8;;';
const linkEnd = '\u001B\\';
const styleSequence = /\u001B\[[\d;]*m|\u001B\]8;;[^\u001B]*\u001B\\/g;

const withoutSequences = (line: string): string => line.replaceAll(styleSequence, '');

const sequenceHere = new RegExp(styleSequence.source, 'y');

/** Returns the first character of a line's text from an index on. Empty at its end. */
function textAt(line: string, index: number): string {
	sequenceHere.lastIndex = index;
	while (sequenceHere.test(line)) index = sequenceHere.lastIndex;
	return line[index] ?? '';
}

export const printedWidth = (line: string): number => cells(withoutSequences(line));

/** Comes before the character on which the terminal's cursor is to be. Terminals take it for the font that they have anyway, and Ink for a style, which it keeps. */
export const caretMark = '\u001B[10m';

/** Returns the column of the caret in a line. Undefined without one. */
export function caretColumn(line: string): number | undefined {
	// Where a line was cut behind its caret, other styles follow the mark.
	const at = line.includes(caretMark) ? line.search(/\u001B\[10m(?!\u001B)/) : -1;
	return at < 0 ? undefined : printedWidth(line.slice(0, at));
}

/** Ends the styles and the link that a line may leave open. */
function closedStyles(line: string): string {
	if (!line.includes('\u001B')) return line;
	return `${line}\u001B[m${line.includes(linkStart) ? linkStart + linkEnd : ''}`;
}

/**
Returns columns `from` to `to` of a line, with their styles, all of which end with it.

The result is at most `to - from` cells wide. A wide character cut by a bound is replaced by a blank.
*/
export function sliceLine(line: string, from: number, to: number): string {
	if (!line.includes('\u001B') && isOneCellEach(line)) return line.slice(from, to);
	if (from <= 0 && printedWidth(line) <= to) return closedStyles(line);
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

	for (const {0: style, index} of line.matchAll(styleSequence)) {
		take(line.slice(end, index));
		end = index + style.length;
		if (column >= to) break;
		if (column < from || out === '') styles += style;
		else out += style;
	}

	if (column < to) take(line.slice(end));
	return out === '' ? '' : closedStyles(styles + out);
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

const endOfStyles = '\u001B[m';

/** Returns the sequences in effect at an index of a line. Undefined where a line cannot be divided: within a sequence, or where characters may combine. */
function stylesAt(line: string, index: number): string | undefined {
	const from = Math.max(0, line.lastIndexOf(endOfStyles, index - endOfStyles.length));
	let styles = '';
	let before = '';
	let end = from;
	for (const {0: style, index: offset} of line.slice(from).matchAll(styleSequence)) {
		const at = from + offset;
		if (at >= index) break;
		if (at > end) before = line[at - 1] ?? '';
		end = at + style.length;
		if (end > index) return undefined;
		styles += style;
	}

	if (index > end) before = line[index - 1] ?? '';
	return isOneCellEach(before + textAt(line, index)) ? styles : undefined;
}

/** Returns what to write over a line that is shown, and from which column on: the next line without what is equal at its start. If `isErased`, what follows is erased before. Undefined if that is hardly less than the whole line. */
export function lineChange(shown: string, next: string) {
	let start = 0;
	while (start < next.length && shown[start] === next[start]) start++;
	// Links may begin before the last end of styles.
	if (start * 2 < next.length || next.includes(linkStart)) return undefined;

	let styles = stylesAt(next, start);
	while (start > 0 && (styles === undefined || !isOneCellEach(textAt(shown, start)))) styles = stylesAt(next, --start);
	const column = printedWidth(next.slice(0, start));
	return {column, text: (styles ?? '') + next.slice(start), isErased: textAt(shown, start) !== ''};
}
