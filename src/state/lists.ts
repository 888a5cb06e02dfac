import {isSameList, memoEach, memoLast} from '../base/memo.ts';
import type {SavedActivityEntry} from '../model/activity-entry.ts';
import {arrangementOf, type Sort, type SortValue, sortedBy} from '../model/arrangement.ts';
import {type BoardEntry, rowOfEntry, shownBoard} from '../model/board.ts';
import type {KnownDeployment} from '../model/deployment-table.ts';
import {boardRows, liveLayout, projectRows} from '../model/layout.ts';
import {keepSelected, type ListBounds, type Position} from '../model/position.ts';
import {shownIndex, shownRows} from '../model/project-filter.ts';
import {shownDeployments} from './deployments.ts';
import {listsProjects, type Screen} from './screen.ts';
import {currentScreen, patch, type State, withInterface, withScreen} from './state.ts';

function entryValue({kind, project, at}: SavedActivityEntry, by: string): SortValue {
	if (by === 'event') return kind;
	return by === 'project' ? project.toLowerCase() : at;
}

const sortedActivity = memoLast((activity: readonly SavedActivityEntry[], sort: Sort | undefined) =>
	sortedBy(activity, sort, entryValue),
);

/** Returns the activity as the user has sorted it, by default newest first. */
export const shownActivity = ({interface: {activity, arrangements}}: State): readonly SavedActivityEntry[] =>
	sortedActivity(activity, arrangementOf(arrangements, 'activity').sort);

/** A screen with a list that has a position of its own. The screens that list the projects share one. */
export type ListScreen = Extract<Screen, {readonly position: Position}>;

export const isListScreen = (screen: Screen): screen is ListScreen => 'position' in screen;

const idsOfDeployments = memoEach((rows: readonly KnownDeployment[]) => rows.map(({deployment}) => deployment.id));
const idsOfActivity = memoEach((entries: readonly SavedActivityEntry[]) => entries.map(({id}) => id));
const idsOfBoard = memoEach((entries: readonly BoardEntry[]) => entries.map(entry => rowOfEntry(entry)?.id));

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

const rowsIn = {
	deployments: (size: State['interface']['size']) => liveLayout(size).rows,
	activity: projectRows,
	board: boardRows,
};

export function boundsOf(state: State, screen: ListScreen): ListBounds {
	const ids = idsShown(state, screen);
	return {
		count: ids.length,
		height: rowsIn[screen.name](state.interface.size),
		idAt: index => ids[index],
		indexOf(id) {
			const at = ids.indexOf(id);
			return at < 0 ? undefined : at;
		},
	};
}

export function projectBounds({projects, interface: {size}}: State): ListBounds {
	const rows = shownRows(projects);
	return {
		count: rows.length,
		height: projectRows(size),
		idAt: index => rows[index]?.id,
		indexOf: id => shownIndex(projects, id),
	};
}

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
