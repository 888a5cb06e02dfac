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
	type ProjectList,
} from '../model/projects/project-list.ts';
import {pageArrived, reopened} from '../model/projects/project-pages.ts';
import type {ReadRequest} from '../model/requests/read-request.ts';
import {limitText} from '../state/limit-text.ts';
import {projectBounds} from '../state/list-bounds.ts';
import {withoutGoneRow, withProjects} from '../state/selection.ts';
import type {State} from '../state/state.ts';
import {withNotice} from '../state/with-notice.ts';

/** Starts loading page after page, to select the last row or to have all. Finishes at once if nothing is left to load. */
export function withLoadAll(state: State, goal: 'last' | 'all', at: LocalTime): State {
	return finished({...state, projects: {...state.projects, list: reopened(state.projects.list), loadAll: goal}}, at);
}

/** Returns how many projects are loaded, once nothing is left to load. */
function loadedText(state: State): SafeText {
	const {list} = state.projects;
	const count = grouped(countOf(list));
	if (list.end === 'full') return limitText(state);
	return list.end === 'reached'
		? plain`All ${count} projects loaded`
		: plain`${count} projects loaded; no more can be read`;
}

/** Ends the loading of all pages once nothing is left to load. */
function finished(state: State, at: LocalTime): State {
	const {loadAll: goal, list, position} = state.projects;
	if (!goal || list.end === 'open') return state;
	const done: State = {...state, projects: {...state.projects, loadAll: undefined}};
	if (goal === 'all') return withNotice(done, loadedText(state), 'quiet', at);
	const bounds = projectBounds(done);
	return withoutGoneRow({...done, projects: {...done.projects, position: movedBy(position, bounds.count, bounds)}});
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
	const listed = withProjects(state, pageArrived(state.projects.list, page, {cursor, readAt: askedAt}), at);
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
			renewal: {...createProjectList(), left: everListed(projects)},
		},
	};
}
