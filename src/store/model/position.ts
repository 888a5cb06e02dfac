/**
Where the reader is in a list.

The picked row is held by its id; `index` is where it was last seen. `id` is undefined while the row under the cursor has not been read. `top` is the first row on the screen. `newAbove` names the rows that came in above the window and were not looked at yet.

`isAtStart` is true until a row is selected: the cursor is on the first row, whichever that is.
*/
export type Position = {
	readonly id: string | undefined;
	readonly index: number;
	readonly top: number;
	readonly newAbove: readonly string[];
	readonly isAtStart?: boolean;
};

/** What a position needs to know of its list. `idAt` gives undefined for a row that is not read, `indexOf` for one that is not there. */
export type ListBounds = {
	readonly count: number;
	readonly height: number;
	readonly idAt: (index: number) => string | undefined;
	readonly indexOf: (id: string) => number | undefined;
};

export const startPosition: Position = {id: undefined, index: 0, top: 0, newAbove: [], isAtStart: true};

const clamp = (value: number, lowest: number, highest: number) => Math.max(lowest, Math.min(value, highest));

/** The row at `index`, or the nearest there is, with the window as close to `top` as shows it, but not below `lastTop`. An empty list has no row to select. */
function settle(
	index: number,
	top: number,
	lastTop: number,
	newAbove: readonly string[],
	extent: ListBounds,
): Position {
	if (extent.count === 0) return startPosition;
	const picked = clamp(index, 0, Math.max(0, extent.count - 1));
	const shown = clamp(top, Math.max(0, picked - extent.height + 1), Math.min(picked, Math.max(0, lastTop)));
	const isAbove = (id: string) => (extent.indexOf(id) ?? shown) < shown;
	return {id: extent.idAt(picked), index: picked, top: shown, newAbove: newAbove.filter(isAbove)};
}

/** The first row, whichever it is: nobody has selected one. */
const atStart = (extent: ListBounds): Position => ({...settle(0, 0, 0, [], extent), isAtStart: true});

/** The first row of the last full window. */
const lastTopOf = ({count, height}: ListBounds): number => Math.max(0, count - height);

/** Moves the cursor; the window follows only as far as it must. */
export const movedBy = (position: Position, by: number, extent: ListBounds): Position =>
	settle(position.index + by, position.top, Math.max(position.top, lastTopOf(extent)), position.newAbove, extent);

/** Moves cursor and window by a screenful, so that the cursor stays on its line. */
export const pagedBy = (position: Position, by: number, extent: ListBounds): Position =>
	settle(position.index + by, position.top + by, lastTopOf(extent), position.newAbove, extent);

/**
The position after the list changed: the picked row is still picked and on the line where it was, even if that leaves lines below the list empty. Until a row is selected, the top of the list stays on the screen instead.

`foundAt` is where its id is now, undefined when it is gone; then the row that took its place is picked. `arrived` are the rows that nobody has seen before.
*/
export function heldAt(
	position: Position,
	foundAt: number | undefined,
	extent: ListBounds,
	arrived: readonly string[] = [],
): Position {
	if (position.isAtStart) return atStart(extent);
	const index = foundAt ?? clamp(position.index, 0, Math.max(0, extent.count - 1));
	const moved = index - position.index;
	const newAbove = arrived.length === 0 ? position.newAbove : [...new Set([...position.newAbove, ...arrived])];
	return settle(index, position.top + moved, Number.POSITIVE_INFINITY, newAbove, extent);
}

/** The position on another row of another list: on the line where it was, as long as the window is full. */
export const placedAt = (position: Position, index: number, extent: ListBounds): Position =>
	settle(index, position.top + index - position.index, lastTopOf(extent), [], extent);

/** The position after the window changed its height. */
export const resized = (position: Position, extent: ListBounds): Position =>
	position.isAtStart
		? atStart(extent)
		: settle(position.index, position.top, lastTopOf(extent), position.newAbove, extent);

/** How far down a row is looked for that was the first one a moment ago. */
const maxPushed = 1000;

/** The position once a row is selected where none was: the row `id`, on the first line, wherever it has been pushed to. Undefined if it is gone. */
export function selectedAt(position: Position, id: string, extent: ListBounds): Position | undefined {
	for (let index = 0; index < Math.min(extent.count, maxPushed); index++) {
		if (extent.idAt(index) === id) return heldAt({...position, id, index: 0, isAtStart: false}, index, extent);
	}

	return undefined;
}
