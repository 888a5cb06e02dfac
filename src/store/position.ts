/**
Where the reader is in a list.

The picked row is held by its id; `index` is where it was last seen. `id` is undefined while the row under the cursor has not been read. `top` is the first row on the screen.
*/
export type Position = {readonly id: string | undefined; readonly index: number; readonly top: number};

/** What a position needs to know of its list. `idAt` gives undefined for a row that is not read. */
export type Extent = {
	readonly count: number;
	readonly height: number;
	readonly idAt: (index: number) => string | undefined;
};

export const startPosition: Position = {id: undefined, index: 0, top: 0};

const clamp = (value: number, lowest: number, highest: number) => Math.max(lowest, Math.min(value, highest));

/** The same row in a window of this list: nothing before its first row, nothing after its last, the picked row inside. */
function settle(index: number, top: number, {count, height, idAt}: Extent): Position {
	const picked = clamp(index, 0, Math.max(0, count - 1));
	const lowestTop = Math.max(0, picked - height + 1);
	const highestTop = Math.min(picked, Math.max(0, count - height));
	return {id: idAt(picked), index: picked, top: clamp(top, Math.min(lowestTop, highestTop), highestTop)};
}

/** Moves the cursor; the window follows only as far as it must. */
export const movedBy = (position: Position, by: number, extent: Extent): Position =>
	settle(position.index + by, position.top, extent);

/** Moves cursor and window by a screenful, so that the cursor stays on its line. */
export const pagedBy = (position: Position, by: number, extent: Extent): Position =>
	settle(position.index + by, position.top + by, extent);

/**
The position after the list changed: the picked row is still picked and on the line where it was.

`foundAt` is where its id is now, undefined when it is gone; then the row that took its place is picked.
*/
export function heldAt(position: Position, foundAt: number | undefined, extent: Extent): Position {
	const index = foundAt ?? position.index;
	return settle(index, position.top + index - position.index, extent);
}

/** The position after the window changed its height. */
export const resized = (position: Position, extent: Extent): Position => settle(position.index, position.top, extent);
