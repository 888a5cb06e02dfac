import type {LocalTime} from '../base/clock.ts';
import {safe} from '../base/text.ts';
import {projectNameOf} from '../model/known-project.ts';
import {maxMarks, type OpenRecord, type PlacedRow, type SavedPlace} from '../model/place.ts';
import {type ListBounds, type Position, placedAt, startPosition} from '../model/position.ts';
import {deploymentsOf} from './deployments.ts';
import {boundsOf, isListScreen, type ListScreen, projectBounds} from './lists.ts';
import {withPreviousPlace} from './navigation.ts';
import {withFilter, withLoadAll} from './projects.ts';
import type {Screen} from './screen.ts';
import {patch, type State, withInterface} from './state.ts';

/** The maximum number of projects that are read again at the start to find the selected one. */
const maxRestoredProjects = 1000;

/** Returns the selected row of a list. Undefined while the user has not selected one. */
const rowAt = ({id, index, top, isAtStart}: Position): PlacedRow | undefined =>
	id === undefined || isAtStart ? undefined : {id, line: index - top};

/** Returns what can be opened again: forms are drafts, and a form ends the way to what is above it. */
function recordsIn(state: State, above: readonly Screen[]): readonly OpenRecord[] {
	const records: OpenRecord[] = [];
	for (const screen of above) {
		if (screen.name !== 'deployments' && screen.name !== 'deployment') break;
		const {projectId} = screen;
		const deploymentId = screen.name === 'deployment' ? screen.deploymentId : undefined;
		records.push({projectId, name: projectNameOf(state, projectId), deploymentId});
	}

	return records;
}

/** Returns where the user is. Undefined on screens that were asked for by the command line. */
export function currentPlace(state: State): SavedPlace | undefined {
	const {
		projects: {list, filtered, marks, position},
		interface: {screens, arrangements, isTimeAbsolute, isPreviewFlipped},
	} = state;
	if (screens[0]?.name !== 'projects' || screens.some(({name}) => name === 'wall')) return undefined;
	const [base = screens[0]] = screens.slice(1);
	const isTop = base.name === 'board' || base.name === 'activity' || base.name === 'versions';
	const open = recordsIn(state, screens.slice(isTop ? 2 : 1));
	const placed = screens.slice(0, (isTop ? 2 : 1) + open.length).findLast(screen => 'position' in screen);
	const project = rowAt(position);
	return {
		screen: isTop ? base.name : 'projects',
		environment: base.name === 'versions' ? base.environment : undefined,
		open,
		project: project && {...project, index: position.index},
		row: placed && rowAt(placed.position),
		query: filtered?.query ?? '',
		sort: filtered?.sort,
		arrangements: [...arrangements].map(([name, arrangement]) => ({list: name, ...arrangement})),
		isWhole: list.end === 'reached' && list.rows.length <= maxRestoredProjects,
		marks: [...marks].slice(0, maxMarks),
		isTimeAbsolute,
		isPreviewFlipped,
	};
}

/** Whether two states may be at different places. Compares no more than references, because it runs with every change. */
export const hasPlaceChanged = (a: State, b: State): boolean =>
	a.interface.screens !== b.interface.screens ||
	a.projects.position.id !== b.projects.position.id ||
	a.projects.filtered?.query !== b.projects.filtered?.query ||
	a.projects.filtered?.sort !== b.projects.filtered?.sort ||
	a.projects.marks !== b.projects.marks ||
	a.interface.arrangements !== b.interface.arrangements ||
	a.interface.isTimeAbsolute !== b.interface.isTimeAbsolute ||
	a.interface.isPreviewFlipped !== b.interface.isPreviewFlipped;

/** How long to look for the row that was selected on the board. After that, the user has read what is on the screen. */
const maxBoardSearchMs = 10_000;

/** The maximum number of new projects above by which a project may have moved down. */
const maxNewRows = 100;

function baseScreen({screen, environment}: SavedPlace): readonly Screen[] {
	switch (screen) {
		case 'projects':
			return [];
		case 'versions':
			return [{name: screen, environment}];
		case 'board':
		case 'activity':
			return [{name: screen, position: startPosition}];
	}
}

const screenOf = ({projectId, deploymentId}: OpenRecord): Screen =>
	deploymentId === undefined
		? {name: 'deployments', projectId, position: startPosition}
		: {name: 'deployment', projectId, deploymentId, top: 0};

/** Opens what was open. The rows that were selected are selected as their lists arrive. */
export function restorePlace(state: State, place: SavedPlace, at: LocalTime): State {
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
	const placed = withPreviousPlace(state, opened);
	const reach = project && query === '' && !sort ? Math.min(project.index + 1, maxRestoredProjects) : 0;
	const next: State = patch(placed, 'projects', {names, marks: new Set(marks), reach});
	if (query === '' && !sort) return next;
	const filtered = withFilter(next, {query, sort}, at);
	return isWhole ? withLoadAll(filtered, 'all', at) : filtered;
}

/** Returns the position that selects a row and shows it on its former line. Undefined if it is not in the list. */
function restoredPosition({id, line}: PlacedRow, bounds: ListBounds): Position | undefined {
	const index = bounds.indexOf(id);
	return index === undefined ? undefined : placedAt({id, index: line, top: 0, newAbove: []}, index, bounds);
}

function withProjectSelected(state: State, project: PlacedRow): State {
	const position = restoredPosition(project, projectBounds(state));
	return position ? patch(state, 'projects', {position}) : state;
}

function withRowSelected(state: State, screen: ListScreen, row: PlacedRow): State {
	const position = restoredPosition(row, boundsOf(state, screen));
	if (!position) return state;
	const screens = state.interface.screens.map(other => (other === screen ? {...screen, position} : other));
	return withInterface(state, {screens});
}

/** Whether all projects are read among which the selected one was. */
const areProjectsRead = ({projects: {list, reach, loading}}: State): boolean =>
	list.end !== 'open' ||
	(list.pages.length > 0 && loading === undefined && (reach === 0 || list.rows.length >= reach + maxNewRows));

/** Whether a list is read. The board is never complete, so it counts as read after a while. */
function isListRead(state: State, screen: ListScreen, isLate: boolean): boolean {
	switch (screen.name) {
		case 'deployments':
			return deploymentsOf(state, screen.projectId).askedAt !== undefined;
		case 'activity':
			return state.interface.activity.length > 0;
		case 'board':
			return isLate;
	}
}

/** Selects the rows that were selected, once they have arrived. Gives up when the user selects others, or when they are not in the lists that were read. */
export function withPendingSelection(state: State, at: LocalTime | undefined): State {
	const {pendingSelection: pending, screens} = state.interface;
	if (!pending) return state;
	const list = screens.findLast(isListScreen);
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
