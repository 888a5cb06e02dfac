import type {ApiError} from '../../api/errors.ts';
import type {ProjectPage} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import {grouped, plain, type SafeText} from '../../text.ts';
import {movedBy} from '../model/position.ts';
import {
	countOf,
	createProjectList,
	everListed,
	indexOfProject,
	isFull,
	keepingAll,
	keptCount,
	type ProjectList,
	pageIndexAt,
} from '../model/projects/project-list.ts';
import {pageArrived, reopened} from '../model/projects/project-pages.ts';
import type {ReadRequest} from '../model/requests/read-request.ts';
import {projectBounds} from '../state/list-bounds.ts';
import {withProjects} from '../state/selection.ts';
import type {State} from '../state/state.ts';
import {withNotice} from '../state/with-notice.ts';

/** Starts loading page after page: up to the last row, to select it, or all rows, to keep them. Finishes at once if nothing is left to load. */
export function withLoadAll(state: State, goal: 'last' | 'all', at: LocalTime): State {
	const projects = reopened(goal === 'all' ? keepingAll(state.projects.list, true) : state.projects.list);
	return finished({...state, projects: {...state.projects, list: projects, loadAll: goal}}, at);
}

/** Returns how many projects are loaded, once nothing is left to load. Undefined until then. */
function loadedText(list: ProjectList): SafeText | undefined {
	const count = grouped(keptCount(list));
	if (list.end !== 'open' && list.kept.length === list.pages.length)
		return list.end === 'reached'
			? plain`All ${count} projects loaded`
			: plain`${count} projects loaded; no more can be read`;
	return isFull(list) ? plain`${count} projects loaded, as many as can be kept` : undefined;
}

/** Ends the loading of all pages once its goal is reached. */
function finished(state: State, at: LocalTime): State {
	const {loadAll: goal, list: projects} = state.projects;
	if (goal === 'last' && projects.end !== 'open') {
		const bounds = projectBounds(state);
		return {
			...state,
			projects: {
				...state.projects,
				loadAll: undefined,
				position: movedBy(state.projects.position, bounds.count, bounds),
			},
		};
	}

	const text = goal === 'all' ? loadedText(projects) : undefined;
	if (text === undefined) return state;
	return withNotice({...state, projects: {...state.projects, loadAll: undefined}}, text, 'quiet', at);
}

/** Whether the renewed list has enough rows to replace the old one: the visible rows and the selected one, as far as they exist. */
const isRenewed = (
	renewal: ProjectList,
	{projects: {list: projects, position}}: State,
	visibleCount: number,
): boolean => {
	const count = countOf(renewal);
	const {id, isAtStart} = position;
	const hasSelected = isAtStart || id === undefined || indexOfProject(renewal, id) !== undefined;
	return (
		renewal.end !== 'open' || (count >= position.top + visibleCount && (hasSelected || count >= countOf(projects)))
	);
};

/** Adds a page of projects to the list, and to the renewed list if there is one. */
export function withPage(
	state: State,
	{cursor}: Extract<ReadRequest, {kind: 'projects'}>,
	page: ProjectPage,
	{askedAt, at}: {readonly askedAt: LocalTime; readonly at: LocalTime},
): State {
	const near = pageIndexAt(state.projects.list.pages, state.projects.position.top);
	const listed = withProjects(state, pageArrived(state.projects.list, page, {cursor, readAt: askedAt, near}), at);
	if (!state.projects.renewal) return finished(listed, at);

	const renewal = pageArrived(state.projects.renewal, page, {cursor, readAt: askedAt});
	const next: State = {...listed, projects: {...listed.projects, renewal}};
	if (!isRenewed(renewal, next, projectBounds(next).height)) return next;
	const renewed = withProjects({...next, projects: {...next.projects, renewal: undefined}}, renewal, at);
	return withNotice(
		renewed,
		plain`The service no longer knew a cursor, so the list was read again from its start`,
		'quiet',
		at,
	);
}

/** The errors with which a service rejects an unknown cursor. */
const cursorErrors = new Set<ApiError['kind']>(['rejected', 'missing']);

/** Whether a read failed because the service no longer knows its cursor. */
export const isCursorRefused = (request: ReadRequest, error: ApiError): boolean =>
	request.kind === 'projects' && request.cursor !== undefined && cursorErrors.has(error.kind);

/** Returns the state after a cursor was refused: the list is read again from its start while the old rows stay visible. If an earlier renewal got no further, ends the list there and returns `failed`, the state with the failure recorded. */
export function withoutCursor(state: State, failed: State): State {
	const {list: projects, refusedAfter} = state.projects;
	const count = countOf(projects);
	if (state.projects.renewal || (refusedAfter !== undefined && count <= refusedAfter)) {
		return {
			...failed,
			projects: {...failed.projects, renewal: undefined, loadAll: undefined, list: {...projects, end: 'refused'}},
		};
	}

	return {
		...state,
		projects: {
			...state.projects,
			refusedAfter: count,
			renewal: {...createProjectList(), capacity: projects.capacity, left: everListed(projects)},
		},
	};
}
