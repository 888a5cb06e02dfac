import type {ApiError} from '../api/errors.ts';
import type {Project, ProjectPage} from '../api/types.ts';
import {type LocalTime, toServiceTime} from '../base/clock.ts';
import {partitionPoint} from '../base/collections.ts';
import {grouped, plain, type SafeText} from '../base/text.ts';
import {isDerived, type Sort} from '../model/arrangement.ts';
import type {ProjectRecord} from '../model/known-project.ts';
import {projectRows} from '../model/layout.ts';
import {keepSelectedAt, movedBy, placedAt} from '../model/position.ts';
import {
	type FilterContext,
	type FilteredList,
	filterList,
	isUnfiltered,
	type ListFilter,
	listedIndex,
	listedRows,
	projectRowsOf,
} from '../model/project-filter.ts';
import {
	cursorRefused,
	indexOfId,
	maxProjects,
	newIds,
	type Page,
	type ProjectList,
	pageIndexAt,
	pageRead,
	reopened,
} from '../model/project-list.ts';
import {projectTitle} from '../model/project-title.ts';
import {isMatch, parseQuery} from '../model/query.ts';
import type {ReadRequest} from '../model/read-request.ts';
import {derivedValueIn} from './deployments.ts';
import {withoutDialog} from './dialogs.ts';
import {keyOf} from './key-names.ts';
import {projectBounds} from './lists.ts';
import {patch, type State, withInterface, withNotice} from './state.ts';

export const openFilter = (state: State): State =>
	withInterface(state, {dialog: {name: 'filter', anchorId: state.projects.position.id, isNew: false}});

/** Shows all projects again. Their order stays. */
export const clearFilter = (state: State, at: LocalTime): State =>
	withFilter(withoutDialog(state), {query: '', sort: state.projects.view?.sort}, at);

/** Sorts the projects. Without `sort`, they are in the service's order again. The filter stays. */
export const sortProjects = (state: State, sort: Sort | undefined, at: LocalTime): State =>
	withFilter(withoutDialog(state), {query: state.projects.view?.query ?? '', sort}, at);

/** More than there are while a page is read. */
const maxRecords = 100;

/** Stores the record of a project, and forgets the oldest of too many. That of an open project stays, because the list may not hold it. */
export function withProjectRecord(state: State, id: string, record: ProjectRecord): State {
	const others = [...state.projects.records].filter(([other]) => other !== id);
	const isOpen = (projectId: string) =>
		state.interface.screens.some(screen => 'projectId' in screen && screen.projectId === projectId);
	const kept = others.filter(([other], index) => index > others.length - maxRecords || isOpen(other));
	return patch(state, 'projects', {records: new Map([...kept, [id, record]])});
}

/** Whether the list of projects is that of the versions, also below other screens. */
const isOnVersions = (screens: State['interface']['screens']): boolean => screens.some(({name}) => name === 'versions');

const filterContextOf = (
	{polling: {skewMs}, interface: {wordMeanings, screens}, deployments: {table}, presence: {watches}}: State,
	at: LocalTime,
): FilterContext => ({
	watches,
	isByCell: isOnVersions(screens),
	now: toServiceTime(at, skewMs),
	wordMeanings,
	table,
});

function filtered(state: State, list: ProjectList, filter: ListFilter, at: LocalTime): FilteredList {
	const by = filter.sort?.by;
	const derived = isDerived(by) ? derivedValueIn(state, by) : undefined;
	return filterList(list.rows, filter, filterContextOf(state, at), derived);
}

/** Returns where the row of a project that is gone stands among the other rows: before the first of those that were below it. */
function placeOfGone({projects: before}: State, {projects: after}: State): number {
	const {count, rowAt} = projectRowsOf(before);
	const below = new Set<string | undefined>();
	for (let at = before.position.index + 1; at < count; at++) below.add(rowAt(at)?.id);
	const rows = listedRows(after);
	const at = rows.findIndex(({id}) => below.has(id));
	return at < 0 ? rows.length : at;
}

/** Keeps the row of the selected project, which is missing in `next`. Reports that it is missing if it was listed in `state`. */
function withGoneRow(state: State, next: State, project: Project, at: LocalTime): State {
	const {position, goneRow} = state.projects;
	const index = placeOfGone(state, next);
	const shown: State = patch(next, 'projects', {goneRow: {project, index}});
	const kept: State = patch(shown, 'projects', {position: keepSelectedAt(position, index, projectBounds(shown))});
	if (goneRow) return kept;
	const title = projectTitle(project);
	if (indexOfId(next.projects.list.rows, project.id) !== undefined)
		return withNotice(kept, plain`${title} no longer matches`, 'quiet', at);
	return withNotice(withoutMark(kept, project.id), plain`${title} is gone from the list`, 'quiet', at);
}

/**
Replaces the list of projects. The selected row stays selected, on its screen line.

If its project is gone, the row stays too, marked as gone, unless the user deleted the project (`isDeleted`). `at` is the local time.
*/
export function withProjects(state: State, projects: ProjectList, at: LocalTime, isDeleted = false): State {
	const {
		position: {id, index, isAtStart},
		goneRow,
	} = state.projects;
	const view = state.projects.view && filtered(state, projects, state.projects.view, at);
	const next: State = patch(state, 'projects', {list: projects, view, goneRow: undefined});
	const foundAt = id === undefined ? undefined : listedIndex(next.projects, id, index);
	const selected = projectRowsOf(state.projects).rowAt(index);
	const isGone = !isAtStart && foundAt === undefined && selected !== undefined && selected.id === id && !isDeleted;
	if (isGone) return withGoneRow(state, next, selected, at);
	const unseen = newIds(state.projects.list, projects).filter(id => !state.projects.records.has(id));
	const position = keepSelectedAt(state.projects.position, foundAt, projectBounds(next), unseen);
	const held: State = patch(next, 'projects', {position});
	const isBack = goneRow !== undefined && foundAt !== undefined;
	return isBack ? withNotice(held, plain`${projectTitle(goneRow.project)} is in the list again`, 'quiet', at) : held;
}

/** Reapplies the filter and the order after deployments, watches, the classification of status words or the screen changed, because other projects may match now. */
export function withFilterRefreshed(state: State, at: LocalTime): State {
	const {
		projects: {view},
		deployments: {table},
		interface: {wordMeanings, screens},
		presence: {watches},
	} = state;
	if (!view || (view.query.trim() === '' && !isDerived(view.sort?.by))) return state;
	const {context} = view;
	if (context.isByCell !== isOnVersions(screens)) return withFilter(state, view, at);
	const isCurrent = context.table === table && context.wordMeanings === wordMeanings && context.watches === watches;
	return isCurrent ? state : withProjects(state, state.projects.list, at);
}

export function withoutMark(state: State, projectId: string): State {
	if (!state.projects.marks.has(projectId)) return state;
	const marks = new Set(state.projects.marks);
	marks.delete(projectId);
	return patch(state, 'projects', {marks});
}

/** Removes the row of a project that is gone. If it is selected, selects the row that takes its place. */
export function withoutGoneRow(state: State): State {
	const {goneRow, position} = state.projects;
	if (!goneRow) return state;
	const next: State = patch(state, 'projects', {goneRow: undefined});
	const at = position.id === undefined ? undefined : listedIndex(next.projects, position.id, position.index);
	return patch(next, 'projects', {position: keepSelectedAt(position, at, projectBounds(next))});
}

/** Returns the index to select in filtered rows: that of the first of `ids` that is shown, otherwise the next match in the service's order. */
function indexAfterFilter({projects}: State, ids: ReadonlyArray<string | undefined>): number {
	const {list, position, view} = projects;
	const rows = listedRows(projects);
	for (const id of ids) {
		const at = id === undefined ? undefined : listedIndex(projects, id, position.index);
		if (at !== undefined) return at;
	}

	const listedAt = (id: string | undefined) => (id === undefined ? undefined : indexOfId(list.rows, id));
	const oldIndex = ids.map(listedAt).find(at => at !== undefined);
	if (oldIndex === undefined || view?.sort) return 0;
	const before = partitionPoint(rows.length, index => (listedAt(rows[index]?.id) ?? 0) < oldIndex);
	return Math.min(before, Math.max(0, rows.length - 1));
}

/** Applies a filter. Selects the project `anchorId` if it matches (by default the one that the last filter hid), otherwise the project that was selected, otherwise the nearest match. */
export function withFilter(
	state: State,
	filter: ListFilter,
	at: LocalTime,
	anchorId: string | undefined = state.projects.position.hiddenId,
): State {
	const view = isUnfiltered(filter) ? undefined : filtered(state, state.projects.list, filter, at);
	const next: State = patch(state, 'projects', {
		view,
		goneRow: undefined,
		lastQuery: filter.query || state.projects.lastQuery,
	});
	const index = indexAfterFilter(next, [anchorId, state.projects.position.id]);
	return patch(next, 'projects', {position: placedAt(state.projects.position, index, projectBounds(next))});
}

/** Selects the next or previous match among the loaded rows, wrapping around. Returns the same state if nothing matches. */
export function withMatch(state: State, by: 1 | -1, at: LocalTime): State {
	const rows = projectRowsOf(state.projects);
	const context = filterContextOf(state, at);
	const query = parseQuery(state.projects.view?.query || state.projects.lastQuery, context);
	for (let step = 1; step <= rows.count; step++) {
		const index = (((state.projects.position.index + by * step) % rows.count) + rows.count) % rows.count;
		const row = rows.rowAt(index);
		if (!row || !isMatch(query, row, context.table)) continue;
		return withoutGoneRow(
			patch(state, 'projects', {
				position: movedBy(state.projects.position, index - state.projects.position.index, projectBounds(state)),
			}),
		);
	}

	return state;
}

/** Returns the project that keys act on. Undefined if it is gone. */
export const selectedProject = ({projects}: State) =>
	projects.goneRow ? undefined : projectRowsOf(projects).rowAt(projects.position.index);

/** Starts loading page after page, to select the last row or to have all. Finishes at once if nothing is left to load. */
export function withLoadAll(state: State, goal: 'last' | 'all', at: LocalTime): State {
	return finished(patch(state, 'projects', {list: reopened(state.projects.list), loadAll: goal}), at);
}

export const withoutLoadAll = (state: State): State => patch(state, 'projects', {loadAll: undefined});

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
	const done: State = patch(state, 'projects', {loadAll: undefined});
	if (goal === 'all') return withNotice(done, loadedText(state), 'quiet', at);
	const bounds = projectBounds(done);
	return withoutGoneRow(patch(done, 'projects', {position: movedBy(position, bounds.count, bounds)}));
}

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
		? patch(failed, 'projects', {loadAll: undefined, list})
		: patch(state, 'projects', {list});
}

/** Returns the index after the last visible row. */
export const windowEnd = ({projects: {position}, interface: {size}}: State): number => position.top + projectRows(size);

/** Returns the pages with at least one visible row. */
export function shownPages(state: State): readonly Page[] {
	const {list: projects, view, position} = state.projects;
	const {pages} = projects;
	const end = windowEnd(state);
	if (!view) {
		const first = pageIndexAt(pages, position.top);
		let last = first + 1;
		while ((pages[last]?.first ?? end) < end) last++;
		return pages.slice(first, last);
	}

	const shown = new Set<Page>();
	for (const {id} of view.rows.slice(position.top, end)) {
		const at = indexOfId(projects.rows, id);
		const page = at === undefined ? undefined : pages[pageIndexAt(pages, at)];
		if (page) shown.add(page);
	}

	return [...shown];
}

/** Says that the list holds as many projects as it can, and how to find one among them or beyond. */
export function limitText(state: State): SafeText {
	const [filter, commands] = [keyOf(state, 'filter', plain`/`), keyOf(state, 'commands', plain`:`)];
	return plain`The first ${grouped(maxProjects)} projects are loaded. Press ${filter} to filter them, or ${commands} to open another by its id.`;
}
