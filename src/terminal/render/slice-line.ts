import {cells, isOneCellEach} from '../../text.ts';

const sequence = /\u001B\[[\d;]*m|\u001B\]8;;[^\u001B]*\u001B\\/g;

const endOfLink = '\u001B]8;;\u001B\\';

/** The graphemes of a text; if every code unit takes one cell, the text itself, which iterates faster. */
const graphemesOf = (text: string): Iterable<string> =>
	isOneCellEach(text) ? text : Array.from(new Intl.Segmenter().segment(text), ({segment}) => segment);

/**
Returns columns `from` to `to` of a line of text, SGR sequences and links, with their styles.

The result is at most `to - from` cells wide. A wide character cut by a bound is replaced by a blank.
*/
export function sliceLine(line: string, from: number, to: number): string {
	if (!line.includes('\u001B') && isOneCellEach(line)) return line.slice(from, to);
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

		for (const grapheme of graphemesOf(text)) {
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
	if (out === '') return '';
	if (styles === '' && !out.includes('\u001B')) return out;
	const hasLink = styles.includes('\u001B]') || out.includes('\u001B]');
	return `${styles}${out}\u001B[m${hasLink ? endOfLink : ''}`;
}
