import type {ApiError} from '../../api/errors.ts';
import type {ProjectPage} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import {grouped, plain, type SafeText} from '../../text.ts';
import {movedBy} from '../model/position.ts';
import {cursorRefused, pageRead, reopened} from '../model/projects/page-read.ts';
import type {ReadRequest} from '../model/requests/read-request.ts';
import {projectBounds} from './lists.ts';
import {withoutGoneRow, withProjects} from './selection.ts';
import {limitText} from './shown-pages.ts';
import {type State, withNotice} from './state.ts';

/** Starts loading page after page, to select the last row or to have all. Finishes at once if nothing is left to load. */
export function withLoadAll(state: State, goal: 'last' | 'all', at: LocalTime): State {
	return finished({...state, projects: {...state.projects, list: reopened(state.projects.list), loadAll: goal}}, at);
}

/** Stops loading page after page. */
export const withoutLoadAll = (state: State): State => ({
	...state,
	projects: {...state.projects, loadAll: undefined},
});

/** Returns how many projects are loaded, once nothing is left to load. */
function loadedText(state: State): SafeText {
	const {list} = state.projects;
	const count = grouped(list.rows.length);
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

/** Adds a page of projects to the list. */
export function withPage(
	state: State,
	{cursor}: Extract<ReadRequest, {kind: 'projects'}>,
	page: ProjectPage,
	{askedAt, at}: {readonly askedAt: LocalTime; readonly at: LocalTime},
): State {
	const {list} = state.projects;
	const read = pageRead(list, page, {cursor, askedAt});
	const listed = finished(withProjects(state, read, at), at);
	if (!list.sweep?.isRefused || read.sweep) return listed;
	return withNotice(
		listed,
		plain`The service no longer knew a cursor, so the list was read again from its start`,
		'quiet',
		at,
	);
}

/** The errors with which a service rejects an unknown cursor. */
const cursorErrors = new Set<ApiError['kind']>(['rejected', 'missing']);

type RefusedRequest = Extract<ReadRequest, {kind: 'projects'}> & {readonly cursor: string};

/** Whether a read failed because the service no longer knows its cursor. */
export const isCursorRefused = (request: ReadRequest, error: ApiError): request is RefusedRequest =>
	request.kind === 'projects' && request.cursor !== undefined && cursorErrors.has(error.kind);

/** Returns the state after a cursor was refused: the list is read again from its start while the old rows stay visible. If the list ends instead, returns `failed`, the state with the failure recorded. */
export function withoutCursor(state: State, {cursor}: RefusedRequest, failed: State, at: LocalTime): State {
	const list = cursorRefused(state.projects.list, cursor, at);
	return list.end === 'refused'
		? {...failed, projects: {...failed.projects, loadAll: undefined, list}}
		: {...state, projects: {...state.projects, list}};
}
