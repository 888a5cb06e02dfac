/**
The cursor and scroll position in a list.

The selected row is tracked by `id`; `index` is its last known index. `id` is undefined while there is no row. `top` is the first visible row. `newAbove` holds the ids of new rows above the viewport that have not been on screen yet.

`isAtStart` is true until the user selects a row: the cursor stays on the first row, whichever that is.

`wanted` is the row to select once it arrives, and on which line, unless the user selects another before.

`beforeFilter` is the row that was selected before a filter or an order changed the list, and on which line. A movement forgets it.
*/
export type Position = {
	readonly id: string | undefined;
	readonly index: number;
	readonly top: number;
	readonly newAbove: readonly string[];
	readonly isAtStart?: boolean;
	readonly wanted?: PlacedRow | undefined;
	readonly beforeFilter?: PlacedRow | undefined;
};

/** A row that was selected, and on which line of the list. */
export type PlacedRow = {readonly id: string; readonly line: number};

/** What a position needs to know about its list. `idAt` returns undefined for a heading, which cannot be selected, `indexOf` for a row that is not listed. */
export type ListBounds = {
	readonly count: number;
	readonly height: number;
	readonly idAt: (index: number) => string | undefined;
	readonly indexOf: (id: string) => number | undefined;
};

export const startPosition: Position = {id: undefined, index: 0, top: 0, newAbove: [], isAtStart: true};

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max));

/** Where a movement goes. `none` if only the list has changed. */
type Direction = 'up' | 'down' | 'none';

const directionOf = (by: number): Direction => (by < 0 ? 'up' : 'down');

/** Returns the index of the row nearest to `index`, which is not a heading. Looks in the direction of the movement first. */
function rowNear(index: number, direction: Direction, {count, idAt}: ListBounds): number {
	const step = direction === 'up' ? -1 : 1;
	for (const by of [step, -step]) {
		for (let at = index; at >= 0 && at < count; at += by) if (idAt(at) !== undefined) return at;
	}

	return index;
}

/** Returns the first row of the last full viewport. */
const maxTopOf = ({count, height}: ListBounds): number => Math.max(0, count - height);

type Viewport = Pick<Position, 'index' | 'top' | 'newAbove'>;

/** Selects the row nearest to `index`. The viewport starts as close to `top` as keeps the row visible, and at `maxTop` or above. An empty list has no selection. A movement up also shows the heading above the row. */
function settle(
	{index, top, newAbove}: Viewport,
	bounds: ListBounds,
	maxTop = maxTopOf(bounds),
	direction: Direction = 'none',
): Position {
	const {count, height, idAt} = bounds;
	if (count === 0) return startPosition;
	const selected = rowNear(clamp(index, 0, count - 1), direction, bounds);
	const hasHeading = selected > 0 && idAt(selected - 1) === undefined;
	const first = direction === 'up' && hasHeading ? selected - 1 : selected;
	const shown = clamp(top, Math.max(0, selected - height + 1), Math.min(first, maxTop));
	const isAbove = (id: string) => (bounds.indexOf(id) ?? shown) < shown;
	return {id: idAt(selected), index: selected, top: shown, newAbove: newAbove.filter(isAbove)};
}

/** Returns the viewport in which the row `index` is on the line of the selected one. */
const shiftedTo = ({index: from, top, newAbove}: Position, index: number): Viewport => ({
	index,
	top: top + index - from,
	newAbove,
});

const withBeforeFilter = (position: Position, beforeFilter: PlacedRow | undefined): Position =>
	beforeFilter ? {...position, beforeFilter} : position;

/** The position while the user has not selected a row, or on the wanted row if that has arrived. */
function atStart({wanted, beforeFilter}: Position, bounds: ListBounds): Position {
	const foundAt = wanted && bounds.indexOf(wanted.id);
	if (wanted && foundAt !== undefined)
		return settle({index: foundAt, top: foundAt - wanted.line, newAbove: []}, bounds);
	const first = settle({index: 0, top: 0, newAbove: []}, bounds);
	return withBeforeFilter({...first, isAtStart: true, ...(wanted && {wanted})}, beforeFilter);
}

/** Moves the cursor and scrolls only as far as needed. */
export const movedBy = ({index, top, newAbove}: Position, by: number, bounds: ListBounds): Position =>
	settle({index: index + by, top, newAbove}, bounds, Math.max(top, maxTopOf(bounds)), directionOf(by));

/** Moves the cursor and the viewport together, so that the cursor stays on its screen line. */
export const pagedBy = (position: Position, by: number, bounds: ListBounds): Position =>
	settle(shiftedTo(position, position.index + by), bounds, maxTopOf(bounds), directionOf(by));

/**
Returns the position after the list changed. The selected row stays selected and on its screen line, even if that leaves empty lines below the list. If it is gone, the row that took its place is selected. Until a row is selected, the top of the list stays on screen instead.

`arrived` holds the ids of new rows.
*/
export function keepSelected(position: Position, bounds: ListBounds, arrived: readonly string[] = []): Position {
	const {id, index, isAtStart, beforeFilter} = position;
	if (isAtStart) return atStart(position, bounds);
	const foundAt = id === undefined ? undefined : bounds.indexOf(id);
	const viewport = shiftedTo(position, foundAt ?? clamp(index, 0, Math.max(0, bounds.count - 1)));
	const newAbove = [...new Set([...position.newAbove, ...arrived])];
	return withBeforeFilter(settle({...viewport, newAbove}, bounds, Number.POSITIVE_INFINITY), beforeFilter);
}

/** Returns the selected row and its line, or those from before a filter. Undefined if there are none. */
export const rowBeforeFilter = ({id, index, top, beforeFilter}: Position): PlacedRow | undefined =>
	beforeFilter ?? (id === undefined ? undefined : {id, line: index - top});

/** Returns the position on a row after a filter or an order changed the list. It is on the line of the selected row, or on that where it was before, unless the viewport would not be full. */
export function placedAt(position: Position, index: number, bounds: ListBounds): Position {
	const before = rowBeforeFilter(position);
	const line = before && before.id === bounds.idAt(index) ? before.line : position.index - position.top;
	return withBeforeFilter(settle({index, top: index - line, newAbove: []}, bounds), before);
}

/** Returns the position after a filter or an order changed the list. What was selected before is selected if it is shown; if not, later filters look for it. */
export function filteredAt(position: Position, bounds: ListBounds): Position {
	const {id, index, isAtStart, beforeFilter} = position;
	const foundAt = [beforeFilter?.id, id]
		.map(wanted => (wanted === undefined ? undefined : bounds.indexOf(wanted)))
		.find(at => at !== undefined);
	if (isAtStart && (beforeFilter === undefined || foundAt === undefined)) return atStart(position, bounds);
	return placedAt(position, foundAt ?? index, bounds);
}

/** Returns the position after the size of the screen changed, which may add or remove headings. */
export function resized(position: Position, bounds: ListBounds): Position {
	const {id, index, isAtStart, beforeFilter} = position;
	if (isAtStart) return atStart(position, bounds);
	const foundAt = id === undefined ? undefined : bounds.indexOf(id);
	return withBeforeFilter(settle(shiftedTo(position, foundAt ?? index), bounds), beforeFilter);
}
