import type {ApiError} from '../../api/errors.ts';
import type {ProjectPage} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import {grouped, plain} from '../../text.ts';
import {movedBy} from '../model/position.ts';
import {
	countOf,
	createProjectList,
	everListed,
	heldCount,
	indexOfProject,
	isFull,
	keepingAll,
	pageIndexAt,
} from '../model/projects/project-list.ts';
import {pageArrived, triedAgain} from '../model/projects/project-pages.ts';
import type {ReadRequest} from '../model/requests/read-request.ts';
import {projectBounds} from '../state/list-bounds.ts';
import {withProjects} from '../state/selection.ts';
import type {State} from '../state/state.ts';
import {withNotice} from '../state/with-notice.ts';

/** Reads page after page up to the last one: to pick its last row, or to have all rows at hand. Where nothing is left to read, that is done at once. */
export function withLoadAll(state: State, walk: 'last' | 'all', at: LocalTime): State {
	const projects = triedAgain(walk === 'all' ? keepingAll(state.projects.list, true) : state.projects.list);
	return arrived({...state, projects: {...state.projects, list: projects, loadAll: walk}}, at);
}

/** Whether every page has its rows, as far as any may. */
const isComplete = ({projects: {list: projects}}: State): boolean =>
	isFull(projects) || (projects.end !== 'open' && projects.kept.length === projects.pages.length);

/** Ends a walk that has arrived where it went. */
function arrived(state: State, at: LocalTime): State {
	const {loadAll: walk, list: projects} = state.projects;
	if (walk === 'last' && projects.end !== 'open') {
		const extent = projectBounds(state);
		return {
			...state,
			projects: {
				...state.projects,
				loadAll: undefined,
				position: movedBy(state.projects.position, extent.count, extent),
			},
		};
	}

	if (walk !== 'all' || !isComplete(state)) return state;
	const done: State = {...state, projects: {...state.projects, loadAll: undefined}};
	const held = heldCount(projects);
	if (projects.end === 'reached') return withNotice(done, plain`All ${grouped(held)} projects loaded`, 'quiet', at);
	return withNotice(done, plain`${grouped(held)} projects loaded, as many as can be kept`, 'quiet', at);
}

/** How many rows a list that is read anew must have before it takes the place of the old one. */
const isRenewed = ({projects: {renewal, list: projects, position}}: State, shown: number): boolean => {
	if (!renewal) return false;
	const has = countOf(renewal);
	const {id, isAtStart} = position;
	const hasPicked = isAtStart || id === undefined || indexOfProject(renewal, id) !== undefined;
	return renewal.end !== 'open' || (has >= position.top + shown && (hasPicked || has >= countOf(projects)));
};

/** Takes in a page of projects, wherever it belongs. */
export function withPage(
	state: State,
	{cursor}: Extract<ReadRequest, {kind: 'projects'}>,
	page: ProjectPage,
	{askedAt, at}: {readonly askedAt: LocalTime; readonly at: LocalTime},
): State {
	const near = pageIndexAt(state.projects.list.pages, state.projects.position.top);
	const listed = withProjects(state, pageArrived(state.projects.list, page, {cursor, readAt: askedAt, near}), at);
	if (!state.projects.renewal) return arrived(listed, at);

	const renewal = pageArrived(state.projects.renewal, page, {cursor, readAt: askedAt});
	const next: State = {...listed, projects: {...listed.projects, renewal}};
	if (!isRenewed(next, projectBounds(next).height)) return next;
	const renewed = withProjects({...next, projects: {...next.projects, renewal: undefined}}, renewal, at);
	return withNotice(
		renewed,
		plain`The service no longer knew a cursor, so the list was read again from its start`,
		'quiet',
		at,
	);
}

/** What a service says that no longer knows a cursor. */
const refusals = new Set<ApiError['kind']>(['rejected', 'missing']);

export const isCursorRefused = (need: ReadRequest, error: ApiError): boolean =>
	need.kind === 'projects' && need.cursor !== undefined && refusals.has(error.kind);

/** The state after a cursor was refused: the list is read anew behind what is shown. Where that has brought no further already, the list ends there, and what is true is `failed`. */
export function withoutCursor(state: State, failed: State): State {
	const {list: projects, refusedAfter} = state.projects;
	const has = countOf(projects);
	if (state.projects.renewal || (refusedAfter !== undefined && has <= refusedAfter)) {
		return {
			...failed,
			projects: {...failed.projects, renewal: undefined, loadAll: undefined, list: {...projects, end: 'refused'}},
		};
	}

	return {
		...state,
		projects: {
			...state.projects,
			refusedAfter: has,
			renewal: {...createProjectList(), capacity: projects.capacity, left: everListed(projects)},
		},
	};
}
