import {cells, isOneCellEach} from '../../base/text.ts';

// A line is text with SGR sequences and OSC 8 links. It holds no other sequences.
const linkStart = '\u001B]8;;';
const linkEnd = '\u001B\\';
const sequence = /\u001B\[[\d;]*m|\u001B\]8;;[^\u001B]*\u001B\\/g;

export const printedWidth = (line: string): number => cells(line.replaceAll(sequence, ''));

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
Returns a row whose layout does not depend on the terminal's character widths: after each run of characters whose width may differ, the cursor is moved to where the next one belongs.

Terminals use different Unicode tables; the screen uses Ink's.
*/
export function anchored(row: string): string {
	// Fast path for nearly every row.
	if (isOneCellEach(row.replaceAll('\u001B', ''))) return row;
	let column = 0;
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
