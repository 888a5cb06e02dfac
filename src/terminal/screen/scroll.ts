import type {Row} from './line.ts';

/** Rows `first` to `last`, counted from 0, whose content moves up by `by` rows (down if negative). */
export type Scroll = {readonly first: number; readonly last: number; readonly by: number};

/** Rewriting fewer rows than this costs less than scrolling them. */
const minRows = 4;

/** The rows that have moved by the same distance. */
type Moved = {readonly by: number; first: number; last: number; count: number};

/** Scrolls rows with DECSTBM, which every terminal since the VT100 supports. */
export const scrollSequence = ({first, last, by}: Scroll): string =>
	`\u001B[${first + 1};${last + 1}r${
		by > 0 ? `\u001B[${last + 1}H${'\n'.repeat(by)}` : `\u001B[${first + 1}H${'\u001BM'.repeat(-by)}`
	}\u001B[r`;

/** Returns the rows after a scroll. Those into which none moved are blank. */
export const scrolled = (rows: readonly Row[], {first, last, by}: Scroll): readonly Row[] =>
	rows.map((row, at) => {
		if (at < first || at > last) return row;
		return (at + by >= first && at + by <= last && rows[at + by]) || [{at: 0, text: ''}];
	});

/** Returns how most of a list has moved. Looks only at the left piece of a row: what is beside a list rarely moves with it. */
export function findScroll(shown: readonly Row[], next: readonly Row[]): Scroll | undefined {
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
