import {memoLast} from '../base/memo.ts';
import type {SavedActivityEntry} from '../journal/entries.ts';
import {arrangementOf, type ListSort, type SortValue, sortedBy} from '../model/arrangement.ts';
import {rowOfEntry, shownBoard} from '../model/board.ts';
import {boardRows as boardHeight, liveLayout, projectRows} from '../model/layout.ts';
import {keepSelectedAt, type ListBounds, type Position, selectedAt, startPosition} from '../model/position.ts';
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

function activityBounds(state: Pick<State, 'interface'>): ListBounds {
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

/** Returns the bounds of the list on a screen. Undefined if it has none of its own. */
export function boundsOf(state: State, screen: Screen): ListBounds | undefined {
	switch (screen.name) {
		case 'deployments':
			return deploymentBounds(state, screen.projectId);
		case 'activity':
			return activityBounds(state);
		case 'board':
			return boardBounds(state);
		default:
			return undefined;
	}
}

export type Move = (position: Position, bounds: ListBounds) => Position;

/** Applies a movement to a screen that stores its own position. The projects screen does not. */
export function movedScreen(state: State, screen: Screen, move: Move): Screen {
	const bounds = boundsOf(state, screen);
	return bounds && 'position' in screen ? {...screen, position: move(screen.position, bounds)} : screen;
}

type List = {readonly position: Position; readonly bounds: ListBounds};

/** Returns the list on the current screen. Undefined if it has none. */
export function currentList(state: State): List | undefined {
	const screen = currentScreen(state);
	if (listsProjects(screen)) return {position: state.projects.position, bounds: projectBounds(state)};
	const bounds = boundsOf(state, screen);
	return bounds && 'position' in screen ? {position: screen.position, bounds} : undefined;
}

export function showsSameList(a: State, b: State): boolean {
	const [one, other] = [currentScreen(a), currentScreen(b)];
	const projectIn = (screen: typeof one) => ('projectId' in screen ? screen.projectId : undefined);
	return a.connection?.id === b.connection?.id && one.name === other.name && projectIn(one) === projectIn(other);
}

/**
Returns the row that a key acts on while none is selected: the first row as last painted, even if a new row has moved it down since.

Undefined if a row is selected or the list is empty.
*/
export function paintedRowId(state: State, painted: State): string | undefined {
	const screen = currentScreen(state);
	const position = listsProjects(screen) ? state.projects.position : 'position' in screen ? screen.position : undefined;
	const list = position?.isAtStart ? currentList(state) : undefined;
	if (!list) return undefined;
	const paintedList = showsSameList(state, painted) ? currentList(painted) : undefined;
	const firstId = ({position, bounds}: List) => bounds.idAt(position.index);
	return (paintedList?.position.isAtStart ? firstId(paintedList) : undefined) ?? firstId(list);
}

/** Selects a row where none is selected and keeps it on the first line. Returns the same state if one is selected or the row is gone. */
export function withSelected(state: State, id: string): State {
	const list = currentList(state);
	const position = list?.position.isAtStart ? selectedAt(list.position, id, list.bounds) : undefined;
	return position ? withPosition(state, position) : state;
}

export function withPosition(state: State, position: Position): State {
	const screen = currentScreen(state);
	if (listsProjects(screen)) return patch(state, 'projects', {position});
	return 'position' in screen ? withScreen(state, {...screen, position}) : state;
}

/** Returns the field of the details pane that has the focus. Undefined while the list has it. */
export function focusedField(state: State): number | undefined {
	const screen = currentScreen(state);
	return 'field' in screen ? screen.field : undefined;
}

/** Moves the focus to a field of the details pane, or back to the list. */
export function withFocusedField(state: State, field: number | undefined): State {
	const screen = currentScreen(state);
	if (screen.name !== 'projects' && screen.name !== 'deployments') return state;
	return withScreen(state, {...screen, field});
}

/** The maximum number of activity entries in the state. */
const maxEntries = 500;

/** Adds an activity entry, unless it is about an earlier connection, or was read from the journal because another process had saved it. If the newest entry is selected, the new one becomes selected; otherwise the selection stays on its row. */
export function withActivityEntry(state: State, entry: SavedActivityEntry): State {
	const {connection, interface: ui} = state;
	// After the journal had to start anew, the same id may be that of another entry.
	const isSame = ({id, kind, deploymentId}: SavedActivityEntry) =>
		id === entry.id && kind === entry.kind && deploymentId === entry.deploymentId;
	if (entry.connection !== connection?.name || ui.activity.some(isSame)) return state;
	const next = withInterface(state, {activity: [entry, ...ui.activity].slice(0, maxEntries)});
	const {sort} = arrangementOf(state.interface.arrangements, 'activity');
	const follow: Move = (position, bounds) =>
		position.index === 0 && !sort
			? keepSelectedAt(startPosition, 0, bounds)
			: keepSelectedAt(position, bounds.indexOf(position.id ?? ''), bounds, [entry.id]);
	const screens = next.interface.screens.map(screen =>
		screen.name === 'activity' ? movedScreen(next, screen, follow) : screen,
	);
	return withInterface(next, {screens});
}
