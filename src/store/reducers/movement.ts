import {isSameList} from '../../base/memo.ts';
import type {LocalTime} from '../../clock.ts';
import {type Arrangement, arrangementOf, type ListSort, nextQuickFilter} from '../model/deployments/arrangement.ts';
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
import {withNextQuickFilter} from '../model/projects/project-filter.ts';
import {listsProjects, type Screen} from '../state/interface/screen.ts';
import {boundsOf, projectBounds, withSelected} from '../state/lists.ts';
import {withFilter, withMatch, withoutGoneRow} from '../state/selection.ts';
import {currentScreen, type State, withInterface} from '../state/state.ts';
import {withLoadAll} from './load-all.ts';
import {withRange} from './marks.ts';

/** Events that move the selection or the viewport of a list, or the rows under them. */
export type MovementEvent =
	| {readonly type: 'resized'; readonly size: Size}
	| {readonly type: 'moved'; readonly by: number}
	/** The first visible row becomes the selected one, because none was. */
	| {readonly type: 'row-selected'; readonly id: string}
	| {readonly type: 'paged'; readonly screens: number}
	| {readonly type: 'jumped-to-end'; readonly to: 'first' | 'last'; readonly at: LocalTime}
	| {readonly type: 'match-stepped'; readonly by: 1 | -1; readonly at: LocalTime}
	/** A list other than that of projects is sorted by one of its columns, or is in its own order again. */
	| {readonly type: 'list-sorted'; readonly sort: ListSort | undefined}
	/** The current list gets the next quick filter. */
	| {readonly type: 'filter-cycled'; readonly at: LocalTime}
	/** The user asks to load all pages. */
	| {readonly type: 'load-all-started'; readonly at: LocalTime}
	| {readonly type: 'load-all-stopped'};

/** The rows of all lists, and how much of them fits. */
const rowsOf = ({projects, deployments, interface: {activity, arrangements, size}}: State): readonly unknown[] => [
	projects.list,
	projects.view,
	deployments,
	activity,
	arrangements,
	size,
];

/** Where the user is in the current list, and in the text of the open dialog. */
function positionsOf(state: State): readonly unknown[] {
	const {dialog} = state.interface;
	const screen = currentScreen(state);
	return [
		state.projects.position,
		'position' in screen && screen.position,
		'top' in screen && screen.top,
		dialog && 'top' in dialog && dialog.top,
	];
}

/** Whether a change has only moved the user through what is loaded. */
export const hasMoved = (before: State, after: State): boolean =>
	before.interface.screens.length === after.interface.screens.length &&
	currentScreen(before).name === currentScreen(after).name &&
	before.interface.dialog?.name === after.interface.dialog?.name &&
	isSameList(rowsOf(before), rowsOf(after)) &&
	!isSameList(positionsOf(before), positionsOf(after));

export type Move = (position: Position, bounds: ListBounds) => Position;

/** Applies a movement to a screen that stores its own position. The projects screen does not. */
export function movedScreen(state: State, screen: Screen, move: Move): Screen {
	const bounds = boundsOf(state, screen);
	return bounds && 'position' in screen ? {...screen, position: move(screen.position, bounds)} : screen;
}

/** Applies a movement to the list on the current screen. */
function withMovement(state: State, move: Move): State {
	const screen = currentScreen(state);
	if (!listsProjects(screen)) {
		return withInterface(state, {screens: [...state.interface.screens.slice(0, -1), movedScreen(state, screen, move)]});
	}

	const bounds = projectBounds(state);
	const position = move(state.projects.position, bounds);
	const {
		interface: {dialog},
		projects: {loadAll, reach},
	} = state;
	const projects: State['projects'] = {
		...state.projects,
		position,
		reach: Math.max(reach, position.top + bounds.height),
		// A movement cancels the jump to the last row, but not the loading of all rows.
		loadAll: loadAll === 'last' ? undefined : loadAll,
	};
	const moved = withoutGoneRow({...state, projects});
	const anchored =
		dialog?.name === 'filter'
			? withInterface(moved, {dialog: {...dialog, anchorId: position.id, isNew: false}})
			: moved;
	return withRange(anchored);
}

/** Scrolls a screen that has no list with the keys that move through lists. */
function scrolled(state: State, by: number): State {
	const screen = currentScreen(state);
	if (screen.name !== 'deployment') return state;
	return withInterface(state, {
		screens: [...state.interface.screens.slice(0, -1), {...screen, top: Math.max(0, screen.top + by)}],
	});
}

/** Moves to the first or last row. Loads the remaining pages first if the last row is not known yet. */
function jumped(state: State, to: 'first' | 'last', at: LocalTime): State {
	const isUnfinished =
		listsProjects(currentScreen(state)) && !state.projects.view && state.projects.list.end !== 'reached';
	if (to === 'last' && isUnfinished) return withLoadAll(state, 'last', at);
	return withMovement(state, (position, bounds) =>
		movedBy(position, to === 'first' ? -bounds.count : bounds.count, bounds),
	);
}

/** Filters the projects by the next quick filter. The selected project is selected again as soon as it is shown, unless the user has moved. */
function withQuickFilter(state: State, at: LocalTime): State {
	const {view, position} = state.projects;
	const preferred = preferredId(position);
	const next = withFilter(state, {query: withNextQuickFilter(view?.query ?? ''), sort: view?.sort}, at, preferred);
	return {...next, projects: {...next.projects, position: withHidden(next.projects.position, preferred)}};
}

/** Changes the arrangement of the list on the current screen. */
function withArrangement(state: State, change: (before: Arrangement) => Arrangement): State {
	const {name} = currentScreen(state);
	if (name !== 'watch' && name !== 'activity' && name !== 'deployments') return state;
	const {arrangements} = state.interface;
	const next = withInterface(state, {
		arrangements: new Map(arrangements).set(name, change(arrangementOf(arrangements, name))),
	});
	return withInterface(next, {screens: next.interface.screens.map(screen => movedScreen(next, screen, filteredAt))});
}

function resizedTo(state: State, size: Size): State {
	const before = state.interface.size;
	const isSame = size.columns === before.columns && size.rows === before.rows;
	if (isSame && statusHeight(size) === statusHeight(before)) return state;
	const next = withInterface(state, {size});
	const screens = next.interface.screens.map(screen => movedScreen(next, screen, resized));
	return {
		...next,
		interface: {...next.interface, screens},
		projects: {...next.projects, position: resized(next.projects.position, projectBounds(next))},
	};
}

export function reduceMovement(state: State, event: MovementEvent): State {
	switch (event.type) {
		case 'resized':
			return resizedTo(state, event.size);
		case 'moved':
			return scrolled(
				withMovement(state, (position, bounds) => movedBy(position, event.by, bounds)),
				event.by,
			);
		case 'row-selected':
			return withSelected(state, event.id);
		case 'paged':
			return withMovement(state, (position, bounds) =>
				pagedBy(position, Math.trunc(event.screens * bounds.height), bounds),
			);
		case 'jumped-to-end':
			return jumped(state, event.to, event.at);
		case 'match-stepped':
			return withRange(withMatch(state, event.by, event.at));
		case 'filter-cycled':
			return listsProjects(currentScreen(state))
				? withQuickFilter(state, event.at)
				: withArrangement(state, before => ({...before, shown: nextQuickFilter(before.shown)}));
		case 'list-sorted':
			return withArrangement(withInterface(state, {dialog: undefined}), before => ({...before, sort: event.sort}));
		case 'load-all-started':
			return withLoadAll(state, 'all', event.at);
		case 'load-all-stopped':
			return {...state, projects: {...state.projects, loadAll: undefined}};
	}
}
