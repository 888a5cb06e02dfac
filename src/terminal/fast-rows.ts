/*
Fast rows: writes lists to the terminal without Ink.

Why. For each frame, Ink puts every character of the screen into a grid of cells. On a screen of 240×70 that takes 20 ms: too long for a key that is held, and repeated every second for ages that tick. Most changes are in a list, a header or a status line, which fill whole rows and stay in place.

How. A component that fills whole rows, with nothing over it, renders an empty box and adds a region: the place of its box, and a function that returns its lines. Ink leaves these rows blank. After each frame of Ink's, and whenever a region has changed, `update` compares the rows of all regions with the rows that the terminal shows. It returns a scroll where rows have moved, then each row that differs. Regions beside each other share their rows.

Conditions. A row belongs to regions entirely or not at all. Regions are added and removed while React commits, so Ink's frame for them follows. Until then, `isAwaitingInk` is true and nothing is written. A frame of Ink's may have overwritten any row, so all rows are written again after it. A row that leaves the regions is erased before the frame, because Ink believes it to be blank.

Fast rows are optional: without them, the same components render their lines with Ink.
*/

import {anchored} from './anchored-text.ts';
import {hideCursor, showCursor} from './screen-modes.ts';

export type Rectangle = {readonly x: number; readonly y: number; readonly width: number; readonly height: number};

/** At most `height` lines of exactly `width` cells, each with complete styles. The caret is relative to the rectangle. */
type RegionContent = {readonly lines: readonly string[]; readonly caret?: Pick<Rectangle, 'x' | 'y'> | undefined};

type Region = {
	readonly measure: () => Rectangle;
	readonly draw: (width: number, height: number) => RegionContent;
};

type ScreenRows = ReadonlyMap<number, string>;

const [saveCursor, restoreCursor] = ['\u001B7', '\u001B8'];

const writeRow = (y: number, row: string): string => `\u001B[${y + 1};1H\u001B[K${anchored(row).trimEnd()}`;

/** Rows `first` to `last` move up by `by` rows (down if negative). */
type Scroll = {readonly first: number; readonly last: number; readonly by: number};

/** Rewriting fewer rows than this costs less than scrolling them. */
const minScrolledRows = 4;

const scrollSequence = ({first, last, by}: Scroll): string =>
	`\u001B[${first + 1};${last + 1}r${
		by > 0 ? `\u001B[${last + 1}H${'\n'.repeat(by)}` : `\u001B[${first + 1}H${'\u001BM'.repeat(-by)}`
	}\u001B[r`;

function scrolledRows(rows: ScreenRows, {first, last, by}: Scroll): ScreenRows {
	const moved = new Map(rows);
	for (let y = first; y <= last; y++) moved.set(y, y + by >= first && y + by <= last ? (rows.get(y + by) ?? '') : '');
	return moved;
}

/** Undefined if a scroll would move Ink's rows, or would save nothing. */
function findScroll(shown: ScreenRows, next: ScreenRows): Scroll | undefined {
	/** The position of each shown row. -1 for equal rows in several places. */
	const shownAt = new Map<string, number>();
	for (const [y, row] of shown) shownAt.set(row, shownAt.has(row) ? -1 : y);

	const distances = new Map<number, {first: number; last: number; count: number}>();
	for (const [y, row] of next) {
		const by = (shownAt.get(row) ?? -1) - y;
		if (by + y < 0 || by === 0) continue;
		const moved = distances.get(by) ?? {first: y, last: y, count: 0};
		distances.set(by, {first: Math.min(moved.first, y), last: Math.max(moved.last, y), count: moved.count + 1});
	}

	const [[by, most] = []] = [...distances].sort(([, a], [, b]) => b.count - a.count);
	// A scroll also moves the rows in between, so they have to be rewritten.
	if (by === undefined || !most || most.count < minScrolledRows || most.count * 2 <= most.last - most.first) {
		return undefined;
	}

	const scroll = {by, first: Math.min(most.first, most.first + by), last: Math.max(most.last, most.last + by)};
	for (let y = scroll.first; y <= scroll.last; y++) if (!shown.has(y) || !next.has(y)) return undefined;
	return scroll;
}

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
	let cursor = '';

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
		/** Call it while React commits. The same goes for the returned function, which removes the region. */
		add(region: Region): () => void {
			isAwaitingInk = true;
			regions.add(region);
			return () => {
				isAwaitingInk = true;
				regions.delete(region);
			};
		},

		inkHasDrawn() {
			isAwaitingInk = false;
		},

		isAwaitingInk: () => isAwaitingInk,

		update(screenHeight: number, hasInkFrame: boolean): {readonly before: string; readonly after: string} {
			const {rows, caret} = draw(screenHeight);
			const leaving = [...shown.keys()].filter(y => !rows.has(y));
			const hide = cursor === '' ? '' : hideCursor;
			const before = leaving.map(y => `\u001B[${y + 1}H\u001B[K`).join('');
			const after = rowsUpdate(hasInkFrame ? new Map() : shown, rows);
			const isChanged = caret !== cursor || before + after !== '';
			shown = rows;
			cursor = caret;
			if (!isChanged && !hasInkFrame) return {before: '', after: ''};
			// Ink's frame may have put the cursor into a field.
			return hasInkFrame
				? {before: hide + before, after: saveCursor + after + restoreCursor + caret}
				: {before: hide + saveCursor + before, after: after + restoreCursor + caret};
		},

		/** Call it also when Ink draws everything. */
		forget() {
			isAwaitingInk = true;
			shown = new Map();
			cursor = '';
		},
	};
}

export type FastRows = ReturnType<typeof createFastRows>;
