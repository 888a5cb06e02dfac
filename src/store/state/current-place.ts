import {maxMarks, type OpenRecord, type Place, type PlacedRow} from '../model/place.ts';
import type {Position} from '../model/position.ts';
import {countOf} from '../model/projects/project-list.ts';
import {projectNameOf} from '../model/projects/project-names.ts';
import type {Screen} from './interface/screen.ts';
import type {State} from './state.ts';

/** The maximum number of projects that are read again at the start to find the selected one. */
export const maxRestoredProjects = 1000;

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
export function currentPlace(state: State): Place | undefined {
	const {
		projects: {list, view, marks, position},
		interface: {screens, arrangements, isTimeAbsolute, isPreviewFlipped},
	} = state;
	if (screens[0]?.name !== 'projects' || screens.some(({name}) => name === 'wall')) return undefined;
	const [base = screens[0]] = screens.slice(1);
	const isTop = base.name === 'watch' || base.name === 'activity' || base.name === 'versions';
	const open = recordsIn(state, screens.slice(isTop ? 2 : 1));
	const placed = screens.slice(0, (isTop ? 2 : 1) + open.length).findLast(screen => 'position' in screen);
	const project = rowAt(position);
	return {
		screen: isTop ? base.name : 'projects',
		environment: base.name === 'versions' ? base.environment : undefined,
		open,
		project: project && {...project, index: position.index},
		row: placed && rowAt(placed.position),
		query: view?.query ?? '',
		sort: view?.sort,
		arrangements: [...arrangements].map(([name, arrangement]) => ({list: name, ...arrangement})),
		isWhole: list.end === 'reached' && countOf(list) <= maxRestoredProjects,
		marks: [...marks].slice(0, maxMarks),
		isTimeAbsolute,
		isPreviewFlipped,
	};
}

/** Whether two states may be at different places. Compares no more than references, because it runs with every event. */
export const hasPlaceChanged = (a: State, b: State): boolean =>
	a.interface.screens !== b.interface.screens ||
	a.projects.position.id !== b.projects.position.id ||
	a.projects.view?.query !== b.projects.view?.query ||
	a.projects.view?.sort !== b.projects.view?.sort ||
	a.projects.marks !== b.projects.marks ||
	a.interface.arrangements !== b.interface.arrangements ||
	a.interface.isTimeAbsolute !== b.interface.isTimeAbsolute ||
	a.interface.isPreviewFlipped !== b.interface.isPreviewFlipped;
