import {isSameList, memoLast} from '../base/memo.ts';
import type {SavedActivityEntry} from '../model/activity-entry.ts';
import {arrangementOf, type ListSort, type SortValue, sortedBy} from '../model/arrangement.ts';
import {rowOfEntry, shownBoard} from '../model/board.ts';
import {boardRows as boardHeight, liveLayout, projectRows} from '../model/layout.ts';
import {keepSelectedAt, type ListBounds, type Position, selectedAt} from '../model/position.ts';
import {projectRowsOf} from '../model/project-filter.ts';
import {shownDeployments} from './deployments.ts';
import {listsProjects, type Screen} from './screen.ts';
import {currentScreen, patch, type State, withInterface, withScreen} from './state.ts';

function entryValue({kind, project, at}: SavedActivityEntry, by: string): SortValue {
	if (by === 'event') return kind;
	return by === 'project' ? project.toLowerCase() : at;
}

const sortedActivity = memoLast((activity: readonly SavedActivityEntry[], sort: ListSort) =>
	sortedBy(activity, sort, entryValue),
);

/** Returns the activity as the user has sorted it, by default newest first. */
export function shownActivity({
	interface: {activity, arrangements},
}: Pick<State, 'interface'>): readonly SavedActivityEntry[] {
	const {sort} = arrangementOf(arrangements, 'activity');
	return sort ? sortedActivity(activity, sort) : activity;
}

export function projectBounds(state: Pick<State, 'projects' | 'interface'>): ListBounds {
	const {count, rowAt, indexOf} = projectRowsOf(state.projects);
	return {count, height: projectRows(state.interface.size), idAt: index => rowAt(index)?.id, indexOf};
}

function activityBounds(state: State): ListBounds {
	const entries = shownActivity(state);
	return {
		count: entries.length,
		height: projectRows(state.interface.size),
		idAt: index => entries[index]?.id,
		indexOf(id) {
			const at = entries.findIndex(entry => entry.id === id);
			return at < 0 ? undefined : at;
		},
	};
}

export function deploymentBounds(state: State, projectId: string): ListBounds {
	const {rows, indexes} = shownDeployments(state, projectId);
	return {
		count: rows.length,
		height: liveLayout(state.interface.size).rows,
		idAt: index => rows[index]?.deployment.id,
		indexOf: id => indexes.get(id),
	};
}

export function boardBounds(state: State): ListBounds {
	const {entries, indexes} = shownBoard(state);
	return {
		count: entries.length,
		height: boardHeight(state.interface.size),
		idAt: index => rowOfEntry(entries[index])?.id,
		indexOf: id => indexes.get(id),
		isHeading: index => entries[index] !== undefined && !rowOfEntry(entries[index]),
	};
}

/** A screen with a list that has a position of its own. The screens that list the projects share one. */
export type ListScreen = Extract<Screen, {readonly position: Position}>;

export const isListScreen = (screen: Screen): screen is ListScreen => 'position' in screen;

export function boundsOf(state: State, screen: ListScreen): ListBounds {
	switch (screen.name) {
		case 'deployments':
			return deploymentBounds(state, screen.projectId);
		case 'activity':
			return activityBounds(state);
		case 'board':
			return boardBounds(state);
	}
}

/** Keeps the selected row selected, on its line. `arrived` holds the ids of new rows. */
export const keepSelected = (position: Position, bounds: ListBounds, arrived?: readonly string[]): Position =>
	keepSelectedAt(position, position.id === undefined ? undefined : bounds.indexOf(position.id), bounds, arrived);

/** Changes the position in the list of each screen that has its own. */
export function withPositions(state: State, change: (screen: ListScreen) => Position): State {
	const {screens} = state.interface;
	const next = screens.map(screen => {
		if (!isListScreen(screen)) return screen;
		const position = change(screen);
		return position === screen.position ? screen : {...screen, position};
	});
	return isSameList(next, screens) ? state : withInterface(state, {screens: next});
}

type List = {readonly position: Position; readonly bounds: ListBounds};

export function currentList(state: State): List | undefined {
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

/** Selects a row where none is selected and keeps it on the first line. Returns the same state if one is selected or the row is gone. */
export function withSelected(state: State, id: string): State {
	const list = currentList(state);
	const position = list?.position.isAtStart ? selectedAt(list.position, id, list.bounds) : undefined;
	return position ? withPosition(state, position) : state;
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
	// After the journal had to start anew, the same id may be that of another entry.
	const isKnown = activity.some(
		({id, kind, deploymentId}) => id === entry.id && kind === entry.kind && deploymentId === entry.deploymentId,
	);
	if (entry.connection !== state.connection?.name || isKnown) return state;
	return withInterface(state, {activity: [entry, ...activity].slice(0, maxEntries)});
}
