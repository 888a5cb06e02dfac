import {type AnsiWriter, createAnsiWriter, eraseToEnd} from './ansi-writer.ts';
import type {Cells} from './cells.ts';
import type {Piece, ScreenRow} from './screen-row.ts';
import {findScroll, type Scroll} from './scroll.ts';

export const rowOf = (text: string): ScreenRow => [{at: 0, text}];

export const blankRow: ScreenRow = rowOf('');

const isBlank = ([first, second]: ScreenRow): boolean => first.text === '' && second === undefined;

/** Equal cells between two changed ones are written again rather than jumped over, where that is shorter. */
const shortGap = 5;

/** When more lines than these are new, they are written without a comparison of their cells. */
const maxCompared = 8;

/** The end of what is not blank, counted from the left. */
function contentEnd({text, runs = []}: Cells): number {
	const last = runs.at(-1);
	if (last?.look) return text.length;
	const least = runs.at(-2)?.end ?? 0;
	let end = text.length;
	while (end > least && text[end - 1] === ' ') end--;
	return end;
}

const blankCode = 0x20;
const codeAt = (text: string, at: number): number => (at < text.length ? text.charCodeAt(at) : blankCode);

/** Where a piece of a line stands, and whether nothing stands to its right. */
type Place = {readonly row: number; readonly column: number; readonly isLast: boolean};

/** Writes what differs between two pieces whose cells are known. */
function updateCells(pen: AnsiWriter, {row, column, isLast}: Place, before: Cells, after: Cells): void {
	const oldEnd = contentEnd(before);
	const newEnd = contentEnd(after);
	// Blanks at the end are erased in one go, if they are more than the sequence for it is long.
	const isErased = isLast && oldEnd - newEnd > eraseToEnd.length;
	const end = isErased ? newEnd : Math.max(oldEnd, newEnd);
	let from = -1;
	let to = -1;
	const write = () => {
		if (from < 0) return;
		pen.moveTo(row, column + from);
		pen.cells(after, from, to);
	};
	const oldRuns = before.runs ?? [];
	const newRuns = after.runs ?? [];
	let oldRun = 0;
	let newRun = 0;
	for (let at = 0; at < end; at++) {
		if ((oldRuns[oldRun]?.end ?? end) <= at) oldRun++;
		if ((newRuns[newRun]?.end ?? end) <= at) newRun++;
		const isSameLook = (oldRuns[oldRun]?.look ?? '') === (newRuns[newRun]?.look ?? '');
		if (isSameLook && codeAt(before.text, at) === codeAt(after.text, at)) continue;
		if (from >= 0 && at - to >= shortGap) {
			write();
			from = at;
		}

		if (from < 0) from = at;
		to = at + 1;
	}

	write();
	if (!isErased) return;
	pen.moveTo(row, column + newEnd);
	pen.eraseToEnd();
}

/** Writes a whole row, whatever it shows now. It is erased first: nothing can be erased behind the last column. */
function rewrite(pen: AnsiWriter, row: number, pieces: ScreenRow, wasBlank: boolean): void {
	pen.moveTo(row, 0);
	if (!wasBlank) pen.eraseToEnd();
	for (const {at, text} of pieces) {
		const content = text.trimEnd();
		if (at > 0 && content !== '') pen.moveTo(row, at);
		pen.raw(content, at);
	}
}

/** Writes a piece whose cells cannot be told apart. Its place is blanked first, because terminals disagree about the width of some letters. */
function rewritePiece(pen: AnsiWriter, row: number, {at, text}: Piece, end: number | undefined): void {
	pen.moveTo(row, at);
	if (end === undefined) {
		pen.eraseToEnd();
	} else {
		pen.raw(' '.repeat(end - at), at);
		pen.moveTo(row, at);
	}

	pen.raw(text.trimEnd(), at);
}

const hasSameBounds = (before: ScreenRow, after: ScreenRow): boolean =>
	before.length === after.length && before.every(({at}, index) => at === after[index]?.at);

/** Brings one row from what it shows to what it should show. */
function updateRow(
	pen: AnsiWriter,
	row: number,
	before: ScreenRow,
	after: ScreenRow,
	read: (text: string) => Cells,
): void {
	if (!hasSameBounds(before, after)) {
		rewrite(pen, row, after, false);
		return;
	}

	for (let index = 0; index < after.length; index++) {
		const old = before[index];
		const next = after[index];
		if (!old || !next || old.text === next.text) continue;
		old.cells ??= read(old.text);
		next.cells ??= read(next.text);
		const end = after[index + 1]?.at;
		if (old.cells.runs && next.cells.runs) {
			updateCells(pen, {row, column: next.at, isLast: end === undefined}, old.cells, next.cells);
		} else {
			rewritePiece(pen, row, next, end);
		}
	}
}

/** What the screen shows once it has scrolled: blank rows where nothing moved to. */
const scrolled = (shown: readonly ScreenRow[], {first, last, by}: Scroll): readonly ScreenRow[] =>
	shown.map((line, row) => {
		if (row < first || row > last) return line;
		const from = row + by;
		return from < first || from > last ? blankRow : (shown[from] ?? blankRow);
	});

const isSameRow = (before: ScreenRow, after: ScreenRow): boolean =>
	before === after || (hasSameBounds(before, after) && before.every(({text}, index) => text === after[index]?.text));

/**
What has to be written so that a terminal that shows `shown` shows `next`: the cells that differ, after a scroll where lines only moved. Empty when nothing differs.

Both hold the lines of the whole screen from its top. `undefined` for `shown` says that nothing is known of what the terminal shows.
*/
export function frameUpdate(
	shown: readonly ScreenRow[] | undefined,
	next: readonly ScreenRow[],
	read: (text: string) => Cells,
): string {
	const pen = createAnsiWriter();
	if (!shown) {
		for (const [row, line] of next.entries()) rewrite(pen, row, line, false);
		return pen.written();
	}

	const scroll = findScroll(shown, next);
	if (scroll) pen.scroll(scroll);
	const before = scroll ? scrolled(shown, scroll) : shown;
	let changed = 0;
	for (let row = 0; row < next.length; row++) if (before[row]?.[0].text !== next[row]?.[0].text) changed++;
	// Another page has little in common with the one before: to look for it costs more than to write it.
	const isOther = changed > maxCompared;
	for (let row = 0; row < next.length; row++) {
		const old = before[row] ?? blankRow;
		const line = next[row] ?? blankRow;
		if (isSameRow(old, line)) continue;
		// Where nothing stood there is nothing to compare with, and a first screen is drawn before its code is warm.
		const isFirst = !scroll && isBlank(old);
		if (isFirst || (isOther && old[0].text !== line[0].text)) rewrite(pen, row, line, isFirst);
		else updateRow(pen, row, old, line, read);
	}

	return pen.written();
}
