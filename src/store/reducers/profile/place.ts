import type {LocalTime} from '../../../clock.ts';
import {safe} from '../../../text.ts';
import type {OpenRecord, Place, PlacedRow} from '../../model/place.ts';
import {type ListBounds, type Position, placedAt, startPosition} from '../../model/position.ts';
import {countOf} from '../../model/projects/project-list.ts';
import {maxRestoredProjects} from '../../state/current-place.ts';
import {deploymentsOf} from '../../state/deployments/known-deployment.ts';
import type {Screen} from '../../state/interface/screen.ts';
import {boundsOf, projectBounds} from '../../state/list-bounds.ts';
import {withFilter} from '../../state/selection.ts';
import {type State, withInterface} from '../../state/state.ts';
import {withLoadAll} from '../load-all.ts';

/** The user is where they were when the service was last open. */
export type PlaceEvent = {readonly type: 'place-restored'; readonly place: Place; readonly at: LocalTime};

/** How long to look for the row that was selected on the board. After that, the user has read what is on the screen. */
const maxBoardSearchMs = 10_000;

/** The maximum number of new projects above by which a project may have moved down. */
const maxNewRows = 100;

function baseScreen({screen, environment}: Place): readonly Screen[] {
	switch (screen) {
		case 'projects':
			return [];
		case 'versions':
			return [{name: screen, environment}];
		case 'watch':
		case 'activity':
			return [{name: screen, position: startPosition}];
	}
}

const screenOf = ({projectId, deploymentId}: OpenRecord): Screen =>
	deploymentId === undefined
		? {name: 'deployments', projectId, position: startPosition}
		: {name: 'deployment', projectId, deploymentId, top: 0};

/** Opens what was open. The rows that were selected are selected as their lists arrive. */
export function reducePlace(state: State, {place, at}: PlaceEvent): State {
	const {open, project, row, query, sort, arrangements, isWhole, marks, isTimeAbsolute, isPreviewFlipped} = place;
	const names = new Map([
		...state.projects.names,
		...open.flatMap(({projectId, name}) => (name === projectId ? [] : [[projectId, safe(name)] as const])),
	]);
	const opened = withInterface(state, {
		screens: [{name: 'projects'}, ...baseScreen(place), ...open.map(screenOf)],
		arrangements: new Map(arrangements.map(({list, ...arrangement}) => [list, arrangement])),
		isTimeAbsolute,
		isPreviewFlipped,
		pendingSelection: {project, row, until: at + maxBoardSearchMs},
	});
	const reach = project && query === '' && !sort ? Math.min(project.index + 1, maxRestoredProjects) : 0;
	const next: State = {...opened, projects: {...opened.projects, names, marks: new Set(marks), reach}};
	if (query === '' && !sort) return next;
	const filtered = withFilter(next, {query, sort}, at);
	return isWhole ? withLoadAll(filtered, 'all', at) : filtered;
}

/** Returns the position that selects a row and shows it on its former line. Undefined if it is not in the list. */
function restoredPosition({id, line}: PlacedRow, bounds: ListBounds | undefined): Position | undefined {
	const index = bounds?.indexOf(id);
	return !bounds || index === undefined ? undefined : placedAt({id, index: line, top: 0, newAbove: []}, index, bounds);
}

function withProjectSelected(state: State, project: PlacedRow): State {
	const position = restoredPosition(project, projectBounds(state));
	return position ? {...state, projects: {...state.projects, position}} : state;
}

type ListScreen = Extract<Screen, {readonly position: Position}>;

const isList = (screen: Screen): screen is ListScreen => 'position' in screen;

function withRowSelected(state: State, screen: ListScreen, row: PlacedRow): State {
	const position = restoredPosition(row, boundsOf(state, screen));
	if (!position) return state;
	const screens = state.interface.screens.map(other => (other === screen ? {...screen, position} : other));
	return withInterface(state, {screens});
}

/** Whether all projects are read among which the selected one was. */
const areProjectsRead = ({projects: {list, reach, loadAll}}: State): boolean =>
	list.end !== 'open' ||
	(list.pages.length > 0 && loadAll === undefined && (reach === 0 || countOf(list) >= reach + maxNewRows));

/** Whether a list is read. The board is never complete, so it counts as read after a while. */
function isListRead(state: State, screen: ListScreen, isLate: boolean): boolean {
	switch (screen.name) {
		case 'deployments':
			return deploymentsOf(state, screen.projectId).askedAt !== undefined;
		case 'activity':
			return state.interface.activity.length > 0;
		case 'watch':
			return isLate;
	}
}

/** Selects the rows that were selected, once they have arrived. Gives up when the user selects others, or when they are not in the lists that were read. */
export function withPendingSelection(state: State, at: LocalTime | undefined): State {
	const {pendingSelection: pending, screens} = state.interface;
	if (!pending) return state;
	const list = screens.findLast(isList);
	const isLate = at !== undefined && at > pending.until;
	const project = state.projects.position.isAtStart ? pending.project : undefined;
	const row = list?.position.isAtStart ? pending.row : undefined;
	const found = project ? withProjectSelected(state, project) : state;
	const next = list && row ? withRowSelected(found, list, row) : found;
	const left = {
		project: found === state && !areProjectsRead(state) ? project : undefined,
		row: next === found && list && !isListRead(state, list, isLate) ? row : undefined,
	};
	if (next === state && left.project === pending.project && left.row === pending.row) return state;
	return withInterface(next, {pendingSelection: left.project || left.row ? {...pending, ...left} : undefined});
}
