import {anchored, type Cells} from './cells.ts';
import {findScroll, type Scroll, scrolled} from './scroll.ts';

const clearLook = '\u001B[m';
const eraseToEnd = '\u001B[K';

/** Equal cells between two changed ones are written again rather than jumped over, where that is shorter. */
const shortGap = 5;

/** Writes pieces of a screen one after the other, and remembers which look is switched on. */
function createPen() {
	let out = '';
	let look = '';
	const setLook = (wanted: string) => {
		if (wanted === look) return;
		if (wanted === '') out += clearLook;
		else out += look === '' ? `\u001B[${wanted}m` : `\u001B[0;${wanted}m`;
		look = wanted;
	};

	return {
		moveTo(row: number, column: number) {
			out += column === 0 ? `\u001B[${row + 1}H` : `\u001B[${row + 1};${column + 1}H`;
		},

		cells({text}: Cells, looks: readonly string[], from: number, to: number) {
			for (let start = from; start < to; ) {
				const wanted = looks[start] ?? '';
				let end = start + 1;
				while (end < to && (looks[end] ?? '') === wanted) end++;
				setLook(wanted);
				out += text.slice(start, end).padEnd(end - start);
				start = end;
			}
		},

		eraseToEnd() {
			setLook('');
			out += eraseToEnd;
		},

		/** A whole line whose cells are not known. It is erased first: behind its last character nothing can be. */
		line(raw: string) {
			setLook('');
			out += eraseToEnd + anchored(raw);
			if (raw.includes('\u001B')) out += clearLook;
		},

		/** Moves the lines of a region up or down, as every terminal since the VT100 can. */
		scroll({first, last, by}: Scroll) {
			setLook('');
			out += `\u001B[${first + 1};${last + 1}r`;
			out += by > 0 ? `\u001B[${last + 1}H${'\n'.repeat(by)}` : `\u001B[${first + 1}H${'\u001BM'.repeat(-by)}`;
			out += '\u001B[r';
		},

		written() {
			setLook('');
			return out;
		},
	};
}

type Pen = ReturnType<typeof createPen>;

/** The end of what is not blank, counted from the left. */
function contentEnd({text}: Cells, looks: readonly string[]): number {
	let end = text.length;
	while (end > 0 && text[end - 1] === ' ' && looks[end - 1] === '') end--;
	return end;
}

/** Writes what differs between two lines whose cells are known. */
function updateCells(pen: Pen, row: number, before: Cells, after: Cells): void {
	const was = before.looks ?? [];
	const looks = after.looks ?? [];
	const isSame = (at: number) =>
		(before.text[at] ?? ' ') === (after.text[at] ?? ' ') && (was[at] ?? '') === (looks[at] ?? '');
	const oldEnd = contentEnd(before, was);
	const newEnd = contentEnd(after, looks);
	// Blanks at the end are erased in one go, if they are more than the sequence for it is long.
	const isErased = oldEnd - newEnd > eraseToEnd.length;
	const end = isErased ? newEnd : Math.max(oldEnd, newEnd);
	for (let at = 0; at < end; ) {
		if (isSame(at)) {
			at++;
			continue;
		}

		const from = at;
		let to = at + 1;
		for (let next = to; next < end && next - to < shortGap; next++) if (!isSame(next)) to = next + 1;
		pen.moveTo(row, from);
		pen.cells(after, looks, from, to);
		at = to;
	}

	if (!isErased) return;
	pen.moveTo(row, newEnd);
	pen.eraseToEnd();
}

const blank: Cells = {text: '', looks: []};

/**
What has to be written so that a terminal that shows `shown` shows `next`: the cells that differ, after a scroll where lines only moved. Empty when nothing differs.

Both hold the lines of the whole screen from its top. `undefined` for `shown` says that nothing is known of what the terminal shows.
*/
export function frameUpdate(
	shown: readonly string[] | undefined,
	next: readonly string[],
	cellsOf: (line: string) => Cells,
): string {
	const pen = createPen();
	if (!shown) {
		for (const [row, raw] of next.entries()) {
			pen.moveTo(row, 0);
			pen.line(raw.trimEnd());
		}

		return pen.written();
	}

	let before = shown;
	const scroll = findScroll(shown, next, cellsOf);
	if (scroll) {
		pen.scroll(scroll);
		before = scrolled(shown, scroll);
	}

	for (const [row, raw] of next.entries()) {
		const old = before[row] ?? '';
		if (raw === old) continue;
		const after = cellsOf(raw);
		const was = old === '' ? blank : cellsOf(old);
		if (after.looks && was.looks) {
			updateCells(pen, row, was, after);
		} else {
			pen.moveTo(row, 0);
			pen.line(raw.trimEnd());
		}
	}

	return pen.written();
}
