/*
Fast rows: writes lists to the terminal without Ink.

Why. For each frame, Ink puts every character of the screen into a grid of cells, whatever has changed. On a screen of 240×70 that takes 20 ms, too long for a key that is held, and it happens again every second for ages that tick. Most of what changes is a list, a header or a status line: text in whole rows of the screen that stay where they are.

How. A component that fills whole rows, with nothing over it, renders an empty box and adds a region here: where its box is, and a function that returns its lines. Ink leaves these rows blank. After each of Ink's frames, and whenever something in a region has changed, `update` compares the rows of all regions with those that the terminal shows. It returns what to write: a scroll where rows have moved, then each row that differs. Regions beside each other make one row.

What it relies on. A row belongs to regions as a whole, or not at all. Regions are added and removed while React commits, so the frame in which Ink draws such a row itself follows: until then `isAwaitingInk`, and nothing is written. A frame of Ink's may have written over any row, so all are written again after it. A row that leaves is erased before the frame, because Ink believes it to be blank.

All of this can be left out: without fast rows, the same components render their lines with Ink.
*/

import {anchored} from './anchored-text.ts';
import {hideCursor, showCursor} from './screen-modes.ts';

/** A rectangle in cells, relative to the top left corner of the screen. */
export type Rectangle = {readonly x: number; readonly y: number; readonly width: number; readonly height: number};

/** The lines of a rectangle: at most `height`, each exactly `width` cells wide, with styles that end with it. `caret`: where the cursor is shown, relative to the rectangle. */
type RegionContent = {readonly lines: readonly string[]; readonly caret?: Pick<Rectangle, 'x' | 'y'> | undefined};

type Region = {
	readonly measure: () => Rectangle;
	readonly draw: (width: number, height: number) => RegionContent;
};

/** The rows of the screen by their number. Ink draws the others. */
type ScreenRows = ReadonlyMap<number, string>;

const [saveCursor, restoreCursor] = ['\u001B7', '\u001B8'];

const writeRow = (y: number, row: string): string => `\u001B[${y + 1};1H\u001B[K${anchored(row).trimEnd()}`;

/** Rows `first` to `last` move up by `by` rows (down if negative). */
type Scroll = {readonly first: number; readonly last: number; readonly by: number};

/** Rewriting fewer rows than this costs less than scrolling them. */
const minScrolledRows = 4;

/** With DECSTBM, which every terminal since the VT100 supports. */
const scrollSequence = ({first, last, by}: Scroll): string =>
	`\u001B[${first + 1};${last + 1}r${
		by > 0 ? `\u001B[${last + 1}H${'\n'.repeat(by)}` : `\u001B[${first + 1}H${'\u001BM'.repeat(-by)}`
	}\u001B[r`;

/** The rows after a scroll. Those into which none moved are blank. */
function scrolledRows(rows: ScreenRows, {first, last, by}: Scroll): ScreenRows {
	const moved = new Map(rows);
	for (let y = first; y <= last; y++) moved.set(y, y + by >= first && y + by <= last ? (rows.get(y + by) ?? '') : '');
	return moved;
}

/** How most rows of a list have moved. Undefined if a scroll would move rows of Ink's, or does not pay. */
function findScroll(shown: ScreenRows, next: ScreenRows): Scroll | undefined {
	/** Where each row is shown: -1 if in several places, so that it does not tell how far it moved. */
	const places = new Map<string, number>();
	for (const [y, row] of shown) places.set(row, places.has(row) ? -1 : y);

	const distances = new Map<number, {first: number; last: number; count: number}>();
	for (const [y, row] of next) {
		const by = (places.get(row) ?? -1) - y;
		if (by + y < 0 || by === 0) continue;
		const moved = distances.get(by) ?? {first: y, last: y, count: 0};
		distances.set(by, {first: Math.min(moved.first, y), last: Math.max(moved.last, y), count: moved.count + 1});
	}

	const [[by, most] = []] = [...distances].sort(([, a], [, b]) => b.count - a.count);
	// Rows between those that moved are scrolled, too, and then have to be rewritten.
	if (by === undefined || !most || most.count < minScrolledRows || most.count * 2 <= most.last - most.first) {
		return undefined;
	}

	const scroll = {by, first: Math.min(most.first, most.first + by), last: Math.max(most.last, most.last + by)};
	for (let y = scroll.first; y <= scroll.last; y++) if (!shown.has(y) || !next.has(y)) return undefined;
	return scroll;
}

/** What takes the terminal from the rows that it shows to the next ones. */
function rowsUpdate(shown: ScreenRows, next: ScreenRows): string {
	const scroll = findScroll(shown, next);
	const before = scroll ? scrolledRows(shown, scroll) : shown;
	const changed = [...next].filter(([y, row]) => before.get(y) !== row);
	return (scroll ? scrollSequence(scroll) : '') + changed.map(([y, row]) => writeRow(y, row)).join('');
}

export function createFastRows() {
	const regions = new Set<Region>();
	let isAwaitingInk = false;
	let shown: ScreenRows = new Map();
	/** What has shown the cursor. Empty while it is hidden. */
	let cursor = '';

	/** The rows of all regions that are on a screen of this height, from the left to the right, and what shows the cursor. */
	const draw = (screenHeight: number) => {
		const placed = [...regions].map(region => ({...region, ...region.measure()})).sort((a, b) => a.x - b.x);
		const rows = new Map<number, string>();
		let caret = '';
		for (const {x, y, width, height, draw: drawRegion} of placed) {
			if (width === 0) continue;
			const content = drawRegion(width, height);
			for (let at = 0; at < Math.min(height, screenHeight - y); at++) {
				rows.set(y + at, (rows.get(y + at) ?? '') + (content.lines[at] ?? ' '.repeat(width)));
			}

			if (content.caret) caret = `\u001B[${y + content.caret.y + 1};${x + content.caret.x + 1}H${showCursor}`;
		}

		return {rows, caret};
	};

	return {
		/** Adds a region while React commits. Returns a function that removes it, then too. */
		add(region: Region): () => void {
			isAwaitingInk = true;
			regions.add(region);
			return () => {
				isAwaitingInk = true;
				regions.delete(region);
			};
		},

		/** Ink has laid out and drawn what React has committed. */
		inkHasDrawn() {
			isAwaitingInk = false;
		},

		isAwaitingInk: () => isAwaitingInk,

		/** What to write before and after a frame of Ink's, or without one. */
		update(screenHeight: number, hasInkFrame: boolean): {readonly before: string; readonly after: string} {
			const {rows, caret} = draw(screenHeight);
			const leaving = [...shown.keys()].filter(y => !rows.has(y));
			const hidden = cursor === '' ? '' : hideCursor;
			const before = leaving.map(y => `\u001B[${y + 1}H\u001B[K`).join('');
			const after = rowsUpdate(hasInkFrame ? new Map() : shown, rows);
			const isChanged = caret !== cursor || before + after !== '';
			shown = rows;
			cursor = caret;
			if (!isChanged && !hasInkFrame) return {before: '', after: ''};
			// Ink may have put the cursor on the caret of a field.
			return hasInkFrame
				? {before: hidden + before, after: saveCursor + after + restoreCursor + caret}
				: {before: hidden + saveCursor + before, after: after + restoreCursor + caret};
		},

		/** Forgets what the terminal shows. Ink draws everything, too. */
		forget() {
			isAwaitingInk = true;
			shown = new Map();
			cursor = '';
		},
	};
}

export type FastRows = ReturnType<typeof createFastRows>;
