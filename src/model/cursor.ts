import {clamp} from '../base/clamp.ts';
/**
Which row of a list is selected, and on which line of its window.

The row is held by its id, so other rows may come and go around it. If the list does not show it any more, it keeps its place until the cursor moves, so that no key acts on another row instead.
*/
export type Cursor = {
	/** Undefined until the user selects a row. Until then the window stays at the top of the list. */
	readonly id: string | undefined;
	/** The row that the cursor is on until then: the first that was shown, or if it leaves the window, the first that is shown then. */
	readonly first?: string | undefined;
	readonly line: number;
	/** Where the row was when the list last changed, or above which row it was. */
	readonly index: number;
	/** The ids of new rows above the window that have not been on screen yet. */
	readonly newAbove: readonly string[];
	/** A row that was selected but is not shown. It is selected again once it arrives, unless the user has selected another, or once a filter shows it. A movement forgets it. */
	readonly sought?: RowOnLine | undefined;
};

export type RowOnLine = {readonly id: string; readonly line: number};

/** The ids of the rows of a list, undefined for headings, which cannot be selected. */
export type RowIds = ReadonlyArray<string | undefined>;

/** A list, and how many of its rows fit on the screen. `has`: whether there is such a row, shown or not. */
export type Rows = {readonly ids: RowIds; readonly height: number; readonly has: (id: string) => boolean};

/** Where the cursor is in a list, and which row is the first in the window. `held`: the list does not show the selected row any more, because it does not match or is gone. It is above the row `index`. */
export type Placement = {
	readonly index: number;
	readonly top: number;
	readonly held?: 'hidden' | 'gone' | undefined;
};

export const startCursor: Cursor = {id: undefined, line: 0, index: 0, newAbove: []};

/** Looks where the row was before it searches all of them, because this runs with every key. */
const cursorIndex = (ids: RowIds, {id, index}: Pick<Cursor, 'id' | 'index'>): number =>
	ids[index] === id ? index : ids.indexOf(id);

/** The first row of the last full window. */
const maxTop = (count: number, height: number): number => Math.max(0, count - height);

/** The window is full if it can be. */
export function placementOf(cursor: Cursor, {ids, height, has}: Rows): Placement {
	const {id, first, index: known, line} = cursor;
	if (id === undefined) {
		const at = first === undefined ? -1 : ids.indexOf(first);
		const index = at >= 0 && at < height ? at : rowNear(0, 1, ids);
		return {index, top: Math.max(0, index - height + 1)};
	}

	const at = cursorIndex(ids, cursor);
	const held = at >= 0 ? undefined : has(id) ? 'hidden' : 'gone';
	const index = held ? Math.min(known, ids.length) : at;
	const last = Math.min(index, maxTop(ids.length + (held ? 1 : 0), height));
	return {index, top: clamp(index - line, Math.max(0, index - height + 1), last), held};
}

/** Returns the index of the row nearest to `index`, which is not a heading. Looks in the direction of the movement first. */
function rowNear(index: number, direction: number, ids: RowIds): number {
	const step = direction < 0 ? -1 : 1;
	for (const by of [step, -step])
		for (let at = index; at >= 0 && at < ids.length; at += by) if (ids[at] !== undefined) return at;
	return index;
}

function unseen(newAbove: readonly string[], ids: RowIds, top: number): readonly string[] {
	const isAbove = (id: string) => {
		const at = ids.indexOf(id);
		return at >= 0 && at < top;
	};
	return newAbove.length === 0 ? newAbove : newAbove.filter(isAbove);
}

/** Selects the row nearest to `index`, on a line. */
function selectedAt(rows: Rows, index: number, line: number): Cursor {
	const {ids} = rows;
	const at = rowNear(clamp(index, 0, ids.length - 1), 1, ids);
	if (ids[at] === undefined) return startCursor;
	const selected: Cursor = {id: ids[at], index: at, line, newAbove: []};
	return {...selected, line: at - placementOf(selected, rows).top};
}

/** Moves the cursor and scrolls only as far as needed, or with `isPaging` the window together with the cursor. A movement up also shows the heading above the row. */
export function movedTo(cursor: Cursor, rows: Rows, to: number, isPaging = false): Cursor {
	const {ids, height} = rows;
	const {index, top} = placementOf(cursor, rows);
	const at = rowNear(clamp(to, 0, ids.length - 1), to - index, ids);
	if (ids[at] === undefined) return startCursor;
	const first = to < index && ids[at - 1] === undefined ? at - 1 : at;
	const scrolled = isPaging ? top + at - index : top;
	const shown = Math.max(0, at - height + 1, Math.min(scrolled, first, maxTop(ids.length, height)));
	return {id: ids[at], index: at, line: at - shown, newAbove: unseen(cursor.newAbove, ids, shown)};
}

/** Moves the cursor by a number of rows. The row below one that is held takes its place. */
export function movedBy(cursor: Cursor, rows: Rows, by: number, isPaging = false): Cursor {
	const {index, held} = placementOf(cursor, rows);
	return movedTo(cursor, rows, index + by - (held && by > 0 ? 1 : 0), isPaging);
}

/** Returns the cursor after the rows or the size of the screen changed. The selected row stays selected, and on its line unless the window would not be full. `arrived` holds the ids of new rows. */
export function followed(
	cursor: Cursor,
	rows: Rows,
	before: RowIds = rows.ids,
	arrived: readonly string[] = [],
): Cursor {
	const {id, sought} = cursor;
	const {ids} = rows;
	if (id === undefined) {
		const foundAt = sought ? ids.indexOf(sought.id) : -1;
		if (sought && foundAt >= 0) return selectedAt(rows, foundAt, sought.line);
		const first = ids[placementOf(cursor, rows).index];
		return first === cursor.first ? cursor : {...cursor, first};
	}

	const found = cursorIndex(ids, cursor);
	const {index, top} = placementOf({...cursor, index: found < 0 ? indexOfHeld(cursor, ids, before) : found}, rows);
	const newAbove = unseen([...new Set([...cursor.newAbove, ...arrived])], ids, top);
	return {...cursor, index, line: index - top, newAbove};
}

/** Returns where a row that is not shown any more was: above the first of the rows below it that are left. */
function indexOfHeld({index}: Cursor, ids: RowIds, before: RowIds): number {
	if (ids === before) return index;
	const left = new Set(ids);
	const below = before.slice(index).find(other => other !== undefined && left.has(other));
	return below === undefined ? ids.length : ids.indexOf(below);
}

/** Selects the row beside one that is gone. */
export const released = (cursor: Cursor, rows: Rows): Cursor =>
	placementOf(cursor, rows).held === 'gone' ? movedBy(cursor, rows, 0) : cursor;

/** Returns the selected row, which is where the user is, else the one that is selected once it arrives. */
export const selectedElseSought = ({id, line, sought}: Cursor): RowOnLine | undefined =>
	id === undefined ? sought : {id, line};

/** Returns the row that is sought, which the user had selected before a filter selected another one, else the selected one. */
export const soughtElseSelected = ({id, line, sought}: Cursor): RowOnLine | undefined =>
	sought ?? (id === undefined ? undefined : {id, line});

/** Returns the cursor after a filter or an order changed the list. What was selected before is selected if it is shown. If not, the row `next` is, and later filters look for it. */
export function arranged(cursor: Cursor, rows: Rows, next = cursor.index): Cursor {
	const sought = soughtElseSelected(cursor);
	if (!sought) return startCursor;
	const {id, line} = cursor;
	const foundAt = [sought.id, id]
		.map(wanted => (wanted === undefined ? -1 : rows.ids.indexOf(wanted)))
		.find(at => at >= 0);
	if (foundAt === undefined && id === undefined) return cursor;
	const index = foundAt ?? next;
	return {...selectedAt(rows, index, rows.ids[index] === sought.id ? sought.line : line), sought};
}
