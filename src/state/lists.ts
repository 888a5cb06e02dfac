import type {LocalTime} from '../base/clock.ts';
import {isSameList, memoEach, memoLast} from '../base/memo.ts';
import {caseless} from '../base/text.ts';
import type {SavedActivityEntry} from '../model/activity-entry.ts';
import {
	type Arrangement,
	arrangementOf,
	type ListName,
	nextQuickFilter,
	type Sort,
	type SortValue,
	sortedBy,
} from '../model/arrangement.ts';
import {type BoardEntry, rowOfEntry, shownBoard} from '../model/board.ts';
import type {KnownDeployment} from '../model/deployment-table.ts';
import {liveLayout, projectRows, type Size, statusHeight} from '../model/layout.ts';
import {
	filteredAt,
	keepSelected,
	type ListBounds,
	movedBy,
	type Position,
	pagedBy,
	resized,
} from '../model/position.ts';
import {withNextQuickFilter} from '../model/project-filter.ts';
import {isWhole} from '../model/project-list.ts';
import {shownDeployments} from './deployments.ts';
import {withDialog, withoutDialog} from './dialogs.ts';
import {
	projectBounds,
	sortProjects,
	withFilter,
	withLoadAll,
	withMatch,
	withoutGoneRow,
	withRange,
} from './projects.ts';
import {listsProjects, type Screen} from './screen.ts';
import {currentScreen, patch, type State, withInterface, withScreen} from './state.ts';

function entryValue({kind, project, at}: SavedActivityEntry, by: string): SortValue {
	if (by === 'event') return kind;
	return by === 'project' ? caseless(project) : at;
}

const sortedActivity = memoLast((activity: readonly SavedActivityEntry[], sort: Sort | undefined) =>
	sortedBy(activity, sort, entryValue),
);

export const shownActivity = ({interface: {activity, arrangements}}: State): readonly SavedActivityEntry[] =>
	sortedActivity(activity, arrangementOf(arrangements, 'activity').sort);

/** A screen with a list that has a position of its own. The screens that list the projects share one. */
export type ListScreen = Extract<Screen, {readonly position: Position}>;

export const isListScreen = (screen: Screen): screen is ListScreen => 'position' in screen;

const idsOfDeployments = memoEach((rows: readonly KnownDeployment[]) => rows.map(({deployment}) => deployment.id));
const idsOfActivity = memoEach((entries: readonly SavedActivityEntry[]) => entries.map(({id}) => id));
const idsOfBoard = memoEach((entries: readonly BoardEntry[]) => entries.map(entry => rowOfEntry(entry)?.id));

/** Returns where the row is that a deployment of the board is folded into, so that it takes over the selection. */
const indexOfHeir = (state: State, id: string): number =>
	shownBoard(state).entries.findIndex(entry => rowOfEntry(entry)?.folded.includes(id));

/** Returns the ids of the rows that a list shows, undefined for headings: the same array until anything in the rows changes. */
export function idsShown(state: State, screen: ListScreen): ReadonlyArray<string | undefined> {
	switch (screen.name) {
		case 'deployments':
			return idsOfDeployments(shownDeployments(state, screen.projectId));
		case 'activity':
			return idsOfActivity(shownActivity(state));
		case 'board':
			return idsOfBoard(shownBoard(state).entries);
	}
}

const heights = {
	deployments: (size: State['interface']['size']) => liveLayout(size).rows,
	activity: projectRows,
	board: projectRows,
};

export function boundsOf(state: State, screen: ListScreen): ListBounds {
	const ids = idsShown(state, screen);
	return {
		count: ids.length,
		height: heights[screen.name](state.interface.size),
		idAt: index => ids[index],
		indexOf(id) {
			const own = ids.indexOf(id);
			const at = own < 0 && screen.name === 'board' ? indexOfHeir(state, id) : own;
			return at < 0 ? undefined : at;
		},
	};
}

export function withPositions(state: State, change: (screen: ListScreen) => Position): State {
	const {screens} = state.interface;
	const next = screens.map(screen => {
		if (!isListScreen(screen)) return screen;
		const position = change(screen);
		return position === screen.position ? screen : {...screen, position};
	});
	return isSameList(next, screens) ? state : withInterface(state, {screens: next});
}

/** Returns where the user is in the list on the current screen. Undefined on a screen without one. */
export function currentList(state: State): {readonly position: Position; readonly bounds: ListBounds} | undefined {
	const screen = currentScreen(state);
	if (listsProjects(screen)) return {position: state.projects.position, bounds: projectBounds(state)};
	return isListScreen(screen) ? {position: screen.position, bounds: boundsOf(state, screen)} : undefined;
}

export function withPosition(state: State, position: Position): State {
	const screen = currentScreen(state);
	if (listsProjects(screen)) return patch(state, 'projects', {position});
	return isListScreen(screen) ? withScreen(state, {...screen, position}) : state;
}

export const isSamePlace = (a: Screen, b: Screen): boolean =>
	a.name === b.name &&
	('projectId' in a ? a.projectId : '') === ('projectId' in b ? b.projectId : '') &&
	('deploymentId' in a ? a.deploymentId : '') === ('deploymentId' in b ? b.deploymentId : '');

export const isOnSamePlace = (a: State, b: State): boolean =>
	a.connection?.id === b.connection?.id && isSamePlace(currentScreen(a), currentScreen(b));

function firstRowId(state: State): string | undefined {
	const list = currentList(state);
	return list?.position.isAtStart ? list.bounds.idAt(list.position.index) : undefined;
}

/**
Returns the row that a key acts on while none is selected: the first row as last painted, even if a new row has moved it down since.

Undefined if a row is selected or the list is empty.
*/
export function paintedRowId(state: State, painted: State): string | undefined {
	const firstId = firstRowId(state);
	if (firstId === undefined) return undefined;
	return (isOnSamePlace(state, painted) ? firstRowId(painted) : undefined) ?? firstId;
}

/** Selects a row where none is selected, and keeps it on the first line even if new rows have moved it down. Returns the same state if one is selected or the row is gone. */
export function withSelected(state: State, id: string): State {
	const list = currentList(state);
	if (!list?.position.isAtStart || list.bounds.indexOf(id) === undefined) return state;
	const {index, top, newAbove} = list.position;
	return withPosition(state, keepSelected({id, index, top, newAbove}, list.bounds));
}

function withMovement(state: State, move: (position: Position, bounds: ListBounds) => Position): State {
	const list = currentList(state);
	if (!list) return state;
	const position = move(list.position, list.bounds);
	const moved = withPosition(state, position);
	return listsProjects(currentScreen(state)) ? withProjectSelected(moved, position, list.bounds.height) : moved;
}

function withProjectSelected(state: State, {top}: Position, height: number): State {
	const {loading, reach} = state.projects;
	const moved = withoutGoneRow(
		patch(state, 'projects', {
			reach: Math.max(reach, top + height),
			// A movement cancels the jump to the last row, but not the loading of all rows.
			loading: loading === 'last' ? undefined : loading,
		}),
	);
	return withRange(withDialog(moved, 'filter', {isNew: false}));
}

/** Moves to the first or last row. Loads the remaining pages first if the last row is not known yet. */
export function jumpTo(state: State, to: 'first' | 'last', now: LocalTime): State {
	const isUnfinished = listsProjects(currentScreen(state)) && !state.projects.filtered && !isWhole(state.projects.list);
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

function arrangedList(state: State): ListName | undefined {
	const screen = currentScreen(state);
	return isListScreen(screen) ? screen.name : undefined;
}

export function sortableList(state: State): ListName | 'projects' | undefined {
	return listsProjects(currentScreen(state)) ? 'projects' : arrangedList(state);
}

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
	const {filtered} = state.projects;
	return withFilter(state, {query: withNextQuickFilter(filtered?.query ?? ''), sort: filtered?.sort}, now);
}

export function focusedField(state: State): number | undefined {
	const screen = currentScreen(state);
	return 'field' in screen ? screen.field : undefined;
}

export function withFocusedField(state: State, field: number | undefined): State {
	const screen = currentScreen(state);
	if (screen.name !== 'projects' && screen.name !== 'deployments') return state;
	return withScreen(state, {...screen, field});
}

const maxEntries = 500;

/** Adds an activity entry, unless it is about an earlier connection, or was read from the journal because another process had saved it. */
export function withActivityEntry(state: State, entry: SavedActivityEntry): State {
	const {activity} = state.interface;
	const isKnown = activity.some(({id}) => id === entry.id);
	if (entry.connection !== state.connection?.name || isKnown) return state;
	return withInterface(state, {activity: [entry, ...activity].slice(0, maxEntries)});
}
