import type {LocalTime} from '../base/clock.ts';
import {safe} from '../base/text.ts';
import {currentOrSoughtRow, startCursor} from '../model/cursor.ts';
import {isUnfiltered} from '../model/project-filter.ts';
import {isWhole, projectNameOf} from '../model/project-list.ts';
import {maxMarks, type OpenRecord, type SavedPlace} from '../model/saved-place.ts';
import {goToMain, selectEnvironment, withPreviousPlace} from './navigation.ts';
import {withFilter, withLoadAll} from './projects.ts';
import type {Screen} from './screen.ts';
import {patch, type State, withInterface} from './state.ts';

const maxRestoredProjects = 1000;

/** Leaves out forms, because they are saved as drafts. */
const openRecords = (state: State): readonly OpenRecord[] =>
	state.interface.screens.flatMap(screen => {
		if (screen.name !== 'deployments' && screen.name !== 'deployment') return [];
		const {projectId} = screen;
		const deploymentId = screen.name === 'deployment' ? screen.deploymentId : undefined;
		return {projectId, name: projectNameOf(state, projectId), deploymentId};
	});

/** Undefined on the wall, which the command line opened. */
export function currentPlace(state: State): SavedPlace | undefined {
	const {
		projects: {list, filtered, marks, cursor},
		interface: {screens, arrangements},
		preferences: {isTimeAbsolute, isDetailsShown},
		connection,
	} = state;
	if (screens.some(({name}) => name === 'wall')) return undefined;
	const [, base] = screens;
	const isTop = base?.name === 'board' || base?.name === 'activity' || base?.name === 'versions';
	// The next demo lacks projects added in this one.
	const open = connection?.isDemo ? [] : openRecords(state);
	const listing = screens.slice(0, (isTop ? 2 : 1) + open.length).findLast(screen => 'cursor' in screen);
	const project = currentOrSoughtRow(cursor);
	return {
		screen: isTop ? base.name : 'projects',
		environment: base?.name === 'versions' ? base.environment : undefined,
		open,
		project: project && {...project, index: cursor.index},
		row: listing && currentOrSoughtRow(listing.cursor),
		filter: {query: filtered?.query ?? '', sort: filtered?.sort},
		arrangements: [...arrangements],
		isWhole: isWhole(list) && list.rows.length <= maxRestoredProjects,
		marks: [...marks].slice(0, maxMarks),
		isTimeAbsolute,
		isDetailsShown,
	};
}

const screenOf = ({projectId, deploymentId}: OpenRecord): Screen =>
	deploymentId === undefined
		? {name: 'deployments', projectId, cursor: startCursor}
		: {name: 'deployment', projectId, deploymentId, top: 0};

export function restorePlace(state: State, place: SavedPlace, at: LocalTime): State {
	const {environment, open, project, row, filter, arrangements, isWhole, marks, isTimeAbsolute, isDetailsShown} = place;
	const names = new Map(
		open.flatMap(({projectId, name}) => (name === projectId ? [] : [[projectId, safe(name)] as const])),
	);
	const base = goToMain(state, place.screen);
	const {interface: top} = environment === undefined ? base : selectEnvironment(base, environment);
	const screens = [...top.screens, ...open.map(screenOf)];
	const listing = screens.findLast(screen => 'cursor' in screen);
	const opened = withInterface(state, {
		screens: screens.map(screen => (screen === listing ? {...listing, cursor: {...startCursor, sought: row}} : screen)),
		arrangements: new Map(arrangements),
	});
	const isFiltered = !isUnfiltered(filter);
	const seen = patch(opened, 'preferences', {isTimeAbsolute, isDetailsShown});
	const placed = patch(withPreviousPlace(state, seen), 'projects', {
		names,
		marks: new Set(marks),
		reach: project && !isFiltered ? Math.min(project.index, maxRestoredProjects) : 0,
	});
	const filtered = isFiltered ? withFilter(placed, filter, at) : placed;
	const next = patch(filtered, 'projects', {cursor: {...startCursor, sought: project}});
	return isFiltered && isWhole ? withLoadAll(next, 'all', at) : next;
}
