import type {LocalTime} from '../base/clock.ts';
import {isSameList} from '../base/memo.ts';
import {type Arrangement, arrangementOf, type ListName, nextQuickFilter, type Sort} from '../model/arrangement.ts';
import {type Size, statusHeight} from '../model/layout.ts';
import {
	filteredAt,
	type ListBounds,
	movedBy,
	type Position,
	pagedBy,
	preferredId,
	resized,
	withHidden,
} from '../model/position.ts';
import {withNextQuickFilter} from '../model/project-filter.ts';
import {withoutDialog} from './dialogs.ts';
import {viewOf} from './documents.ts';
import {
	boundsOf,
	currentList,
	isListScreen,
	isOnSamePlace,
	projectBounds,
	withPosition,
	withPositions,
} from './lists.ts';
import {withRange} from './marks.ts';
import {sortProjects, withFilter, withLoadAll, withMatch, withoutGoneRow} from './projects.ts';
import {listsProjects} from './screen.ts';
import {currentScreen, patch, type State, withInterface, withScreen} from './state.ts';

const rowsShownIn = ({
	projects: {list, filtered},
	deployments,
	interface: {size, activity, arrangements, dialog},
}: State) => [list, filtered, deployments, size, activity, arrangements, dialog?.name];

function placesIn(state: State): readonly unknown[] {
	const screen = currentScreen(state);
	const {dialog} = state.interface;
	return [
		state.projects.position,
		'position' in screen && screen.position,
		'top' in screen && screen.top,
		dialog && 'top' in dialog && dialog.top,
		viewOf(state)?.cursor,
	];
}

/** Whether a change has only moved through loaded rows. */
export const hasMoved = (before: State, after: State): boolean =>
	isOnSamePlace(before, after) &&
	isSameList(rowsShownIn(before), rowsShownIn(after)) &&
	!isSameList(placesIn(before), placesIn(after));

function withMovement(state: State, move: (position: Position, bounds: ListBounds) => Position): State {
	const list = currentList(state);
	if (!list) return state;
	const position = move(list.position, list.bounds);
	const moved = withPosition(state, position);
	return listsProjects(currentScreen(state)) ? withProjectSelected(moved, position, list.bounds.height) : moved;
}

function withProjectSelected(state: State, {id, top}: Position, height: number): State {
	const {
		interface: {dialog},
		projects: {loading, reach},
	} = state;
	const moved = withoutGoneRow(
		patch(state, 'projects', {
			reach: Math.max(reach, top + height),
			// A movement cancels the jump to the last row, but not the loading of all rows.
			loading: loading === 'last' ? undefined : loading,
		}),
	);
	if (dialog?.name !== 'filter') return withRange(moved);
	return withRange(withInterface(moved, {dialog: {...dialog, anchorId: id, isNew: false}}));
}

/** Moves to the first or last row. Loads the remaining pages first if the last row is not known yet. */
export function jumpTo(state: State, to: 'first' | 'last', now: LocalTime): State {
	const isUnfinished =
		listsProjects(currentScreen(state)) && !state.projects.filtered && state.projects.list.end !== 'reached';
	if (to === 'last' && isUnfinished) return withLoadAll(state, 'last', now);
	return withMovement(state, (position, bounds) =>
		movedBy(position, to === 'first' ? -bounds.count : bounds.count, bounds),
	);
}

/** Moves the cursor of the list on the current screen, or scrolls a screen without a list. */
export function moveBy(state: State, rows: number): State {
	const screen = currentScreen(state);
	return screen.name === 'deployment'
		? withScreen(state, {...screen, top: Math.max(0, screen.top + rows)})
		: withMovement(state, (position, bounds) => movedBy(position, rows, bounds));
}

export const pageBy = (state: State, screens: number): State =>
	withMovement(state, (position, bounds) => pagedBy(position, Math.trunc(screens * bounds.height), bounds));

export const stepMatch = (state: State, by: 1 | -1, now: LocalTime): State => withRange(withMatch(state, by, now));

export function resizeTo(state: State, size: Size): State {
	const before = state.interface.size;
	const isSame = size.columns === before.columns && size.rows === before.rows;
	if (isSame && statusHeight(size) === statusHeight(before)) return state;
	const next = withInterface(state, {size});
	const position = resized(next.projects.position, projectBounds(next));
	return withPositions(patch(next, 'projects', {position}), screen => resized(screen.position, boundsOf(next, screen)));
}

/** Returns the list of deployments or of the activity on the current screen. */
function arrangedList(state: State): ListName | undefined {
	const screen = currentScreen(state);
	return isListScreen(screen) ? screen.name : undefined;
}

/** Returns the list on the current screen if it can be sorted. */
export function sortableList(state: State): ListName | 'projects' | undefined {
	return listsProjects(currentScreen(state)) ? 'projects' : arrangedList(state);
}

/** Returns how the list on the current screen is sorted. Undefined if it is in its own order. */
export function currentSort(state: State): Sort | undefined {
	const list = arrangedList(state);
	return list ? arrangementOf(state.interface.arrangements, list).sort : state.projects.filtered?.sort;
}

function withArrangement(state: State, change: (before: Arrangement) => Arrangement): State {
	const list = arrangedList(state);
	if (!list) return state;
	const {arrangements} = state.interface;
	const next = withInterface(state, {
		arrangements: new Map(arrangements).set(list, change(arrangementOf(arrangements, list))),
	});
	return withPositions(next, screen => filteredAt(screen.position, boundsOf(next, screen)));
}

/** Sorts the list on the current screen by one of its columns, or puts it in its own order again. Closes the menu. */
export const sortList = (state: State, sort: Sort | undefined, now: LocalTime): State =>
	listsProjects(currentScreen(state))
		? sortProjects(state, sort, now)
		: withArrangement(withoutDialog(state), before => ({...before, sort}));

/** Filters the list on the current screen by the next quick filter. The selected row is selected again as soon as it is shown, unless the user has moved. */
export function cycleQuickFilter(state: State, now: LocalTime): State {
	if (!listsProjects(currentScreen(state)))
		return withArrangement(state, before => ({...before, shown: nextQuickFilter(before.shown)}));
	const {filtered, position} = state.projects;
	const preferred = preferredId(position);
	const query = withNextQuickFilter(filtered?.query ?? '');
	const next = withFilter(state, {query, sort: filtered?.sort}, now, preferred);
	return patch(next, 'projects', {position: withHidden(next.projects.position, preferred)});
}
