import type {Project, ProjectPage} from '../api/types.ts';
import {type LocalTime, toServiceTime} from '../base/clock.ts';
import {counted, grouped, plain, type SafeText} from '../base/text.ts';
import {isDerived, type Sort} from '../model/arrangement.ts';
import {projectRows} from '../model/layout.ts';
import {keepSelected, type ListBounds, movedBy, placedAt} from '../model/position.ts';
import {
	type FilteredList,
	filterList,
	isUnfiltered,
	type ListFilter,
	listedRows,
	shownIndex,
	shownRows,
} from '../model/project-filter.ts';
import {
	indexOfId,
	isDeleted,
	isOpen,
	isWhole,
	knownProject,
	maxProjects,
	newIds,
	type Page,
	type ProjectRecord,
	pageOfProject,
	pageRead,
	reopened,
} from '../model/project-list.ts';
import {projectTitle} from '../model/project-title.ts';
import {findIn, parseQuery, type QueryContext} from '../model/query.ts';
import {withoutDialog} from './dialogs.ts';
import {shortcutOf} from './preferences.ts';
import {listsProjects} from './screen.ts';
import {currentScreen, patch, type State, withInterface, withNotice} from './state.ts';

type ProjectsState = State['projects'];

const withProjects = (state: State, changes: Partial<ProjectsState>): State => patch(state, 'projects', changes);

export function projectBounds({projects, interface: {size}}: State): ListBounds {
	const rows = shownRows(projects);
	return {
		count: rows.length,
		height: projectRows(size),
		idAt: index => rows[index]?.id,
		indexOf: id => shownIndex(projects, id),
	};
}

/** Returns the project that keys act on. Undefined if it is gone. */
export const selectedProject = ({projects}: State): Project | undefined =>
	projects.goneRow ? undefined : listedRows(projects)[projects.position.index];

/** More than there are while a page is read. */
const maxRecords = 100;

/** Stores the record of a project, and forgets the oldest of too many. That of an open project stays, because the list may not hold it. */
export function withProjectRecord(state: State, id: string, record: ProjectRecord): State {
	const others = [...state.projects.records].filter(([other]) => other !== id);
	const isOpen = (projectId: string) =>
		state.interface.screens.some(screen => 'projectId' in screen && screen.projectId === projectId);
	const kept = others.filter(([other], index) => index > others.length - maxRecords || isOpen(other));
	return withProjects(state, {records: new Map([...kept, [id, record]])});
}

const queryContextOf = (
	{polling: {skewMs}, interface: {wordMeanings}, deployments: {table}, presence: {watches}}: State,
	at: LocalTime,
): QueryContext => ({
	watches,
	now: toServiceTime(at, skewMs),
	wordMeanings,
	table,
});

function filteredBy(state: State, filter: ListFilter, at: LocalTime): FilteredList {
	return filterList(state.projects.list.rows, filter, queryContextOf(state, at));
}

/** Returns the index to select in filtered rows: that of the first of `ids` that is shown, otherwise the next match in the service's order. */
function indexAfterFilter({projects}: State, ids: readonly string[]): number {
	const {list, filtered} = projects;
	const shownAt = ids.map(id => shownIndex(projects, id)).find(at => at !== undefined);
	if (shownAt !== undefined) return shownAt;
	const listedAt = (id: string) => indexOfId(list, id);
	const oldIndex = ids.map(listedAt).find(at => at !== undefined);
	if (oldIndex === undefined || filtered?.sort) return 0;
	const rows = listedRows(projects);
	const next = rows.findIndex(({id}) => (listedAt(id) ?? 0) >= oldIndex);
	return next < 0 ? Math.max(0, rows.length - 1) : next;
}

/** Applies a filter. Selects the project that an earlier one has hidden if it is shown now, otherwise the one that was selected, otherwise the match that is next in the list. */
export function withFilter(state: State, filter: ListFilter, at: LocalTime): State {
	const {position, lastQuery} = state.projects;
	const {id, beforeFilter} = position;
	const next = withProjects(state, {
		filtered: isUnfiltered(filter) ? undefined : filteredBy(state, filter, at),
		goneRow: undefined,
		lastQuery: filter.query || lastQuery,
	});
	const index = indexAfterFilter(
		next,
		[beforeFilter?.id, id].filter(known => known !== undefined),
	);
	return withProjects(next, {position: placedAt(position, index, projectBounds(next))});
}

/** Forgets which row was selected before the filter, unless the filter shows no row to select instead. */
function withoutBeforeFilter(state: State): State {
	const {position} = state.projects;
	return position.id === undefined ? state : withProjects(state, {position: {...position, beforeFilter: undefined}});
}

export const openFilter = (state: State): State =>
	withInterface(withoutBeforeFilter(state), {dialog: {name: 'filter', isNew: false}});

export const applyFilter = (state: State): State => withoutDialog(withoutBeforeFilter(state));

/** Shows all projects. While a filter is typed, this selects the row again that was selected before, unless the user has moved. */
export const clearFilter = (state: State, at: LocalTime): State =>
	withFilter(withoutDialog(state), {query: '', sort: state.projects.filtered?.sort}, at);

/** Returns the name under which the current filter is saved. */
export const savedFilterName = ({projects: {filtered}, connection}: State): string | undefined =>
	[...(connection?.filters ?? [])].find(([, query]) => query === filtered?.query.trim())?.[0];

/** Saves a filter, or removes it if there is no query. */
export function withSavedFilter(state: State, name: string, query: string | undefined): State {
	const {connection} = state;
	if (!connection) return state;
	const filters = new Map(connection.filters);
	if (query === undefined) filters.delete(name);
	else filters.set(name, query);
	return {...state, connection: {...connection, filters}};
}

/** Filters the projects by a query that was saved. The order stays. */
export const applySavedFilter = (state: State, query: string, at: LocalTime): State =>
	withFilter(withoutDialog(state), {query, sort: state.projects.filtered?.sort}, at);

/** Sorts the projects. Without `sort`, they are in the service's order again. The filter stays. */
export const sortProjects = (state: State, sort: Sort | undefined, at: LocalTime): State =>
	withFilter(withoutDialog(state), {query: state.projects.filtered?.query ?? '', sort}, at);

/** Selects the next or previous match among the loaded rows, wrapping around. Returns the same state if nothing matches. */
export function withMatch(state: State, by: 1 | -1, at: LocalTime): State {
	const {position, filtered, lastQuery} = state.projects;
	const rows = shownRows(state.projects);
	const matching = new Set(findIn(rows, parseQuery(filtered?.query || lastQuery, queryContextOf(state, at))).found);
	for (let step = by; Math.abs(step) <= rows.length; step += by) {
		const index = (position.index + step + rows.length) % rows.length;
		const row = rows[index];
		if (!row || !matching.has(row)) continue;
		const moved = movedBy(position, index - position.index, projectBounds(state));
		return withoutGoneRow(withProjects(state, {position: moved}));
	}

	return state;
}

/** Returns where the row of the selected project, which is gone, stands among the other rows: before the first of those that were below it. */
function placeOfGone(before: ProjectsState, after: ProjectsState): number {
	const below = shownRows(before).slice(before.position.index + 1);
	const idsBelow = new Set(below.map(({id}) => id));
	const rows = listedRows(after);
	const at = rows.findIndex(({id}) => idsBelow.has(id));
	return at < 0 ? rows.length : at;
}

/** Keeps the row of the selected project, which is missing in `state`. Says so if it was listed `before`. */
function withGoneRow(before: State, state: State, project: Project, at: LocalTime): State {
	const index = placeOfGone(before.projects, state.projects);
	const shown = withProjects(state, {goneRow: {project, index}});
	const kept = withProjects(shown, {position: keepSelected(state.projects.position, projectBounds(shown))});
	if (before.projects.goneRow) return kept;
	const title = projectTitle(project);
	if (indexOfId(state.projects.list, project.id) !== undefined)
		return withNotice(kept, plain`${title} no longer matches`, 'quiet', at);
	return withNotice(withoutMark(kept, project.id), plain`${title} is gone from the list`, 'quiet', at);
}

export function withoutGoneRow(state: State): State {
	if (!state.projects.goneRow) return state;
	const next = withProjects(state, {goneRow: undefined});
	return withProjects(next, {position: keepSelected(next.projects.position, projectBounds(next))});
}

const isSameContext = (a: QueryContext, b: QueryContext): boolean =>
	a.table === b.table && a.wordMeanings === b.wordMeanings && a.watches === b.watches;

/**
Applies the filter to what has changed. The selected row stays selected, on its screen line.

If its project is gone, the row stays too, marked as gone, unless the user has deleted the project or leaves the list.
*/
export function withProjectsFollowed(before: State, changed: State, at: LocalTime): State {
	const isLeft = listsProjects(currentScreen(before)) && !listsProjects(currentScreen(changed));
	const state = isLeft ? withoutGoneRow(changed) : changed;
	const {list, filtered, position, goneRow, records} = state.projects;
	const hasConditions = filtered !== undefined && (filtered.query.trim() !== '' || isDerived(filtered.sort?.by));
	const context = queryContextOf(state, at);
	const isCurrent = !hasConditions || isSameContext(filtered.context, context);
	if (list === before.projects.list && isCurrent) return state;
	const next = withProjects(state, {filtered: filtered && filteredBy(state, filtered, at), goneRow: undefined});
	const isListed = position.id !== undefined && shownIndex(next.projects, position.id) !== undefined;
	const selected = shownRows(before.projects)[position.index];
	const isGone = !position.isAtStart && !isListed && selected !== undefined && selected.id === position.id;
	if (isGone && !isDeleted(records, selected.id)) return withGoneRow(before, next, selected, at);
	const unseen = newIds(before.projects.list, list).filter(id => !records.has(id));
	const kept = withProjects(next, {position: keepSelected(position, projectBounds(next), unseen)});
	const isBack = goneRow !== undefined && isListed;
	return isBack ? withNotice(kept, plain`${projectTitle(goneRow.project)} is in the list again`, 'quiet', at) : kept;
}

export function toggleMark(state: State): State {
	const id = selectedProject(state)?.id;
	if (id === undefined) return state;
	const marks = new Set(state.projects.marks);
	if (!marks.delete(id)) marks.add(id);
	return withProjects(state, {marks});
}

export function withoutMark(state: State, projectId: string): State {
	const marks = new Set(state.projects.marks);
	return marks.delete(projectId) ? withProjects(state, {marks}) : state;
}

/** Marks all loaded projects in the list, or unmarks them if all of them are marked already. */
export function toggleAllMarks(state: State): State {
	const {marks} = state.projects;
	const listed = new Set(listedRows(state.projects).map(({id}) => id));
	const others = [...marks].filter(id => !listed.has(id));
	const areAllMarked = others.length + listed.size === marks.size;
	return withProjects(state, {marks: new Set(areAllMarked ? others : [...others, ...listed])});
}

export const clearMarks = (state: State): State => withProjects(state, {marks: new Set()});

export function markedProjects({projects}: Pick<State, 'projects'>) {
	const marked = [...projects.marks].map(id => ({id, project: knownProject({projects}, id)}));
	return {
		projects: marked.map(({project}) => project).filter(project => project !== undefined),
		missing: marked.filter(({project}) => !project).map(({id}) => id),
	};
}

/** Returns the range that is being marked. Undefined if something else has changed the marks since. */
export const currentRange = ({projects: {range, marks}}: Pick<State, 'projects'>): ProjectsState['range'] =>
	range?.marks === marks ? range : undefined;

/** Begins a range of marked projects at the selected one, or ends it. */
export function toggleRange(state: State): State {
	const anchorId = selectedProject(state)?.id;
	const {marks} = state.projects;
	if (currentRange(state) || anchorId === undefined) return withProjects(state, {range: undefined});
	return withRange(withProjects(state, {range: {anchorId, before: marks, marks}}));
}

/** Extends the range that is being marked to the cursor. It ends if its first project is not shown any more. */
export function withRange(state: State): State {
	const range = currentRange(state);
	if (!range) return state;
	const {index} = state.projects.position;
	const anchor = shownIndex(state.projects, range.anchorId);
	if (anchor === undefined) return withProjects(state, {range: undefined});
	const rows = listedRows(state.projects).slice(Math.min(anchor, index), Math.max(anchor, index) + 1);
	const marks = new Set([...range.before, ...rows.map(({id}) => id)]);
	return withProjects(state, {marks, range: {...range, marks}});
}

/** Ends the range that is being marked, and restores the marks from before it. */
export const cancelRange = (state: State): State =>
	withProjects(state, {marks: currentRange(state)?.before ?? state.projects.marks, range: undefined});

/** Starts loading page after page, to select the last row or to have all. Finishes at once if nothing is left to load. */
export const withLoadAll = (state: State, loading: 'last' | 'all', at: LocalTime): State =>
	finished(withProjects(state, {list: reopened(state.projects.list), loading}), at);

export const withoutLoadAll = (state: State): State => withProjects(state, {loading: undefined});

function finished(state: State, at: LocalTime): State {
	const {loading, list, position} = state.projects;
	if (!loading || isOpen(list)) return state;
	const done = withoutLoadAll(state);
	if (loading === 'all') return withNotice(done, loadedText(state), 'quiet', at);
	const bounds = projectBounds(done);
	return withoutGoneRow(withProjects(done, {position: movedBy(position, bounds.count, bounds)}));
}

function loadedText(state: State): SafeText {
	const {list} = state.projects;
	const count = counted(list.rows.length, 'project');
	if (list.stopped === 'full') return limitText(state);
	return isWhole(list) ? plain`${count} loaded` : plain`${count} loaded; no more can be read`;
}

/** Says that the list holds as many projects as it can, and how to find one among them or beyond. */
export function limitText(state: State): SafeText {
	const [filter, commands] = [shortcutOf(state, 'filter'), shortcutOf(state, 'commands')];
	return plain`The first ${grouped(maxProjects)} projects are loaded. Press ${filter} to filter them, or ${commands} to open another by its id.`;
}

export function withPageRead(
	state: State,
	cursor: string | undefined,
	page: ProjectPage,
	{requestedAt, at}: {readonly requestedAt: LocalTime; readonly at: LocalTime},
): State {
	const {list} = state.projects;
	const read = pageRead(list, page, {cursor, requestedAt});
	const next = finished(withProjects(state, {list: read}), at);
	if (!list.sweep?.isRefused || read.sweep) return next;
	const text = plain`The service rejected a page cursor, so landfall reloaded the list`;
	return withNotice(next, text, 'quiet', at);
}

export const windowEnd = ({projects: {position}, interface: {size}}: State): number => position.top + projectRows(size);

/** Returns the pages with at least one visible row, or the first one if no row is visible. */
export function shownPages(state: State): readonly Page[] {
	const {list, position} = state.projects;
	const visible = listedRows(state.projects).slice(position.top, windowEnd(state));
	const pages = [...new Set(visible.flatMap(({id}) => pageOfProject(list, id) ?? []))];
	return pages.length > 0 ? pages : list.pages.slice(0, 1);
}
