import type {ScreenRow} from './screen-row.ts';

/** Lines `first` to `last`, counted from 0, that moved up by `by` lines (down if negative). */
export type Scroll = {readonly first: number; readonly last: number; readonly by: number};

/** Rewriting fewer lines than this costs less than scrolling them. */
const minLines = 4;

/** Returns the most common offset between the two frames. Blank and repeated lines are ambiguous, so they are ignored. */
function mostCommonOffset(shown: readonly ScreenRow[], next: readonly ScreenRow[]): number {
	const places = new Map<string, number>();
	for (let row = 0; row < shown.length; row++) {
		const text = shown[row]?.[0].text ?? '';
		places.set(text, places.has(text) ? -1 : row);
	}

	const counts = new Map<number, number>();
	let best = 0;
	for (let row = 0; row < next.length; row++) {
		const text = next[row]?.[0].text;
		const place = text ? (places.get(text) ?? -1) : -1;
		if (place < 0) continue;
		const count = (counts.get(place - row) ?? 0) + 1;
		counts.set(place - row, count);
		if (count > (counts.get(best) ?? minLines - 1)) best = place - row;
	}

	return best;
}

/** Fast path: returns 1 or -1 if the list moved by a single line, the usual case, otherwise 0. */
function singleLineOffset(shown: readonly ScreenRow[], next: readonly ScreenRow[], changed: number): number {
	for (const by of [1, -1]) {
		let same = 0;
		for (let row = 0; row < next.length; row++) {
			const text = next[row]?.[0].text;
			if (text && text === shown[row + by]?.[0].text && text !== shown[row]?.[0].text) same++;
		}

		if (same >= minLines && same * 2 > changed) return by;
	}

	return 0;
}

/** Returns the characters of a line between its first and its last one, where marks may change while it moves: of the selected row, and that the list continues. */
const contentOf = (text: string): string => text.replaceAll(/\u001B\[[\d;]*m/g, '').slice(1, -1);

/** How many characters the marks of a line and their styles take at most. */
const maxMarkLength = 60;

/** Whether two lines are the same except for their marks. */
const hasSameContent = (before: string, after: string): boolean =>
	before === after ||
	(Math.abs(before.length - after.length) <= maxMarkLength && contentOf(before) === contentOf(after));

/** Detects that most of a list moved up or down. Only an optimization: the lines are compared afterwards anyway. */
export function findScroll(shown: readonly ScreenRow[], next: readonly ScreenRow[]): Scroll | undefined {
	if (shown.length !== next.length) return undefined;
	let first = next.length;
	let last = -1;
	let changed = 0;
	for (let row = 0; row < next.length; row++) {
		const before = shown[row]?.[0].text;
		const after = next[row]?.[0].text;
		if (!before || !after || before === after) continue;
		changed++;
		first = Math.min(first, row);
		last = row;
	}

	const by = changed < minLines ? 0 : singleLineOffset(shown, next, changed) || mostCommonOffset(shown, next);
	if (by === 0) return undefined;
	const hasMoved = (row: number) => {
		const before = shown[row + by]?.[0].text;
		const after = next[row]?.[0].text;
		if (!before || !after) return false;
		return hasSameContent(before, after);
	};
	while (first <= last && !hasMoved(first)) first++;
	while (last >= first && !hasMoved(last)) last--;
	if (last - first + 1 < minLines) return undefined;
	return by > 0 ? {first, last: last + by, by} : {first: first + by, last, by};
}
