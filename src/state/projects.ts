import type {Project, ProjectPage} from '../api/types.ts';
import {type LocalTime, toServiceTime} from '../base/clock.ts';
import {grouped, plain, type SafeText} from '../base/text.ts';
import {isDerived, type Sort} from '../model/arrangement.ts';
import {isDeleted, type ProjectRecord} from '../model/known-project.ts';
import {projectRows} from '../model/layout.ts';
import {keepSelected, movedBy, placedAt} from '../model/position.ts';
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
	maxProjects,
	newIds,
	type Page,
	pageOfProject,
	pageRead,
	partitionPoint,
	reopened,
} from '../model/project-list.ts';
import {projectTitle} from '../model/project-title.ts';
import {parseQuery, type QueryContext} from '../model/query.ts';
import {derivedValueIn} from './deployments.ts';
import {withoutDialog} from './dialogs.ts';
import {projectBounds} from './lists.ts';
import {keyOf} from './preferences.ts';
import {listsProjects} from './screen.ts';
import {currentScreen, patch, type State, withInterface, withNotice} from './state.ts';

export const openFilter = (state: State): State =>
	withInterface(state, {dialog: {name: 'filter', anchorId: state.projects.position.id, isNew: false}});

/** Shows all projects again. Their order stays. */
export const clearFilter = (state: State, at: LocalTime): State =>
	withFilter(withoutDialog(state), {query: '', sort: state.projects.filtered?.sort}, at);

/** Sorts the projects. Without `sort`, they are in the service's order again. The filter stays. */
export const sortProjects = (state: State, sort: Sort | undefined, at: LocalTime): State =>
	withFilter(withoutDialog(state), {query: state.projects.filtered?.query ?? '', sort}, at);

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

const filterContextOf = (
	{polling: {skewMs}, interface: {wordMeanings, screens}, deployments: {table}, presence: {watches}}: State,
	at: LocalTime,
): QueryContext => ({
	watches,
	isByCell: screens.some(({name}) => name === 'versions'),
	now: toServiceTime(at, skewMs),
	wordMeanings,
	table,
});

function filteredBy(state: State, filter: ListFilter, at: LocalTime): FilteredList {
	const by = filter.sort?.by;
	const derived = isDerived(by) ? derivedValueIn(state, by) : undefined;
	return filterList(state.projects.list.rows, filter, filterContextOf(state, at), derived);
}

/** Returns where the row of the selected project, which is gone, stands among the other rows: before the first of those that were below it. */
function placeOfGone({projects: before}: State, {projects: after}: State): number {
	const below = new Set(
		shownRows(before)
			.slice(before.position.index + 1)
			.map(({id}) => id),
	);
	const rows = listedRows(after);
	const at = rows.findIndex(({id}) => below.has(id));
	return at < 0 ? rows.length : at;
}

/** Keeps the row of the selected project, which is missing in `state`. Says so if it was listed `before`. */
function withGoneRow(before: State, state: State, project: Project, at: LocalTime): State {
	const index = placeOfGone(before, state);
	const shown: State = patch(state, 'projects', {goneRow: {project, index}});
	const position = keepSelected(state.projects.position, projectBounds(shown));
	const kept: State = patch(shown, 'projects', {position});
	if (before.projects.goneRow) return kept;
	const title = projectTitle(project);
	if (indexOfId(state.projects.list.rows, project.id) !== undefined)
		return withNotice(kept, plain`${title} no longer matches`, 'quiet', at);
	return withNotice(withoutMark(kept, project.id), plain`${title} is gone from the list`, 'quiet', at);
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
	const isConditional = filtered !== undefined && (filtered.query.trim() !== '' || isDerived(filtered.sort?.by));
	const context = filterContextOf(state, at);
	if (isConditional && filtered.context.isByCell !== context.isByCell) return withFilter(state, filtered, at);
	const isCurrent = !isConditional || isSameContext(filtered.context, context);
	if (list === before.projects.list && isCurrent) return state;
	const next: State = patch(state, 'projects', {
		filtered: filtered && filteredBy(state, filtered, at),
		goneRow: undefined,
	});
	const {id, index, isAtStart} = position;
	const isListed = id !== undefined && shownIndex(next.projects, id) !== undefined;
	const selected = shownRows(before.projects)[index];
	const isGone = !isAtStart && !isListed && selected !== undefined && selected.id === id;
	if (isGone && !isDeleted(records, selected.id)) return withGoneRow(before, next, selected, at);
	const unseen = newIds(before.projects.list, list).filter(newId => !records.has(newId));
	const kept: State = patch(next, 'projects', {position: keepSelected(position, projectBounds(next), unseen)});
	const isBack = goneRow !== undefined && isListed;
	return isBack ? withNotice(kept, plain`${projectTitle(goneRow.project)} is in the list again`, 'quiet', at) : kept;
}

export function withoutMark(state: State, projectId: string): State {
	const {marks} = state.projects;
	return marks.has(projectId)
		? patch(state, 'projects', {marks: new Set([...marks].filter(id => id !== projectId))})
		: state;
}

export function withoutGoneRow(state: State): State {
	const {goneRow, position} = state.projects;
	if (!goneRow) return state;
	const next: State = patch(state, 'projects', {goneRow: undefined});
	return patch(next, 'projects', {position: keepSelected(position, projectBounds(next))});
}

/** Returns the index to select in filtered rows: that of the first of `ids` that is shown, otherwise the next match in the service's order. */
function indexAfterFilter({projects}: State, ids: ReadonlyArray<string | undefined>): number {
	const {list, filtered} = projects;
	const rows = listedRows(projects);
	for (const id of ids) {
		const at = id === undefined ? undefined : shownIndex(projects, id);
		if (at !== undefined) return at;
	}

	const listedAt = (id: string | undefined) => (id === undefined ? undefined : indexOfId(list.rows, id));
	const oldIndex = ids.map(listedAt).find(at => at !== undefined);
	if (oldIndex === undefined || filtered?.sort) return 0;
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
	const filtered = isUnfiltered(filter) ? undefined : filteredBy(state, filter, at);
	const next: State = patch(state, 'projects', {
		filtered,
		goneRow: undefined,
		lastQuery: filter.query || state.projects.lastQuery,
	});
	const index = indexAfterFilter(next, [anchorId, state.projects.position.id]);
	return patch(next, 'projects', {position: placedAt(state.projects.position, index, projectBounds(next))});
}

/** Selects the next or previous match among the loaded rows, wrapping around. Returns the same state if nothing matches. */
export function withMatch(state: State, by: 1 | -1, at: LocalTime): State {
	const rows = shownRows(state.projects);
	const {position} = state.projects;
	const {test} = parseQuery(state.projects.filtered?.query || state.projects.lastQuery, filterContextOf(state, at));
	for (let step = by; Math.abs(step) <= rows.length; step += by) {
		const index = (position.index + step + rows.length) % rows.length;
		const row = rows[index];
		if (!row || !test(row)) continue;
		const moved = movedBy(position, index - position.index, projectBounds(state));
		return withoutGoneRow(patch(state, 'projects', {position: moved}));
	}

	return state;
}

/** Returns the project that keys act on. Undefined if it is gone. */
export const selectedProject = ({projects}: State) =>
	projects.goneRow ? undefined : listedRows(projects)[projects.position.index];

/** Starts loading page after page, to select the last row or to have all. Finishes at once if nothing is left to load. */
export function withLoadAll(state: State, goal: 'last' | 'all', at: LocalTime): State {
	return finished(patch(state, 'projects', {list: reopened(state.projects.list), loading: goal}), at);
}

export const withoutLoadAll = (state: State): State => patch(state, 'projects', {loading: undefined});

function loadedText(state: State): SafeText {
	const {list} = state.projects;
	const count = grouped(list.rows.length);
	if (list.end === 'full') return limitText(state);
	return list.end === 'reached'
		? plain`All ${count} projects loaded`
		: plain`${count} projects loaded; no more can be read`;
}

function finished(state: State, at: LocalTime): State {
	const {loading: goal, list, position} = state.projects;
	if (!goal || list.end === 'open') return state;
	const done: State = patch(state, 'projects', {loading: undefined});
	if (goal === 'all') return withNotice(done, loadedText(state), 'quiet', at);
	const bounds = projectBounds(done);
	return withoutGoneRow(patch(done, 'projects', {position: movedBy(position, bounds.count, bounds)}));
}

export function withPage(
	state: State,
	cursor: string | undefined,
	page: ProjectPage,
	{askedAt, at}: {readonly askedAt: LocalTime; readonly at: LocalTime},
): State {
	const {list} = state.projects;
	const read = pageRead(list, page, {cursor, askedAt});
	const next = finished(patch(state, 'projects', {list: read}), at);
	if (!list.sweep?.isRefused || read.sweep) return next;
	const text = plain`The service no longer knew a cursor, so the list was read again from its start`;
	return withNotice(next, text, 'quiet', at);
}

export const windowEnd = ({projects: {position}, interface: {size}}: State): number => position.top + projectRows(size);

/** Returns the pages with at least one visible row, or the first one if there are no projects. */
export function shownPages(state: State): readonly Page[] {
	const {list, filtered, position} = state.projects;
	if (!filtered && list.rows.length === 0) return list.pages.slice(0, 1);
	const visible = listedRows(state.projects).slice(position.top, windowEnd(state));
	return [...new Set(visible.flatMap(({id}) => pageOfProject(list, id) ?? []))];
}

/** Says that the list holds as many projects as it can, and how to find one among them or beyond. */
export function limitText(state: State): SafeText {
	const [filter, commands] = [keyOf(state, 'filter', plain`/`), keyOf(state, 'commands', plain`:`)];
	return plain`The first ${grouped(maxProjects)} projects are loaded. Press ${filter} to filter them, or ${commands} to open another by its id.`;
}
