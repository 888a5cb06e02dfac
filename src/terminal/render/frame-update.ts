import {type AnsiWriter, createAnsiWriter, eraseToEnd, switchLength} from './ansi-writer.ts';
import type {Cells} from './cells.ts';
import type {Piece, ScreenRow} from './screen-row.ts';
import {findScroll, type Scroll} from './scroll.ts';

export const rowOf = (text: string): ScreenRow => [{at: 0, text}];

export const blankRow: ScreenRow = rowOf('');

const isBlank = ([first, second]: ScreenRow): boolean => first.text === '' && second === undefined;

/** A gap of unchanged cells that takes fewer characters is rewritten, which is shorter than moving the cursor over it. */
const minGap = 5;

/** When more lines than this changed, they are rewritten without a cell-by-cell comparison. */
const maxComparedLines = 12;

/** Returns the column after the last non-blank cell. */
function contentEnd({text, runs = []}: Cells): number {
	const last = runs.at(-1);
	if (last?.style) return text.length;
	const minEnd = runs.at(-2)?.end ?? 0;
	let end = text.length;
	while (end > minEnd && text[end - 1] === ' ') end--;
	return end;
}

const blankCode = 0x20;
const codeAt = (text: string, at: number): number => (at < text.length ? text.charCodeAt(at) : blankCode);

/** Where a piece of a line starts, and whether it is the last of its row. */
type Place = {readonly row: number; readonly column: number; readonly isLast: boolean};

/** Writes the difference between two pieces whose cells are known. */
function updateCells(writer: AnsiWriter, {row, column, isLast}: Place, before: Cells, after: Cells): void {
	const oldEnd = contentEnd(before);
	const newEnd = contentEnd(after);
	// Erases trailing blanks if that is shorter than writing them.
	const isErased = isLast && oldEnd - newEnd > eraseToEnd.length;
	const end = isErased ? newEnd : Math.max(oldEnd, newEnd);
	let from = -1;
	let to = -1;
	const write = () => {
		if (from < 0) return;
		writer.moveTo(row, column + from);
		writer.cells(after, from, to);
	};
	const oldRuns = before.runs ?? [];
	const newRuns = after.runs ?? [];
	let oldRun = 0;
	let newRun = 0;
	/** The style of the last cell to write, and how many characters the changes of style after it take. */
	let lastStyle = '';
	let switched = 0;
	let style = '';
	for (let at = 0; at < end; ) {
		while (oldRun < oldRuns.length && (oldRuns[oldRun]?.end ?? end) <= at) oldRun++;
		while (newRun < newRuns.length && (newRuns[newRun]?.end ?? end) <= at) newRun++;
		const next = newRuns[newRun]?.style ?? '';
		switched += switchLength(style, next);
		style = next;
		const isSameStyle = (oldRuns[oldRun]?.style ?? '') === style;
		const runEnd = Math.min(end, oldRuns[oldRun]?.end ?? end, newRuns[newRun]?.end ?? end);
		for (; at < runEnd; at++) {
			if (isSameStyle && codeAt(before.text, at) === codeAt(after.text, at)) continue;
			if (from >= 0 && at - to + switched - switchLength(lastStyle, style) >= minGap) {
				write();
				from = at;
			}

			if (from < 0) from = at;
			to = at + 1;
			lastStyle = style;
			switched = 0;
		}
	}

	write();
	if (!isErased) return;
	writer.moveTo(row, column + newEnd);
	writer.eraseToEnd();
}

/** Writes a whole row, whatever it shows now. Erases it first: once the cursor is at the last column, erasing would remove that cell. */
function rewrite(writer: AnsiWriter, row: number, pieces: ScreenRow, wasBlank: boolean): void {
	writer.moveTo(row, 0);
	if (!wasBlank) writer.eraseToEnd();
	for (const {at, text} of pieces) {
		const content = text.trimEnd();
		if (at > 0 && content !== '') writer.moveTo(row, at);
		writer.raw(content, at);
	}
}

/** Writes a piece whose cells are not known. Blanks its place first, because terminals disagree about the width of some characters. */
function rewritePiece(writer: AnsiWriter, row: number, {at, text}: Piece, end: number | undefined): void {
	writer.moveTo(row, at);
	if (end === undefined) {
		writer.eraseToEnd();
	} else {
		writer.raw(' '.repeat(end - at), at);
		writer.moveTo(row, at);
	}

	writer.raw(text.trimEnd(), at);
}

const hasSameBounds = (before: ScreenRow, after: ScreenRow): boolean =>
	before.length === after.length && before.every(({at}, index) => at === after[index]?.at);

/** Updates one row. */
function updateRow(
	writer: AnsiWriter,
	row: number,
	before: ScreenRow,
	after: ScreenRow,
	read: (text: string) => Cells,
): void {
	if (!hasSameBounds(before, after)) {
		rewrite(writer, row, after, false);
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
			updateCells(writer, {row, column: next.at, isLast: end === undefined}, old.cells, next.cells);
		} else {
			rewritePiece(writer, row, next, end);
		}
	}
}

/** Returns the rows after a scroll, with blank rows where none moved in. */
const scrolled = (shown: readonly ScreenRow[], {first, last, by}: Scroll): readonly ScreenRow[] =>
	shown.map((line, row) => {
		if (row < first || row > last) return line;
		const from = row + by;
		return from < first || from > last ? blankRow : (shown[from] ?? blankRow);
	});

const isSameRow = (before: ScreenRow, after: ScreenRow): boolean =>
	before === after || (hasSameBounds(before, after) && before.every(({text}, index) => text === after[index]?.text));

/**
Returns what to write to take a terminal from `shown` to `next`: a scroll if lines moved, then the cells that differ. Empty if nothing changed.

Both are all rows of the screen, from the top. `shown` is undefined if the terminal's content is unknown.
*/
export function frameUpdate(
	shown: readonly ScreenRow[] | undefined,
	next: readonly ScreenRow[],
	read: (text: string) => Cells,
): string {
	const writer = createAnsiWriter();
	if (!shown) {
		for (const [row, line] of next.entries()) rewrite(writer, row, line, false);
		return writer.written();
	}

	const scroll = findScroll(shown, next);
	if (scroll) writer.scroll(scroll);
	const before = scroll ? scrolled(shown, scroll) : shown;
	let changedCount = 0;
	for (let row = 0; row < next.length; row++) if (before[row]?.[0].text !== next[row]?.[0].text) changedCount++;
	// A different page has little in common with the previous one: comparing cells costs more than rewriting them.
	const isOtherPage = changedCount > maxComparedLines;
	for (let row = 0; row < next.length; row++) {
		const old = before[row] ?? blankRow;
		const line = next[row] ?? blankRow;
		if (isSameRow(old, line)) continue;
		// A blank row has nothing to compare with, and the first frame is drawn before the JIT has warmed up.
		const isFirst = !scroll && isBlank(old);
		if (isFirst || (isOtherPage && old[0].text !== line[0].text)) rewrite(writer, row, line, isFirst);
		else updateRow(writer, row, old, line, read);
	}

	return writer.written();
}
