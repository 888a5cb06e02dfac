import type {Project} from '../../api/types.ts';
import {type LocalTime, toServiceTime} from '../../clock.ts';
import {projectTitle} from '../../project-title.ts';
import {plain} from '../../text.ts';
import {partitionPoint} from '../model/binary-search.ts';
import {heldAt, movedBy, placedAt} from '../model/position.ts';
import {
	type FilterContext,
	type FilteredList,
	filterList,
	isUnfiltered,
	type ListFilter,
} from '../model/projects/filtered-list.ts';
import type {ProjectList} from '../model/projects/project-list.ts';
import {
	type ProjectRows,
	projectRowsOf,
	rowAt,
	rowsWithoutTombstone,
	type Tombstone,
} from '../model/projects/project-rows.ts';
import {isMatch, parseQuery} from '../model/projects/query.ts';
import {isDerived} from '../model/projects/sorting.ts';
import {derivedValueIn} from './deployments/read-deployments.ts';
import {projectBounds} from './list-bounds.ts';
import type {State} from './state.ts';
import {withNotice} from './with-notice.ts';

/** Whether the list of projects is that of the versions, also below other screens. */
const isOnVersions = (screens: State['interface']['screens']): boolean => screens.some(({name}) => name === 'versions');

/** Returns the context of a search at a local time. */
const filterContextOf = (
	{polling: {skewMs}, interface: {pins, screens}, deployments: {table}, presence: {watches}}: State,
	at: LocalTime,
): FilterContext => ({
	watches,
	isByCell: isOnVersions(screens),
	now: toServiceTime(at, skewMs),
	pins,
	table,
});

/** Filters and sorts the projects at a local time. */
function filtered(state: State, list: ProjectList, filter: ListFilter, at: LocalTime): FilteredList {
	const by = filter.sort?.by;
	const derived = isDerived(by) ? derivedValueIn(state, by) : undefined;
	return filterList(list, filter, filterContextOf(state, at), state.projects.view, derived);
}

/** How long a selected project that vanished keeps its row. */
const tombstoneMs = 5000;

/** How many rows after a vanished project are checked for its successor. */
const successorSearchRows = 200;

/** Returns the nearest row after `index` that is still listed, with its new index. */
function successorOf(before: ProjectRows, index: number, after: ProjectRows): {id: string | undefined; index: number} {
	for (let next = index + 1; next < Math.min(before.count, index + successorSearchRows); next++) {
		const id = before.rowAt(next)?.id;
		const found = id === undefined ? undefined : after.indexOf(id, next - 1);
		if (found !== undefined) return {id, index: found};
	}

	return {id: undefined, index: Math.min(index, after.count)};
}

/** Shows a tombstone and keeps it selected. */
function withTombstone(state: State, tombstone: Tombstone): State {
	const next = {...state, projects: {...state.projects, tombstone}};
	return {
		...next,
		projects: {...next.projects, position: heldAt(state.projects.position, tombstone.index, projectBounds(next))},
	};
}

/** Returns the tombstone of a selected project that is missing in `next`: the existing one in its new place, or a new one. */
function tombstoneFor(state: State, next: State, project: Project, at: LocalTime): Tombstone {
	const {tombstone, position} = state.projects;
	const rows = rowsWithoutTombstone(next.projects);
	if (tombstone) {
		const {successorId, index} = tombstone;
		const successorIndex = successorId === undefined ? undefined : rows.indexOf(successorId, index);
		return {...tombstone, index: successorIndex ?? Math.min(index, rows.count)};
	}

	const {id: successorId, index} = successorOf(projectRowsOf(state.projects), position.index, rows);
	const listed = rowsWithoutTombstone({list: next.projects.list, view: undefined});
	const isGone = listed.indexOf(project.id, position.index) === undefined;
	return {project, index, successorId, isGone, until: at + tombstoneMs};
}

/**
Replaces the list of projects. The selected row stays selected, on its screen line.

If it vanished, it leaves a tombstone, unless the user deleted it (`isDeleted`). `at` is the local time.
*/
export function withProjects(state: State, projects: ProjectList, at: LocalTime, isDeleted = false): State {
	const {id, index, isAtStart} = state.projects.position;
	const before = projectRowsOf(state.projects);
	const view = state.projects.view && filtered(state, projects, state.projects.view, at);
	const next: State = {...state, projects: {...state.projects, list: projects, view, tombstone: undefined}};
	const after = rowsWithoutTombstone(next.projects);
	const foundAt = id === undefined ? undefined : after.indexOf(id, index);
	const selected = before.rowAt(index);
	const hasVanished = !isAtStart && id !== undefined && foundAt === undefined && selected?.id === id && !isDeleted;
	if (!hasVanished) {
		const arrived = projects.arrivals === state.projects.list.arrivals ? [] : projects.arrivals;
		const unseen = arrived.filter(id => !state.projects.opened.has(id));
		return {
			...next,
			projects: {...next.projects, position: heldAt(state.projects.position, foundAt, projectBounds(next), unseen)},
		};
	}

	return withTombstone(next, tombstoneFor(state, next, selected, at));
}

/** Reapplies the filter and the order after deployments, watches, the classification of status words or the screen changed, because other projects may match now. */
export function withFilterRefreshed(state: State, at: LocalTime): State {
	const {
		projects: {view},
		deployments: {table},
		interface: {pins, screens},
		presence: {watches},
	} = state;
	if (!view || (view.query.trim() === '' && !isDerived(view.sort?.by))) return state;
	const {context} = view;
	if (context.isByCell !== isOnVersions(screens)) return withFilter(state, view, at);
	const isCurrent = context.table === table && context.pins === pins && context.watches === watches;
	return isCurrent ? state : withProjects(state, state.projects.list, at);
}

/** Removes the mark of a project that is gone. */
export function withoutMark(state: State, projectId: string): State {
	if (!state.projects.marks.has(projectId)) return state;
	const marks = new Set(state.projects.marks);
	marks.delete(projectId);
	return {...state, projects: {...state.projects, marks}};
}

/** Removes the tombstone, selects the row that took its place and shows a notice. */
export function withoutTombstone(state: State, at: LocalTime): State {
	const {tombstone} = state.projects;
	if (!tombstone) return state;
	const cleared: State = {...state, projects: {...state.projects, tombstone: undefined}};
	const next = tombstone.isGone ? withoutMark(cleared, tombstone.project.id) : cleared;
	const title = projectTitle(tombstone.project);
	const text = tombstone.isGone ? plain`${title} is gone from the list` : plain`${title} no longer matches`;
	const position = heldAt(state.projects.position, undefined, projectBounds(next));
	return withNotice({...next, projects: {...next.projects, position}}, text, 'quiet', at);
}

/** Removes the tombstone once the cursor has moved off it. */
export function withoutTombstoneAfterMove(state: State): State {
	const {tombstone, position} = state.projects;
	if (!tombstone || position.id === tombstone.project.id) return state;
	const next: State = {...state, projects: {...state.projects, tombstone: undefined}};
	const at =
		position.id === undefined ? undefined : rowsWithoutTombstone(next.projects).indexOf(position.id, position.index);
	return {...next, projects: {...next.projects, position: heldAt(position, at, projectBounds(next))}};
}

/** Returns the index to select in filtered rows: that of the first of `ids` that is shown, otherwise the next match in the service's order. */
function indexAfterFilter(state: State, rows: ProjectRows, ids: ReadonlyArray<string | undefined>): number {
	const {list: projects, position, view} = state.projects;
	for (const id of ids) {
		const at = id === undefined ? undefined : rows.indexOf(id, position.index);
		if (at !== undefined) return at;
	}

	const all = rowsWithoutTombstone({list: projects, view: undefined});
	const oldIndex = ids
		.map(id => (id === undefined ? undefined : all.indexOf(id, position.index)))
		.find(at => at !== undefined);
	if (oldIndex === undefined || view?.sort) return 0;
	const before = partitionPoint(rows.count, index => {
		const id = rows.rowAt(index)?.id;
		return id !== undefined && (all.indexOf(id, index) ?? 0) < oldIndex;
	});
	return Math.min(before, Math.max(0, rows.count - 1));
}

/** Applies a filter. Selects the project `anchorId` if it matches (by default the one that the last filter hid), otherwise the project that was selected, otherwise the nearest match. */
export function withFilter(
	state: State,
	filter: ListFilter,
	at: LocalTime,
	anchorId: string | undefined = state.projects.position.hiddenId,
): State {
	const view = isUnfiltered(filter) ? undefined : filtered(state, state.projects.list, filter, at);
	const next: State = {
		...state,
		projects: {
			...state.projects,
			view,
			tombstone: undefined,
			lastQuery: filter.query || state.projects.lastQuery,
		},
	};
	const index = indexAfterFilter(next, rowsWithoutTombstone(next.projects), [anchorId, state.projects.position.id]);
	return {
		...next,
		projects: {...next.projects, position: placedAt(state.projects.position, index, projectBounds(next))},
	};
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
		return withoutTombstoneAfterMove({
			...state,
			projects: {
				...state.projects,
				position: movedBy(state.projects.position, index - state.projects.position.index, projectBounds(state)),
			},
		});
	}

	return state;
}

/** Returns the project that keys act on. Undefined for a tombstone. */
export const selectedProject = (state: State) =>
	state.projects.tombstone && state.projects.tombstone.project.id === state.projects.position.id
		? undefined
		: rowAt(state.projects, state.projects.position.index);
