import {clamp} from '../base/clamp.ts';
/** The position in a list. The selected row is kept by its id, so other rows may come and go around it. A row that leaves the list keeps its line until the cursor moves, so that no key acts on another row. */
export type Cursor = {
	/** Undefined until the user selects a row. Until then, the window stays at the top. */
	readonly id: string | undefined;
	/** The first row that was shown, before the user selects a row. Replaced by the new first row once it has left the window. */
	readonly first?: string | undefined;
	readonly line: number;
	/** The index of the row when the list last changed. A row that has left was above this index. */
	readonly index: number;
	/** New rows above the window that the user has not seen. */
	readonly newAbove: readonly string[];
	/** A selected row that is not in the list. It is selected again when it arrives, unless the user has selected another one, or when a filter shows it. A movement forgets it. */
	readonly sought?: RowOnLine | undefined;
};

export type RowOnLine = {readonly id: string; readonly line: number};

/** Undefined for a heading, which cannot be selected. */
export type RowIds = ReadonlyArray<string | undefined>;

/** `has`: whether the row exists, filtered out or not. */
export type Rows = {readonly ids: RowIds; readonly height: number; readonly has: (id: string) => boolean};

/** `top`: the first row in the window. `absence`: why the list does not show the selected row, which was above the row `index`. */
export type Placement = {
	readonly index: number;
	readonly top: number;
	readonly heldBecause?: 'filtered out' | 'gone' | undefined;
};

export const startCursor: Cursor = {id: undefined, line: 0, index: 0, newAbove: []};

const cursorIndex = (ids: RowIds, {id, index}: Pick<Cursor, 'id' | 'index'>): number =>
	ids[index] === id ? index : ids.indexOf(id);

const maxScroll = (count: number, height: number): number => Math.max(0, count - height);

export function placementOf(cursor: Cursor, {ids, height, has}: Rows): Placement {
	const {id, first, index: known, line} = cursor;
	if (id === undefined) {
		const at = first === undefined ? -1 : ids.indexOf(first);
		const index = at >= 0 && at < height ? at : rowNear(0, 1, ids);
		return {index, top: Math.max(0, index - height + 1)};
	}

	const at = cursorIndex(ids, cursor);
	const held = at >= 0 ? undefined : has(id) ? 'filtered out' : 'gone';
	const index = held ? Math.min(known, ids.length) : at;
	const last = Math.min(index, maxScroll(ids.length + (held ? 1 : 0), height));
	return {index, top: clamp(index - line, Math.max(0, index - height + 1), last), heldBecause: held};
}

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

function selectedAt(rows: Rows, index: number, line: number): Cursor {
	const {ids} = rows;
	const at = rowNear(clamp(index, 0, ids.length - 1), 1, ids);
	if (ids[at] === undefined) return startCursor;
	const selected: Cursor = {id: ids[at], index: at, line, newAbove: []};
	return {...selected, line: at - placementOf(selected, rows).top};
}

/** Scrolls only as far as needed, or as far as the cursor moves if `isPaging`. A movement up also shows the heading above the row. */
export function movedTo(cursor: Cursor, rows: Rows, to: number, isPaging = false): Cursor {
	const {ids, height} = rows;
	const {index, top} = placementOf(cursor, rows);
	const at = rowNear(clamp(to, 0, ids.length - 1), to - index, ids);
	if (ids[at] === undefined) return startCursor;
	const first = to < index && ids[at - 1] === undefined ? at - 1 : at;
	const scrolled = isPaging ? top + at - index : top;
	const shown = Math.max(0, at - height + 1, Math.min(scrolled, first, maxScroll(ids.length, height)));
	return {id: ids[at], index: at, line: at - shown, newAbove: unseen(cursor.newAbove, ids, shown)};
}

/** If the selected row has left the list, a step down selects the row that took its place. */
export function movedBy(cursor: Cursor, rows: Rows, by: number, isPaging = false): Cursor {
	const {index, heldBecause} = placementOf(cursor, rows);
	return movedTo(cursor, rows, index + by - (heldBecause && by > 0 ? 1 : 0), isPaging);
}

/** Follows a change of the rows or of the screen size. The selected row stays on its line unless that would leave the window partly empty. `arrived`: the ids of new rows. */
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
	const {index, top} = placementOf({...cursor, index: found < 0 ? indexOfLeft(cursor, ids, before) : found}, rows);
	const newAbove = unseen([...new Set([...cursor.newAbove, ...arrived])], ids, top);
	return {...cursor, index, line: index - top, newAbove};
}

function indexOfLeft({index}: Cursor, ids: RowIds, before: RowIds): number {
	if (ids === before) return index;
	const left = new Set(ids);
	const below = before.slice(index).find(other => other !== undefined && left.has(other));
	return below === undefined ? ids.length : ids.indexOf(below);
}

export const released = (cursor: Cursor, rows: Rows): Cursor =>
	placementOf(cursor, rows).heldBecause === 'gone' ? movedBy(cursor, rows, 0) : cursor;

export const currentOrSoughtRow = ({id, line, sought}: Cursor): RowOnLine | undefined =>
	id === undefined ? sought : {id, line};

/** The row to come back to: the one selected before the filter moved the cursor, or the current one. */
export const rowToReturnTo = ({id, line, sought}: Cursor): RowOnLine | undefined =>
	sought ?? (id === undefined ? undefined : {id, line});

/** Follows a new filter or sort. Selects the row to come back to if it is shown. Otherwise selects the row `next`, and later filters look for the row to come back to. */
export function arranged(cursor: Cursor, rows: Rows, next = cursor.index): Cursor {
	const sought = rowToReturnTo(cursor);
	if (!sought) return startCursor;
	const {id, line} = cursor;
	const foundAt = [sought.id, id]
		.map(wanted => (wanted === undefined ? -1 : rows.ids.indexOf(wanted)))
		.find(at => at >= 0);
	if (foundAt === undefined && id === undefined) return cursor;
	const index = foundAt ?? next;
	return {...selectedAt(rows, index, rows.ids[index] === sought.id ? sought.line : line), sought};
}
