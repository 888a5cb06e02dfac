import {anchored, lineChange} from './line.ts';

const eraseToEnd = '\u001B[K';

/** A sequence other than those that only colour, dim or embolden letters: a blank may show it. */
const shownOnBlanks = /\u001B(?!\[(?:(?:[0-2]|22|3\d|9[0-7]|38;5;\d+|38;2(?:;\d+){3});?)*m)/;

/** What is behind the end of a style. */
const plainText = /(?:^|\u001B\[(?:0|22|39|22;39)?m)[^\u001B]*/g;

/** Skips blanks where that is shorter: a large screen of them is more than a terminal accepts at once. */
const skipBlanks = (text: string): string =>
	shownOnBlanks.test(text)
		? text
		: text.replace(plainText, plain => plain.replace(/ {6,}/g, ({length}) => `\u001B[${length}C`));

/** Rewrites a row, whatever it shows. It is erased before: after the last column the cursor stays there, and erasing would take that cell. */
const rewriteRow = (y: number, row: string): string =>
	`\u001B[${y + 1};1H${eraseToEnd}${skipBlanks(anchored(row).trimEnd())}`;

/** Rewrites a row from where it differs. */
function changeRow(y: number, shown: string, row: string): string {
	const change = lineChange(shown.trimEnd(), row.trimEnd());
	if (!change) return rewriteRow(y, row);
	const {column, text, isErased} = change;
	return `\u001B[${y + 1};${column + 1}H${isErased ? eraseToEnd : ''}${skipBlanks(anchored(text, column))}`;
}

/** Rows `first` to `last`, counted from 0, whose content moves up by `by` rows (down if negative). */
type Scroll = {readonly first: number; readonly last: number; readonly by: number};

/** Rewriting fewer rows than this costs less than scrolling them. */
const minScrolledRows = 4;

/** The rows that have moved by the same distance. */
type Moved = {readonly by: number; first: number; last: number; count: number};

/** Scrolls rows with DECSTBM, which every terminal since the VT100 supports. */
const scrollSequence = ({first, last, by}: Scroll): string =>
	`\u001B[${first + 1};${last + 1}r${
		by > 0 ? `\u001B[${last + 1}H${'\n'.repeat(by)}` : `\u001B[${first + 1}H${'\u001BM'.repeat(-by)}`
	}\u001B[r`;

/** Returns the rows after a scroll. Those into which none moved are blank. */
const scrolledRows = (rows: readonly string[], {first, last, by}: Scroll): readonly string[] =>
	rows.map((row, at) => {
		if (at < first || at > last) return row;
		return at + by >= first && at + by <= last ? (rows[at + by] ?? '') : '';
	});

/** Returns how most of a list has moved. */
function findScroll(shown: readonly string[], next: readonly string[]): Scroll | undefined {
	const isChanged = (row: string, at: number) => row !== shown[at];
	if (next.filter(isChanged).length < minScrolledRows) return undefined;
	/** Where each row is shown: -1 if in several places, so that it does not tell how far it moved. */
	const places = new Map<string, number>();
	for (const [at, row] of shown.entries()) places.set(row, places.has(row) ? -1 : at);

	const distances = new Map<number, Moved>();
	let most: Moved | undefined;
	for (const [at, row] of next.entries()) {
		const place = places.get(row) ?? -1;
		if (place < 0 || place === at) continue;
		const moved = distances.get(place - at) ?? {by: place - at, first: at, last: at, count: 0};
		distances.set(moved.by, moved);
		moved.last = at;
		moved.count++;
		if (!most || moved.count > most.count) most = moved;
	}

	// Rows between those that moved are scrolled, too, and then have to be rewritten.
	if (!most || most.count < minScrolledRows || most.count * 2 <= most.last - most.first) return undefined;
	const {by, first, last} = most;
	return {by, first: Math.min(first, first + by), last: Math.max(last, last + by)};
}

/**
Returns what to write to take a terminal from `shown` to `next`: a scroll if rows have moved, then the rows that differ. Empty if nothing has changed.

Both are all rows of the screen, from the top. `shown` is empty if the terminal's content is unknown.
*/
export function screenUpdate(shown: readonly string[], next: readonly string[]): string {
	const scroll = findScroll(shown, next);
	const before = scroll ? scrolledRows(shown, scroll) : shown;
	const updates = next.map((row, y) => {
		const now = before[y];
		if (now === row) return '';
		return now === undefined ? rewriteRow(y, row) : changeRow(y, now, row);
	});
	return (scroll ? scrollSequence(scroll) : '') + updates.join('');
}
