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
} from '../model/projects/project-filter.ts';
import {indexOfId, newIds, type ProjectList} from '../model/projects/project-list.ts';
import {listedIndex, listedRows, projectRowsOf} from '../model/projects/project-rows.ts';
import {isMatch, parseQuery} from '../model/projects/query.ts';
import {isDerived} from '../model/projects/sorting.ts';
import {derivedValueIn} from './known-deployment.ts';
import {projectBounds} from './lists.ts';
import {type State, withNotice} from './state.ts';

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
	return filterList(list.rows, filter, filterContextOf(state, at), state.projects.view, derived);
}

/** How many rows on either side of a project that is gone are checked for one that is still listed. */
const maxNeighbours = 200;

/** Returns where the row of a project that is gone stands among the other rows: before the nearest row that was below it, or else after the nearest one above. */
function placeOfGone({projects: before}: State, {projects: after}: State): number {
	const {index} = before.position;
	const {count, rowAt} = projectRowsOf(before);
	const indexNow = (at: number) => {
		const id = rowAt(at)?.id;
		return id === undefined ? undefined : listedIndex(after, id, at);
	};

	for (let at = index + 1; at < Math.min(count, index + maxNeighbours); at++) {
		const below = indexNow(at);
		if (below !== undefined) return below;
	}

	for (let at = index - 1; at > Math.max(-1, index - maxNeighbours); at--) {
		const above = indexNow(at);
		if (above !== undefined) return above + 1;
	}

	return Math.min(index, listedRows(after).length);
}

/** Keeps the row of the selected project, which is missing in `next`. Reports that it is missing if it was listed in `state`. */
function withGoneRow(state: State, next: State, project: Project, at: LocalTime): State {
	const {position, goneRow} = state.projects;
	const index = placeOfGone(state, next);
	const shown: State = {...next, projects: {...next.projects, goneRow: {project, index}}};
	const kept: State = {
		...shown,
		projects: {...shown.projects, position: heldAt(position, index, projectBounds(shown))},
	};
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
	const next: State = {...state, projects: {...state.projects, list: projects, view, goneRow: undefined}};
	const foundAt = id === undefined ? undefined : listedIndex(next.projects, id, index);
	const selected = projectRowsOf(state.projects).rowAt(index);
	const isGone = !isAtStart && foundAt === undefined && selected !== undefined && selected.id === id && !isDeleted;
	if (isGone) return withGoneRow(state, next, selected, at);
	const unseen = newIds(state.projects.list, projects).filter(id => !state.projects.records.has(id));
	const position = heldAt(state.projects.position, foundAt, projectBounds(next), unseen);
	const held: State = {...next, projects: {...next.projects, position}};
	const isBack = goneRow !== undefined && foundAt !== undefined;
	return isBack ? withNotice(held, plain`${projectTitle(goneRow.project)} is in the list again`, 'quiet', at) : held;
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

/** Removes the row of a project that is gone. If it is selected, selects the row that takes its place. */
export function withoutGoneRow(state: State): State {
	const {goneRow, position} = state.projects;
	if (!goneRow) return state;
	const next: State = {...state, projects: {...state.projects, goneRow: undefined}};
	const at = position.id === undefined ? undefined : listedIndex(next.projects, position.id, position.index);
	return {...next, projects: {...next.projects, position: heldAt(position, at, projectBounds(next))}};
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
	const next: State = {
		...state,
		projects: {
			...state.projects,
			view,
			goneRow: undefined,
			lastQuery: filter.query || state.projects.lastQuery,
		},
	};
	const index = indexAfterFilter(next, [anchorId, state.projects.position.id]);
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
		return withoutGoneRow({
			...state,
			projects: {
				...state.projects,
				position: movedBy(state.projects.position, index - state.projects.position.index, projectBounds(state)),
			},
		});
	}

	return state;
}

/** Returns the project that keys act on. Undefined if it is gone. */
export const selectedProject = ({projects}: State) =>
	projects.goneRow ? undefined : projectRowsOf(projects).rowAt(projects.position.index);
