import type {LocalTime} from '../../../clock.ts';
import {withoutProjects} from '../../model/deployments/deployment-table.ts';
import type {TrimPart} from '../../model/health/trimming.ts';
import {keepingAll, pageIndexAt} from '../../model/projects/project-list.ts';
import {withoutFarRows} from '../../model/projects/project-pages.ts';
import {projectRowsOf} from '../../model/projects/project-rows.ts';
import {withLatestRequests} from '../../model/requests/request-log.ts';
import {withProjects} from '../../state/selection.ts';
import type {State} from '../../state/state.ts';
import {windowEnd} from '../../state/visible-pages.ts';

/** Enough requests to tell how many fail. */
const maxRequests = 50;

/** How many pages keep their rows after trimming: some thousand rows around the selected one. */
const maxPages = 10;

/** Drops what was kept to look something up: old requests, the raw record and the activities, unless they are on the screen. */
function withoutRecords(state: State): State {
	const {dialog, screens, rawRecord, activity} = state.interface;
	const {requests} = state.polling;
	return {
		...state,
		polling: {
			...state.polling,
			requests: dialog?.name === 'request log' ? requests : withLatestRequests(requests, maxRequests),
		},
		interface: {
			...state.interface,
			rawRecord: dialog?.name === 'raw record' ? rawRecord : undefined,
			activity: screens.some(({name}) => name === 'activity') ? activity : [],
		},
	};
}

/** Whether what is on the screen is computed from the deployments of all projects. */
const needsAllDeployments = ({projects: {view}, interface: {screens}}: State): boolean =>
	(view !== undefined && (view.query.trim() !== '' || view.sort?.by === 'drift')) ||
	screens.some(({name}) => name === 'versions');

/** Returns the projects whose deployments are on the screen, one step back from it, or watched. */
function shownProjects(state: State): ReadonlySet<string> {
	const {top, index} = state.projects.position;
	const rows = projectRowsOf(state.projects);
	const indexes = Array.from({length: windowEnd(state) - top}, (_, offset) => top + offset);
	return new Set([
		...[...indexes, index].flatMap(at => (at < rows.count ? (rows.rowAt(at)?.id ?? []) : [])),
		...state.interface.screens.flatMap(screen => ('projectId' in screen ? screen.projectId : [])),
		...[...state.presence.watches.values()].map(({projectId}) => projectId),
	]);
}

/** Drops the deployments that neither the screen nor the board shows. Rows that come into view are read again. */
function withoutFarDeployments(state: State): State {
	if (needsAllDeployments(state)) return state;
	const {table} = state.deployments;
	const shown = shownProjects(state);
	const rest = withoutProjects(
		table,
		[...table.keys()].filter(id => !shown.has(id)),
	);
	return {...state, deployments: {...state.deployments, table: rest}};
}

/** Drops the rows of the pages far from the selected one. If all are needed because the list is filtered or sorted, no more are loaded. */
function withoutFarPages(state: State, at: LocalTime): State {
	const {list, view, loadAll, position} = state.projects;
	const capacity = Math.max(1, list.kept.length);
	if (view || loadAll === 'all')
		return {...state, projects: {...state.projects, loadAll: undefined, list: {...list, capacity}}};
	const short = {...keepingAll(list, false), capacity: maxPages};
	return withProjects(state, withoutFarRows(short, pageIndexAt(list.pages, position.top)), at);
}

/** Returns the state without a part of what it keeps. Nothing that is on the screen, watched or in progress is dropped. */
export function trimmed(state: State, {part, at}: {readonly part: TrimPart; readonly at: LocalTime}): State {
	switch (part) {
		case 'records':
			return withoutRecords(state);
		case 'deployments':
			return withoutFarDeployments(state);
		case 'pages':
			return withoutFarPages(state, at);
	}
}
