import type {LocalTime} from '../base/clock.ts';
import {isSameList, memo} from '../base/memo.ts';
import type {SavedActivityEntry} from '../model/activity-entry.ts';
import {
	type Arrangement,
	arrangementOf,
	type ListName,
	nextQuickFilter,
	type QuickFilter,
	type Sort,
} from '../model/arrangement.ts';
import {type BoardListItem, boardRowOf} from '../model/board.ts';
import {
	arranged,
	type Cursor,
	followed,
	movedBy,
	movedTo,
	type Placement,
	placementOf,
	type Rows,
	startCursor,
} from '../model/cursor.ts';
import {type KnownDeployment, rowIn} from '../model/deployment-table.ts';
import {deploymentsLayout, projectRows, type Size} from '../model/layout.ts';
import {queryWithQuickFilter, quickFilterOf} from '../model/project-filter.ts';
import {isWhole} from '../model/project-list.ts';
import {type ActivityListItem, activityEntryWithId, entryOfItem, shownActivity} from './activity.ts';
import {boardRows, shownBoard} from './board-rows.ts';
import {deploymentsOf, shownDeployments} from './deployments.ts';
import {withDialog, withoutDialog} from './dialogs.ts';
import {projectRowsOf, sortProjects, windowEnd, withFilter, withLoadAll, withRange} from './projects.ts';
import {listsProjects, type Screen} from './screen.ts';
import {currentScreen, patch, type State, withInterface, withScreen} from './state.ts';

export type ListScreen = Extract<Screen, {readonly name: 'projects' | 'versions' | ListName}>;

const isListScreen = (screen: Screen): screen is ListScreen => listsProjects(screen) || 'cursor' in screen;

const idsOfDeployments = memo((rows: readonly KnownDeployment[]) => rows.map(({deployment}) => deployment.id));
const idsOfActivity = memo((items: readonly ActivityListItem[]) => items.map(item => entryOfItem(item)?.id));
const idsOfBoard = memo((entries: readonly BoardListItem[]) => entries.map(entry => boardRowOf(entry)?.id));

export function rowsOf(state: State, screen: ListScreen): Rows {
	const {size} = state.interface;
	switch (screen.name) {
		case 'projects':
		case 'versions':
			return projectRowsOf(state);
		case 'deployments':
			return {
				ids: idsOfDeployments(shownDeployments(state, screen.projectId)),
				height: deploymentsLayout(size).rows,
				has: id => rowIn(deploymentsOf(state, screen.projectId), id) !== undefined,
			};
		case 'activity':
			return {
				ids: idsOfActivity(shownActivity(state)),
				height: projectRows(size),
				has: id => activityEntryWithId(state, id) !== undefined,
			};
		case 'board':
			return {
				ids: idsOfBoard(shownBoard(state).entries),
				height: projectRows(size),
				has: id => boardRows(state).has(id),
			};
	}
}

export function withCursors(state: State, change: (cursor: Cursor, screen: ListScreen) => Cursor): State {
	const {screens} = state.interface;
	const next = screens.map(screen => {
		if (!('cursor' in screen)) return screen;
		const cursor = change(screen.cursor, screen);
		return cursor === screen.cursor ? screen : {...screen, cursor};
	});
	const changed = isSameList(next, screens) ? state : withInterface(state, {screens: next});
	return patch(changed, 'projects', {cursor: change(state.projects.cursor, {name: 'projects'})});
}

export function currentList(state: State): (Placement & {readonly cursor: Cursor; readonly rows: Rows}) | undefined {
	const screen = currentScreen(state);
	if (!isListScreen(screen)) return undefined;
	const cursor = 'cursor' in screen ? screen.cursor : state.projects.cursor;
	const rows = rowsOf(state, screen);
	return {...placementOf(cursor, rows), cursor, rows};
}

export function selectedId(state: State): string {
	const {cursor, rows, index} = currentList(state) ?? {};
	return cursor?.id ?? rows?.ids[index ?? -1] ?? '';
}

export function selectedEntry(state: State): SavedActivityEntry | undefined {
	const id = selectedId(state);
	return currentScreen(state).name === 'activity' ? activityEntryWithId(state, id) : undefined;
}

export function withCursor(state: State, cursor: Cursor): State {
	const screen = currentScreen(state);
	if (listsProjects(screen)) return patch(state, 'projects', {cursor});
	return 'cursor' in screen ? withScreen(state, {...screen, cursor}) : state;
}

export const isSamePlace = (a: Screen, b: Screen): boolean =>
	a.name === b.name &&
	('projectId' in a ? a.projectId : '') === ('projectId' in b ? b.projectId : '') &&
	('deploymentId' in a ? a.deploymentId : '') === ('deploymentId' in b ? b.deploymentId : '');

export const isOnSamePlace = (a: State, b: State): boolean =>
	a.connection?.id === b.connection?.id && isSamePlace(currentScreen(a), currentScreen(b));

/** If nothing is selected, selects the row the user saw first, even if it has moved or gone since. */
export function withPaintedRow(state: State, painted: State): State {
	const list = currentList(state);
	if (!list || list.cursor.id !== undefined) return state;
	const {rows, index, top} = (isOnSamePlace(state, painted) ? currentList(painted) : undefined) ?? list;
	const id = rows.ids[index];
	return id === undefined ? state : withCursor(state, {...startCursor, id, index, line: index - top});
}

function withMovement(state: State, move: (cursor: Cursor, rows: Rows) => Cursor): State {
	const list = currentList(state);
	if (!list) return state;
	const moved = withCursor(state, move(list.cursor, list.rows));
	return listsProjects(currentScreen(state)) ? afterMovement(moved) : moved;
}

function afterMovement(state: State): State {
	const {loading, reach} = state.projects;
	const moved = patch(state, 'projects', {
		reach: Math.max(reach, windowEnd(state)),
		// A movement cancels the jump to the last row, but not loading all rows.
		loading: loading === 'last' ? undefined : loading,
	});
	return withRange(withDialog(moved, 'filter', {isNew: false}));
}

/** A jump to the first row makes the list follow its top again, as at the start. A jump to the last row first loads the remaining pages. */
export function jumpTo(state: State, to: 'first' | 'last', now: LocalTime): State {
	const isUnfinished = listsProjects(currentScreen(state)) && !state.projects.filtered && !isWhole(state.projects.list);
	if (to === 'last' && isUnfinished) return withLoadAll(state, 'last', now);
	return withMovement(state, (cursor, rows) => (to === 'first' ? startCursor : movedTo(cursor, rows, rows.ids.length)));
}

export function moveBy(state: State, count: number): State {
	const screen = currentScreen(state);
	return screen.name === 'deployment'
		? withScreen(state, {...screen, top: Math.max(0, screen.top + count)})
		: withMovement(state, (cursor, rows) => movedBy(cursor, rows, count));
}

export const moveTo = (state: State, index: number): State =>
	withMovement(state, (cursor, rows) => movedTo(cursor, rows, index));

export const pageBy = (state: State, screens: number): State =>
	withMovement(state, (cursor, rows) => movedBy(cursor, rows, Math.trunc(screens * rows.height), true));

export function resizeTo(state: State, size: Size): State {
	const next = withInterface(state, {size});
	return withCursors(next, (cursor, screen) => followed(cursor, rowsOf(next, screen)));
}

function arrangedList(state: State): ListName | undefined {
	const screen = currentScreen(state);
	return 'cursor' in screen ? screen.name : undefined;
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
	return withCursors(next, (cursor, screen) =>
		listsProjects(screen) ? cursor : arranged(cursor, rowsOf(next, screen)),
	);
}

export const sortList = (state: State, sort: Sort | undefined, now: LocalTime): State =>
	listsProjects(currentScreen(state))
		? sortProjects(state, sort, now)
		: withArrangement(withoutDialog(state), before => ({...before, sort}));

/** A selected row that is filtered out is selected again when it is shown, unless the user has moved. */
export function showOnly(state: State, shown: QuickFilter, now: LocalTime): State {
	if (!listsProjects(currentScreen(state))) return withArrangement(state, before => ({...before, shown}));
	const {filtered} = state.projects;
	return withFilter(state, {query: queryWithQuickFilter(filtered?.query ?? '', shown), sort: filtered?.sort}, now);
}

export function cycleQuickFilter(state: State, now: LocalTime): State {
	const list = arrangedList(state);
	const {filtered} = state.projects;
	const shown = list ? arrangementOf(state.interface.arrangements, list).shown : quickFilterOf(filtered?.query ?? '');
	return showOnly(state, nextQuickFilter(shown ?? 'all'), now);
}

const maxActivityEntries = 500;

/** Ignores entries of an earlier connection, and entries already read from the journal after another process saved them. */
export function withActivityEntry(state: State, entry: SavedActivityEntry): State {
	const {activity} = state.interface;
	const isKnown = activity.some(({id}) => id === entry.id);
	if (entry.connection !== state.connection?.name || isKnown) return state;
	return withInterface(state, {activity: [entry, ...activity].slice(0, maxActivityEntries)});
}
