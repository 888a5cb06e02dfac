import type {LocalTime} from '../base/clock.ts';
import {safe} from '../base/text.ts';
import {selectedElseSought, startCursor} from '../model/cursor.ts';
import {maxMarks, type OpenRecord, type SavedPlace} from '../model/place.ts';
import {isUnfiltered} from '../model/project-filter.ts';
import {isWhole, projectNameOf} from '../model/project-list.ts';
import {withPreviousPlace} from './navigation.ts';
import {withFilter, withLoadAll} from './projects.ts';
import type {Screen} from './screen.ts';
import {patch, type State, withInterface} from './state.ts';

/** The maximum number of projects that are read again at the start to find the selected one. */
const maxRestoredProjects = 1000;

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
		projects: {list, filtered, marks, cursor},
		interface: {screens, arrangements},
		preferences: {isTimeAbsolute, isDetailsShown},
		connection,
	} = state;
	if (screens[0]?.name !== 'projects' || screens.some(({name}) => name === 'wall')) return undefined;
	const [base = screens[0]] = screens.slice(1);
	const isTop = base.name === 'board' || base.name === 'activity' || base.name === 'versions';
	// The next demo lacks what was added in this one.
	const open = connection?.isDemo ? [] : recordsIn(state, screens.slice(isTop ? 2 : 1));
	const listing = screens.slice(0, (isTop ? 2 : 1) + open.length).findLast(screen => 'cursor' in screen);
	const project = selectedElseSought(cursor);
	return {
		screen: isTop ? base.name : 'projects',
		environment: base.name === 'versions' ? base.environment : undefined,
		open,
		project: project && {...project, index: cursor.index},
		row: listing && selectedElseSought(listing.cursor),
		filter: {query: filtered?.query ?? '', sort: filtered?.sort},
		arrangements: [...arrangements],
		isWhole: isWhole(list) && list.rows.length <= maxRestoredProjects,
		marks: [...marks].slice(0, maxMarks),
		isTimeAbsolute,
		isDetailsShown,
	};
}

function baseScreens({screen, environment}: SavedPlace): readonly Screen[] {
	const base: Screen = {name: 'projects'};
	if (screen === 'projects') return [base];
	return [base, screen === 'versions' ? {name: screen, environment} : {name: screen, cursor: startCursor}];
}

const screenOf = ({projectId, deploymentId}: OpenRecord): Screen =>
	deploymentId === undefined
		? {name: 'deployments', projectId, cursor: startCursor}
		: {name: 'deployment', projectId, deploymentId, top: 0};

/** Opens what was open. The rows that were selected are selected as their lists arrive. */
export function restorePlace(state: State, place: SavedPlace, at: LocalTime): State {
	const {open, project, row, filter, arrangements, isWhole, marks, isTimeAbsolute, isDetailsShown} = place;
	const names = new Map([
		...state.projects.names,
		...open.flatMap(({projectId, name}) => (name === projectId ? [] : [[projectId, safe(name)] as const])),
	]);
	const screens: readonly Screen[] = [...baseScreens(place), ...open.map(screenOf)];
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
		reach: project && !isFiltered ? Math.min(project.index + 1, maxRestoredProjects) : 0,
	});
	const filtered = isFiltered ? withFilter(placed, filter, at) : placed;
	const next = patch(filtered, 'projects', {cursor: {...startCursor, sought: project}});
	return isFiltered && isWhole ? withLoadAll(next, 'all', at) : next;
}
