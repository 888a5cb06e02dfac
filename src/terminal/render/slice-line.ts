import {cells, isOneCellEach} from '../../text.ts';

const sequence = /\u001B\[[\d;]*m/g;

/** Each grapheme of a text, or each code unit where all of them take one cell. */
const graphemesOf = (text: string): Iterable<string> =>
	isOneCellEach(text) ? text : Array.from(new Intl.Segmenter().segment(text), ({segment}) => segment);

/**
The cells `from` to `to` of a line made of text and SGR sequences, looking as they did.

The result takes at most `to - from` cells. Where a bound cuts a wide letter in half, a blank stands for the half that is inside.
*/
export function sliceLine(line: string, from: number, to: number): string {
	if (!line.includes('\u001B') && isOneCellEach(line)) return line.slice(from, to);
	let looks = '';
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

	for (const {0: look, index} of line.matchAll(sequence)) {
		take(line.slice(end, index));
		end = index + look.length;
		if (column >= to) break;
		if (column < from || out === '') looks += look;
		else out += look;
	}

	if (column < to) take(line.slice(end));
	if (out === '') return '';
	return looks === '' && !out.includes('\u001B') ? out : `${looks}${out}\u001B[m`;
}
