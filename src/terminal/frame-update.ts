import type {Cells} from './cells.ts';
import {createPen, eraseToEnd, type Pen} from './pen.ts';
import {findScroll, type Scroll} from './scroll.ts';

/** One line of the screen: text with looks, and what stands beside it from column `at` on. `text` is then no wider than that. */
export type ScreenLine = {readonly text: string; readonly at: number; readonly beside: string};

export const blankLine: ScreenLine = {text: '', at: 0, beside: ''};

/** Equal cells between two changed ones are written again rather than jumped over, where that is shorter. */
const shortGap = 5;

/** When more lines than these are new, they are written without a comparison of their cells. */
const mostCompared = 8;

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
function updateCells(pen: Pen, {row, column, isLast}: Place, before: Cells, after: Cells): void {
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
	const isSame = (at: number) =>
		codeAt(before.text, at) === codeAt(after.text, at) && codeAt(before.looks, at) === codeAt(after.looks, at);
	for (let at = 0; at < end; at++) {
		if (isSame(at)) continue;
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

/** Writes a whole line, whatever stood there. It is erased first: behind the last column nothing can be. */
function rewrite(pen: Pen, row: number, {text, at, beside}: ScreenLine, isBlank: boolean): void {
	pen.moveTo(row, 0);
	if (!isBlank) pen.eraseToEnd();
	pen.raw(text.trimEnd(), 0);
	if (beside === '') return;
	pen.moveTo(row, at);
	pen.raw(beside.trimEnd(), at);
}

/** Brings what stands beside a line from what it is to what it shall be. */
function updateBeside(pen: Pen, row: number, before: Cells, after: Cells, {at, beside}: ScreenLine): void {
	if (before.runs && after.runs) {
		updateCells(pen, {row, column: at, isLast: true}, before, after);
	} else {
		pen.moveTo(row, at);
		pen.eraseToEnd();
		pen.raw(beside.trimEnd(), at);
	}
}

/** Brings one line from what it shows to what it shall show. */
function updateLine(
	pen: Pen,
	row: number,
	before: ScreenLine,
	after: ScreenLine,
	cellsOf: (text: string) => Cells,
): void {
	const isAlone = before.beside === '' && after.beside === '';
	const isTextSame = before.text === after.text;
	const [oldText, newText] = isTextSame ? [] : [cellsOf(before.text), cellsOf(after.text)];
	const isComparable = isTextSame || (oldText?.runs && newText?.runs);
	if (!isComparable || !(isAlone || before.at === after.at)) {
		rewrite(pen, row, after, false);
		return;
	}

	if (oldText && newText) updateCells(pen, {row, column: 0, isLast: isAlone}, oldText, newText);
	if (before.beside !== after.beside) updateBeside(pen, row, cellsOf(before.beside), cellsOf(after.beside), after);
}

/** What stands on the screen once it was scrolled: blank lines where nothing moved to. */
const scrolled = (shown: readonly ScreenLine[], {first, last, by}: Scroll): readonly ScreenLine[] =>
	shown.map((line, row) => {
		if (row < first || row > last) return line;
		const from = row + by;
		return from < first || from > last ? blankLine : (shown[from] ?? blankLine);
	});

/**
What has to be written so that a terminal that shows `shown` shows `next`: the cells that differ, after a scroll where lines only moved. Empty when nothing differs.

Both hold the lines of the whole screen from its top. `undefined` for `shown` says that nothing is known of what the terminal shows.
*/
export function frameUpdate(
	shown: readonly ScreenLine[] | undefined,
	next: readonly ScreenLine[],
	cellsOf: (text: string) => Cells,
): string {
	const pen = createPen();
	if (!shown) {
		for (const [row, line] of next.entries()) rewrite(pen, row, line, false);
		return pen.written();
	}

	const scroll = findScroll(shown, next);
	if (scroll) pen.scroll(scroll);
	const before = scroll ? scrolled(shown, scroll) : shown;
	let changed = 0;
	for (let row = 0; row < next.length; row++) if (before[row]?.text !== next[row]?.text) changed++;
	// Another page has little in common with the one before: to look for it costs more than to write it.
	const isOther = changed > mostCompared;
	for (let row = 0; row < next.length; row++) {
		const old = before[row] ?? blankLine;
		const line = next[row] ?? blankLine;
		if (old.text === line.text && old.beside === line.beside && (old.at === line.at || line.beside === '')) continue;
		// Where nothing stood there is nothing to compare with, and a first screen is drawn before its code is warm.
		const isFirst = !scroll && old.text === '' && old.beside === '';
		if (isFirst || (isOther && old.text !== line.text)) rewrite(pen, row, line, isFirst);
		else updateLine(pen, row, old, line, cellsOf);
	}

	return pen.written();
}
