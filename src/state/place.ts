import type {LocalTime} from '../base/clock.ts';
import {safe} from '../base/text.ts';
import {maxMarks, type OpenRecord, type SavedPlace} from '../model/place.ts';
import {type PlacedRow, type Position, startPosition} from '../model/position.ts';
import {isWhole, projectNameOf} from '../model/project-list.ts';
import {isListScreen} from './lists.ts';
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
		interface: {screens, arrangements, isTimeAbsolute, isDetailsShown},
		connection,
	} = state;
	if (screens[0]?.name !== 'projects' || screens.some(({name}) => name === 'wall')) return undefined;
	const [base = screens[0]] = screens.slice(1);
	const isTop = base.name === 'board' || base.name === 'activity' || base.name === 'versions';
	// The next demo lacks what was added in this one.
	const open = connection?.isDemo ? [] : recordsIn(state, screens.slice(isTop ? 2 : 1));
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
		isWhole: isWhole(list) && list.rows.length <= maxRestoredProjects,
		marks: [...marks].slice(0, maxMarks),
		isTimeAbsolute,
		isDetailsShown,
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
	a.interface.isDetailsShown !== b.interface.isDetailsShown;

function baseScreens({screen, environment}: SavedPlace): readonly Screen[] {
	const base: Screen = {name: 'projects'};
	if (screen === 'projects') return [base];
	return [base, screen === 'versions' ? {name: screen, environment} : {name: screen, position: startPosition}];
}

const screenOf = ({projectId, deploymentId}: OpenRecord): Screen =>
	deploymentId === undefined
		? {name: 'deployments', projectId, position: startPosition}
		: {name: 'deployment', projectId, deploymentId, top: 0};

/** Opens what was open. The rows that were selected are selected as their lists arrive. */
export function restorePlace(state: State, place: SavedPlace, at: LocalTime): State {
	const {open, project, row, query, sort, arrangements, isWhole, marks, isTimeAbsolute, isDetailsShown} = place;
	const names = new Map([
		...state.projects.names,
		...open.flatMap(({projectId, name}) => (name === projectId ? [] : [[projectId, safe(name)] as const])),
	]);
	const screens: readonly Screen[] = [...baseScreens(place), ...open.map(screenOf)];
	const list = screens.findLast(isListScreen);
	const opened = withInterface(state, {
		screens: screens.map(screen => (screen === list ? {...list, position: {...startPosition, wanted: row}} : screen)),
		arrangements: new Map(arrangements.map(({list: name, ...arrangement}) => [name, arrangement])),
		isTimeAbsolute,
		isDetailsShown,
	});
	const reach = project && query === '' && !sort ? Math.min(project.index + 1, maxRestoredProjects) : 0;
	const placed: State = patch(withPreviousPlace(state, opened), 'projects', {names, marks: new Set(marks), reach});
	const isFiltered = query !== '' || sort !== undefined;
	const filtered = isFiltered ? withFilter(placed, {query, sort}, at) : placed;
	const next: State = patch(filtered, 'projects', {position: {...startPosition, wanted: project}});
	return isFiltered && isWhole ? withLoadAll(next, 'all', at) : next;
}
