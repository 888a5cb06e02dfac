import {anchored, closed, isPlainLine, lineWidth, type Piece, type Row} from './line.ts';

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

/** Rows `first` to `last`, counted from 0, whose content moves up by `by` rows (down if negative). */
type Scroll = {readonly first: number; readonly last: number; readonly by: number};

/** Rewriting fewer rows than this costs less than scrolling them. */
const minRows = 4;

/** The rows that have moved by the same distance. */
type Moved = {readonly by: number; first: number; last: number; count: number};

/** Scrolls rows with DECSTBM, which every terminal since the VT100 supports. */
const scrollSequence = ({first, last, by}: Scroll): string =>
	`\u001B[${first + 1};${last + 1}r${
		by > 0 ? `\u001B[${last + 1}H${'\n'.repeat(by)}` : `\u001B[${first + 1}H${'\u001BM'.repeat(-by)}`
	}\u001B[r`;

/** Returns the rows after a scroll. Those into which none moved are blank. */
const scrolled = (rows: readonly Row[], {first, last, by}: Scroll): readonly Row[] =>
	rows.map((row, at) => {
		if (at < first || at > last) return row;
		return (at + by >= first && at + by <= last && rows[at + by]) || [{at: 0, text: ''}];
	});

/** Returns how most of a list has moved. Looks only at the left piece of a row: what is beside a list rarely moves with it. */
function findScroll(shown: readonly Row[], next: readonly Row[]): Scroll | undefined {
	/** Where each line is shown: -1 if in several places, so that it does not tell how far it moved. */
	const places = new Map<string, number>();
	for (const [at, [{text}]] of shown.entries()) places.set(text, places.has(text) ? -1 : at);

	const distances = new Map<number, Moved>();
	let most: Moved | undefined;
	for (const [at, [{text}]] of next.entries()) {
		const place = places.get(text) ?? -1;
		if (place < 0 || place === at) continue;
		const moved = distances.get(place - at) ?? {by: place - at, first: at, last: at, count: 0};
		distances.set(moved.by, moved);
		moved.last = at;
		moved.count++;
		if (!most || moved.count > most.count) most = moved;
	}

	// Rows between those that moved are scrolled, too, and then have to be rewritten.
	if (!most || most.count < minRows || most.count * 2 <= most.last - most.first) return undefined;
	const {by, first, last} = most;
	return {by, first: Math.min(first, first + by), last: Math.max(last, last + by)};
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
