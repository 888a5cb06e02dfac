import type {Cells} from './cells.ts';

/** Lines `first` to `last`, counted from 0, that moved up by `by` lines, or down where it is negative. */
export type Scroll = {readonly first: number; readonly last: number; readonly by: number};

/** What tells a line from others: its text without the gutter, in which the picked row is marked, and without what stands beside a list. */
const begin = 1;
const end = 60;

type Move = {readonly by: number; readonly rows: readonly number[]};

/** With fewer lines than these, writing them costs less than moving them. */
const fewest = 4;

const nameOf = (line: string, cellsOf: (line: string) => Cells): string =>
	cellsOf(line).text.slice(begin, end).trimEnd();

/** By how many lines most lines moved, and where they are now. Lines that stand on the screen more than once tell nothing. */
function commonestMove(shown: readonly string[], next: readonly string[]): Move {
	const places = new Map<string, number>();
	for (const [row, name] of shown.entries()) places.set(name, places.has(name) ? -1 : row);
	const moved = new Map<number, number[]>();
	for (const [row, name] of next.entries()) {
		const place = name === '' ? undefined : places.get(name);
		if (place === undefined || place < 0) continue;
		const rows = moved.get(place - row) ?? [];
		rows.push(row);
		moved.set(place - row, rows);
	}

	let commonest: Move = {by: 0, rows: []};
	for (const [by, rows] of moved) if (rows.length > commonest.rows.length) commonest = {by, rows};
	return commonest;
}

/** Finds that most of a list moved up or down. What comes of it is only a saving: the lines are compared afterwards. */
export function findScroll(
	shown: readonly string[],
	next: readonly string[],
	cellsOf: (line: string) => Cells,
): Scroll | undefined {
	let changed = 0;
	for (let row = 0; row < next.length; row++) if (shown[row] !== next[row]) changed++;
	if (changed < fewest || shown.length !== next.length) return undefined;

	const names = (lines: readonly string[]) => lines.map(line => nameOf(line, cellsOf));
	const {by, rows} = commonestMove(names(shown), names(next));
	if (by === 0 || rows.length < fewest) return undefined;
	const first = Math.min(...rows);
	const last = Math.max(...rows);
	return by > 0 ? {first, last: last + by, by} : {first: first + by, last, by};
}

/** What stands on the screen once it was scrolled: blank lines where nothing moved to. */
export function scrolled(shown: readonly string[], {first, last, by}: Scroll): readonly string[] {
	return shown.map((line, row) => {
		if (row < first || row > last) return line;
		const from = row + by;
		return from < first || from > last ? '' : (shown[from] ?? '');
	});
}
