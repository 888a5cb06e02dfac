import {anchored, closed, isPlainLine, lineWidth, type Piece, type Row} from './line.ts';
import {findScroll, scrolled, scrollSequence} from './scroll.ts';

const moveTo = (row: number, column: number): string => `\u001B[${row + 1};${column + 1}H`;

/** Erases the rest of a row. Used before a row is written: after its last column the cursor stays there, and this would erase that cell. */
const eraseToEnd = '\u001B[K';

/** Rewrites a row, whatever it shows. Its place is blank first, because terminals disagree about the width of some characters. */
function rewriteRow(y: number, pieces: Row): string {
	let out = moveTo(y, 0) + eraseToEnd;
	for (const {at, text} of pieces) {
		const content = anchored(closed(text), at).trimEnd();
		if (content !== '') out += (at > 0 ? moveTo(y, at) : '') + content;
	}

	return out;
}

/** Rewrites one piece of a row, all of whose characters take one cell each. */
function rewritePiece(y: number, {at, text}: Piece, end: number | undefined): string {
	if (end === undefined) return moveTo(y, at) + eraseToEnd + closed(text).trimEnd();
	return moveTo(y, at) + closed(text) + ' '.repeat(Math.max(0, end - at - lineWidth(text)));
}

/** Returns what changes a row: its changed pieces, or all of it if these lie elsewhere than before or contain characters of uncertain width. */
function rowUpdate(y: number, before: Row | undefined, after: Row): string {
	if (before?.length !== after.length) return rewriteRow(y, after);
	let out = '';
	for (const [index, piece] of after.entries()) {
		const old = before[index];
		if (old?.at !== piece.at) return rewriteRow(y, after);
		if (old.text === piece.text) continue;
		if (!isPlainLine(old.text) || !isPlainLine(piece.text)) return rewriteRow(y, after);
		out += rewritePiece(y, piece, after[index + 1]?.at);
	}

	return out;
}

/**
Returns what to write to take a terminal from `shown` to `next`: a scroll if rows have moved, then the rows that differ. Empty if nothing has changed.

Both are all rows of the screen, from the top. `shown` is empty if the terminal's content is unknown.
*/
export function screenUpdate(shown: readonly Row[], next: readonly Row[]): string {
	const scroll = findScroll(shown, next);
	const before = scroll ? scrolled(shown, scroll) : shown;
	const updates = next.map((row, y) => rowUpdate(y, before[y], row));
	return (scroll ? scrollSequence(scroll) : '') + updates.join('');
}
