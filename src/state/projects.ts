import type {Project, ProjectPage} from '../api/types.ts';
import {type LocalTime, toServiceTime} from '../base/clock.ts';
import {memo} from '../base/memo.ts';
import {counted, grouped, plain, type SafeText} from '../base/text.ts';
import {isFromDeployments, type Sort} from '../model/arrangement.ts';
import {
	arranged,
	movedBy,
	movedTo,
	type Placement,
	placementOf,
	type Rows,
	rowToReturnTo,
	startCursor,
} from '../model/cursor.ts';
import {projectRows} from '../model/layout.ts';
import {
	type FilteredList,
	filterList,
	filterQueryOf,
	isUnfiltered,
	type ListFilter,
	listedRows,
} from '../model/project-filter.ts';
import {
	canReadFurther,
	hasAllProjects,
	indexOfId,
	isWhole,
	knownProject,
	maxProjects,
	type Page,
	type ProjectRecord,
	pageOfProject,
	pageRead,
	projectNameOf,
	reopened,
	rowWithId,
} from '../model/project-list.ts';
import {findIn, parseQuery, type QueryContext, typedFilterName} from '../model/query.ts';
import {mayBeInvisible} from '../model/write-intent.ts';
import {selectedEnvironment} from './deployments.ts';
import {withoutDialog} from './dialogs.ts';
import {idInFilter} from './named-record.ts';
import {shortcutOf} from './preferences.ts';
import {listsProjects} from './screen.ts';
import {
	currentScreen,
	openProjectIds,
	type ProjectsState,
	patch,
	type State,
	withInterface,
	withNotice,
} from './state.ts';

const withProjects = (state: State, changes: Partial<ProjectsState>): State => patch(state, 'projects', changes);

const idsOf = memo((rows: readonly Project[]) => rows.map(({id}) => id));

const projectIds = ({projects: {filtered, list}}: State): readonly string[] =>
	filtered ? idsOf(filtered.rows) : list.ids;

export const projectRowsOf = (state: State): Rows => ({
	ids: projectIds(state),
	height: projectRows(state.interface.size),
	has: id => selectableProject(state, id) !== undefined,
});

export function isUnlisted({projects: {list}, writes: {accepted}}: State, id: string): boolean {
	if (!accepted.has(id) || indexOfId(list, id) !== undefined) return false;
	return !hasAllProjects(list) || mayBeInvisible(accepted.get(id), list.pages[0]?.readAt ?? 0);
}

export function isBeingDeleted({projects: {list, records}, writes: {deleting}}: State, id: string): boolean {
	const readAt = Math.max(pageOfProject(list, id)?.readAt ?? 0, records.get(id)?.readAt ?? 0);
	return mayBeInvisible(deleting.get(id), readAt);
}

/** A project of the list, including filtered-out ones and new ones not listed yet. */
const selectableProject = (state: State, id: string): Project | undefined =>
	rowWithId(state.projects.list, id) ??
	(isUnlisted(state, id) || id === idInFilter(state, state.projects.filtered?.query)
		? state.projects.records.get(id)?.project
		: undefined);

export const projectPlacement = (state: State): Placement => placementOf(state.projects.cursor, projectRowsOf(state));

export function selectedProject(state: State): Project | undefined {
	const {id} = state.projects.cursor;
	return id === undefined ? listedRows(state.projects)[0] : selectableProject(state, id);
}

/** More than a page has, so that none is forgotten while a page is read. */
const maxRecords = 100;

/** Stores a record and drops the oldest ones. Keeps open projects, because the list may lack them. */
export function withProjectRecord(state: State, id: string, record: ProjectRecord): State {
	const others = [...state.projects.records].filter(([other]) => other !== id);
	const open = openProjectIds(state);
	const kept = others.filter(([other], index) => index > others.length - maxRecords || open.includes(other));
	return withProjects(state, {records: new Map([...kept, [id, record]])});
}

export const queryContextOf = (
	{connection, polling: {skewMs}, preferences: {wordMeanings}, deployments: {table}, presence: {watches}}: State,
	at: LocalTime,
): QueryContext => ({
	watches,
	filters: connection?.filters,
	now: toServiceTime(at, skewMs),
	wordMeanings,
	table,
});

const filterContextOf = (state: State, {sort}: ListFilter, at: LocalTime): QueryContext => ({
	...queryContextOf(state, at),
	environment: sort?.by === 'behind' ? selectedEnvironment(state) : undefined,
});

function filteredBy(state: State, filter: ListFilter, at: LocalTime): FilteredList {
	const {list, records} = state.projects;
	const id = idInFilter(state, filter.query);
	const named = id === undefined || rowWithId(list, id) ? undefined : records.get(id)?.project;
	return filterList(named ? [...list.rows, named] : list.rows, filter, filterContextOf(state, filter, at));
}

function indexOfNextMatch({projects: {list, filtered}}: State, id = ''): number {
	if (!filtered || filtered.sort) return 0;
	const from = indexOfId(list, id) ?? 0;
	const next = filtered.rows.findIndex(row => (indexOfId(list, row.id) ?? 0) >= from);
	return next < 0 ? filtered.rows.length : next;
}

/** Selects the project that an earlier filter had filtered out, otherwise the current one, otherwise the next match. */
export function withFilter(state: State, filter: ListFilter, at: LocalTime): State {
	const {cursor, lastQuery} = state.projects;
	const next = withProjects(state, {
		filtered: isUnfiltered(filter) ? undefined : filteredBy(state, filter, at),
		lastQuery: filter.query || lastQuery,
	});
	const nextMatch = indexOfNextMatch(next, rowToReturnTo(cursor)?.id);
	return withProjects(next, {cursor: arranged(cursor, projectRowsOf(next), nextMatch)});
}

export function withFirstMatch(state: State): State {
	const first = movedBy(startCursor, projectRowsOf(state), 0);
	return withProjects(state, {cursor: {...first, sought: rowToReturnTo(state.projects.cursor)}});
}

function withoutSought(state: State): State {
	const {cursor} = state.projects;
	return cursor.id === undefined ? state : withProjects(state, {cursor: {...cursor, sought: undefined}});
}

export const openFilter = (state: State): State =>
	withInterface(withoutSought(state), {dialog: {name: 'filter', isNew: false}});

export const applyFilter = (state: State): State => withoutDialog(withoutSought(state));

/** Clearing a filter while it is typed returns to the row selected before, unless the user has moved. */
export const clearFilter = (state: State, at: LocalTime): State => applySavedFilter(state, '', at);

export const hasFilter = ({projects: {filtered}}: State): boolean => filterQueryOf(filtered) !== undefined;

export const savedFilterName = ({projects: {filtered}, connection}: State): string | undefined =>
	[...(connection?.filters ?? [])].find(([name, query]) =>
		[query, typedFilterName(name)].includes(filtered?.query.trim() ?? ''),
	)?.[0];

export function filtersOf(state: State) {
	const query = state.projects.filtered?.query.trim() ?? '';
	const isUnsaved = filterQueryOf(state.projects.filtered)?.isEmpty === false && savedFilterName(state) === undefined;
	const saved = [...(state.connection?.filters ?? [])].map(([name, savedQuery]) => ({name, query: savedQuery}));
	return [...saved, ...(isUnsaved ? [{name: undefined, query}] : [])];
}

export function withSavedFilter(state: State, name: string, query: string | undefined): State {
	const {connection} = state;
	if (!connection) return state;
	const filters = new Map(connection.filters);
	if (query === undefined) filters.delete(name);
	else filters.set(name, query);
	return {...state, connection: {...connection, filters}};
}

export const applySavedFilter = (state: State, query: string, at: LocalTime): State =>
	withFilter(withoutDialog(state), {query, sort: state.projects.filtered?.sort}, at);

export const sortProjects = (state: State, sort: Sort | undefined, at: LocalTime): State =>
	withFilter(withoutDialog(state), {query: state.projects.filtered?.query ?? '', sort}, at);

/** Wraps around the loaded rows. Returns the same state without a match. */
export function stepMatch(state: State, by: 1 | -1, at: LocalTime): State {
	const {cursor, filtered, lastQuery} = state.projects;
	const rows = listedRows(state.projects);
	const matching = new Set(findIn(rows, parseQuery(filtered?.query || lastQuery, queryContextOf(state, at))).found);
	const {index: current, heldBecause} = projectPlacement(state);
	const from = heldBecause && by > 0 ? current - 1 : current;
	for (let step = by; Math.abs(step) <= rows.length; step += by) {
		const index = (from + step + rows.length) % rows.length;
		const row = rows[index];
		if (row && matching.has(row))
			return withRange(withProjects(state, {cursor: movedTo(cursor, projectRowsOf(state), index)}));
	}

	return state;
}

const isSameContext = (a: QueryContext, b: QueryContext): boolean =>
	a.environment === b.environment &&
	a.table === b.table &&
	a.wordMeanings === b.wordMeanings &&
	a.watches === b.watches &&
	a.filters === b.filters;

export function withFilterApplied(before: State, state: State, at: LocalTime): State {
	const {list, records, filtered} = state.projects;
	if (!filtered) return state;
	const hasConditions = filtered.query.trim() !== '' || isFromDeployments(filtered.sort?.by);
	const isCurrent = !hasConditions || isSameContext(filtered.context, filterContextOf(state, filtered, at));
	const isSame = list === before.projects.list && records === before.projects.records;
	if (isSame && isCurrent) return state;
	return withProjects(state, {filtered: filteredBy(state, filtered, at)});
}

const maxPagesForMatches = 20;

function lacksMatches(state: State): boolean {
	const {filtered, list} = state.projects;
	if (!filtered?.query.trim() || !listsProjects(currentScreen(state))) return false;
	// One read proves whether a project has this id.
	if (idInFilter(state, filtered.query) !== undefined) return false;
	const mayRead = canReadFurther(list) && list.pages.length > 0 && list.pages.length < maxPagesForMatches;
	return mayRead && filtered.rows.length + filtered.unread.length < projectRows(state.interface.size);
}

/** Loads pages while a filter lacks matches. If the user stops that, the next query starts it again. */
export function withMatchesLoaded(before: State, state: State): State {
	const {loading, filtered} = state.projects;
	if (loading && loading !== 'matches') return state;
	const isNew = !lacksMatches(before) || before.projects.filtered?.query !== filtered?.query;
	const next = lacksMatches(state) && (loading || isNew) ? 'matches' : undefined;
	return next === loading ? state : withProjects(state, {loading: next});
}

export function withGoneNotice(before: State, state: State, at: LocalTime): State {
	const {cursor} = state.projects;
	const {id} = cursor;
	if (id === undefined || id !== before.projects.cursor.id) return state;
	const isGone = !selectableProject(state, id);
	if (isGone === !selectableProject(before, id)) return state;
	const title = projectNameOf(before, id);
	const said = (text: SafeText) => withNotice(state, text, 'quiet', at);
	if (!isGone) return said(plain`${title} is in the list again`);
	return said(plain`${title} is gone from the list`);
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

export const currentRange = ({projects: {range, marks}}: Pick<State, 'projects'>): ProjectsState['range'] =>
	range?.marks === marks ? range : undefined;

export function toggleRange(state: State): State {
	const anchorId = selectedProject(state)?.id;
	const {marks: before} = state.projects;
	if (currentRange(state) || anchorId === undefined) return withProjects(state, {range: undefined});
	const marks = new Set([...before, anchorId]);
	return withRange(withProjects(state, {marks, range: {anchorId, before, marks}}));
}

/** Extends the range to the cursor, or ends it once its first project is no longer shown. */
export function withRange(state: State): State {
	const range = currentRange(state);
	if (!range) return state;
	const ids = projectIds(state);
	const {index} = projectPlacement(state);
	const anchor = ids.indexOf(range.anchorId);
	if (anchor < 0) return withProjects(state, {range: undefined});
	const marks = new Set([...range.before, ...ids.slice(Math.min(anchor, index), Math.max(anchor, index) + 1)]);
	return withProjects(state, {marks, range: {...range, marks}});
}

export const cancelRange = (state: State): State =>
	withProjects(state, {marks: currentRange(state)?.before ?? state.projects.marks, range: undefined});

export const withLoadAll = (state: State, loading: 'last' | 'all', at: LocalTime): State =>
	finished(withProjects(state, {list: reopened(state.projects.list), loading}), at);

export const withoutLoadAll = (state: State): State => withProjects(state, {loading: undefined});

function finished(state: State, at: LocalTime): State {
	const {loading, list, cursor} = state.projects;
	if (loading === 'checks' || canReadFurther(list)) return state;
	const done = withoutLoadAll(state);
	if (loading === 'all') return withNotice(done, loadedText(state), 'quiet', at);
	return loading === 'last'
		? withProjects(done, {cursor: movedTo(cursor, projectRowsOf(done), list.rows.length)})
		: done;
}

function loadedText(state: State): SafeText {
	const {list} = state.projects;
	const count = counted(list.rows.length, 'project');
	if (list.stopped === 'full') return limitText(state);
	return isWhole(list) ? plain`${count} loaded` : plain`${count} loaded; no more can be read`;
}

export function limitText(state: State): SafeText {
	const [filter, commands] = [shortcutOf(state, 'filter'), shortcutOf(state, 'commands')];
	return plain`The first ${grouped(maxProjects)} projects are loaded. Press ${filter} to filter them, or ${commands} to open another by its id.`;
}

export function withPageRead(
	state: State,
	cursor: string | undefined,
	page: ProjectPage,
	{readAt, at}: {readonly readAt: LocalTime; readonly at: LocalTime},
): State {
	const {list} = state.projects;
	const read = pageRead(list, page, {cursor, readAt});
	const next = finished(withProjects(state, {list: read}), at);
	if (!list.sweep?.isRejected || read.sweep) return next;
	const text = plain`The service rejected a page cursor, so landfall reloaded the list`;
	return withNotice(next, text, 'quiet', at);
}

export const windowEnd = (state: State): number => projectPlacement(state).top + projectRows(state.interface.size);

export const projectsInWindow = (state: State): readonly Project[] =>
	listedRows(state.projects).slice(projectPlacement(state).top, windowEnd(state));

export function shownPages(state: State): readonly Page[] {
	const {list} = state.projects;
	const shown = [selectedProject(state), ...projectsInWindow(state)];
	const pages = [...new Set(shown.flatMap(project => (project && pageOfProject(list, project.id)) ?? []))];
	return pages.length > 0 ? pages : list.pages.slice(0, 1);
}
