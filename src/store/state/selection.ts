import {type LocalTime, toServiceTime} from '../../clock.ts';
import {projectTitle} from '../../project-title.ts';
import {plain} from '../../text.ts';
import {partitionPoint} from '../model/binary-search.ts';
import {heldAt, movedBy, placedAt} from '../model/position.ts';
import {type FilterContext, filterList, isUnfiltered, type ListFilter} from '../model/projects/filtered-list.ts';
import {keepingAll, type ProjectList, pageIndexAt} from '../model/projects/project-list.ts';
import {withoutFarRows} from '../model/projects/project-pages.ts';
import {
	type ProjectRows,
	projectRowsOf,
	rowAt,
	rowsWithoutTombstone,
	type Tombstone,
} from '../model/projects/project-rows.ts';
import {isMatch, parseQuery} from '../model/projects/query.ts';
import {projectBounds} from './list-bounds.ts';
import type {State} from './state.ts';
import {withNotice} from './with-notice.ts';

/** What a search goes by at a local time. */
const factsOf = (
	{polling: {skewMs}, interface: {pins}, deployments: {latest}}: State,
	at: LocalTime,
): FilterContext => ({
	now: toServiceTime(at, skewMs),
	pins,
	latest,
});

/** How long a picked project that vanished keeps its line. */
const tombstoneMs = 5000;

/** The row behind `index` that is still there. */
function successorOf(before: ProjectRows, index: number, after: ProjectRows): {id: string | undefined; at: number} {
	for (let next = index + 1; next < Math.min(before.count, index + 200); next++) {
		const id = before.rowAt(next)?.id;
		const at = id === undefined ? undefined : after.indexOf(id, next - 1);
		if (at !== undefined) return {id, at};
	}

	return {id: undefined, at: Math.min(index, after.count)};
}

/** The state with a ghost in its place, and the picked row on it. */
function withTombstone(state: State, ghost: Tombstone): State {
	const next = {...state, projects: {...state.projects, tombstone: ghost}};
	return {
		...next,
		projects: {...next.projects, position: heldAt(state.projects.position, ghost.index, projectBounds(next))},
	};
}

/**
The state with another list of projects: the picked row stays picked, on its line.

One that vanished leaves a ghost, unless it was deleted from here. `at` is the local time.
*/
export function withProjects(state: State, projects: ProjectList, at: LocalTime, isDeleted = false): State {
	const {id, index, isAtStart} = state.projects.position;
	const before = projectRowsOf(state.projects);
	const view =
		state.projects.view && filterList(projects, state.projects.view, factsOf(state, at), state.projects.view);
	const next: State = {...state, projects: {...state.projects, list: projects, view, tombstone: undefined}};
	const after = rowsWithoutTombstone(next.projects);
	const foundAt = id === undefined ? undefined : after.indexOf(id, index);
	const picked = before.rowAt(index);
	const hasVanished = !isAtStart && id !== undefined && foundAt === undefined && picked?.id === id && !isDeleted;
	// A row whose page is no longer at hand is not gone.
	if (hasVanished && !view && !projects.pages[pageIndexAt(projects.pages, index)]?.rows) {
		return {
			...next,
			projects: {...next.projects, tombstone: state.projects.tombstone, position: state.projects.position},
		};
	}

	if (!hasVanished) {
		const arrived = projects.arrivals === state.projects.list.arrivals ? [] : projects.arrivals;
		const unseen = arrived.filter(id => !state.projects.opened.has(id));
		return {
			...next,
			projects: {...next.projects, position: heldAt(state.projects.position, foundAt, projectBounds(next), unseen)},
		};
	}

	const known = state.projects.tombstone;
	if (known) {
		const place = known.successorId === undefined ? undefined : after.indexOf(known.successorId, known.index);
		return withTombstone(next, {...known, index: place ?? Math.min(known.index, after.count)});
	}

	const successor = successorOf(before, index, after);
	const isGone = rowsWithoutTombstone({list: projects, view: undefined}).indexOf(id, index) === undefined;
	return withTombstone(next, {
		project: picked,
		index: successor.at,
		successorId: successor.id,
		isGone,
		until: at + tombstoneMs,
	});
}

/** The state after newest deployments were read, or words got another meaning: what is searched for may be found elsewhere now. */
export function withFilterRefreshed(before: State, state: State, at: LocalTime): State {
	const {
		projects: {view},
		deployments: {latest},
		interface: {pins},
	} = state;
	if (!view || view.query.trim() === '' || (latest === before.deployments.latest && pins === before.interface.pins))
		return state;
	const {context} = view;
	return context.latest === latest && context.pins === pins ? state : withProjects(state, state.projects.list, at);
}

/** The marks without that of a project that is gone. */
export function withoutMark(state: State, projectId: string): State {
	if (!state.projects.marks.has(projectId)) return state;
	const marks = new Set(state.projects.marks);
	marks.delete(projectId);
	return {...state, projects: {...state.projects, marks}};
}

/** Lets the ghost go: the row that took its place is picked, and that is said. */
export function withoutTombstone(state: State, at: LocalTime): State {
	const {tombstone: ghost} = state.projects;
	if (!ghost) return state;
	const left: State = {...state, projects: {...state.projects, tombstone: undefined}};
	const next = ghost.isGone ? withoutMark(left, ghost.project.id) : left;
	const title = projectTitle(ghost.project);
	const text = ghost.isGone ? plain`${title} is gone from the list` : plain`${title} no longer matches`;
	const position = heldAt(state.projects.position, undefined, projectBounds(next));
	return withNotice({...next, projects: {...next.projects, position}}, text, 'quiet', at);
}

/** The state after the cursor went somewhere else: a ghost that is not picked any more is not shown any more. */
export function withoutTombstoneAfterMove(state: State): State {
	const {tombstone: ghost, position} = state.projects;
	if (!ghost || position.id === ghost.project.id) return state;
	const next: State = {...state, projects: {...state.projects, tombstone: undefined}};
	const at =
		position.id === undefined ? undefined : rowsWithoutTombstone(next.projects).indexOf(position.id, position.index);
	return {...next, projects: {...next.projects, position: heldAt(position, at, projectBounds(next))}};
}

/** Where the reader stands in other rows: on the same project if it is there, else on the next one of the service's order. */
function placeIn(state: State, rows: ProjectRows, ids: ReadonlyArray<string | undefined>): number {
	const {list: projects, position, view} = state.projects;
	for (const id of ids) {
		const at = id === undefined ? undefined : rows.indexOf(id, position.index);
		if (at !== undefined) return at;
	}

	const all = rowsWithoutTombstone({list: projects, view: undefined});
	const own = ids
		.map(id => (id === undefined ? undefined : all.indexOf(id, position.index)))
		.find(at => at !== undefined);
	if (own === undefined || view?.sort) return 0;
	const before = partitionPoint(rows.count, index => {
		const id = rows.rowAt(index)?.id;
		return id !== undefined && (all.indexOf(id, index) ?? 0) < own;
	});
	return Math.min(before, Math.max(0, rows.count - 1));
}

/** The state with the list seen through another lens. The picked project stays picked if it is among what is shown; `anchorId` goes before it. */
export function withFilter(state: State, lens: ListFilter, at: LocalTime, anchorId?: string): State {
	const plainList = isUnfiltered(lens);
	const near = pageIndexAt(
		state.projects.list.pages,
		rowsWithoutTombstone(state.projects).indexOf(state.projects.position.id ?? '', 0) ?? 0,
	);
	const projects = plainList ? withoutFarRows(keepingAll(state.projects.list, false), near) : state.projects.list;
	const view = plainList ? undefined : filterList(projects, lens, factsOf(state, at), state.projects.view);
	const next: State = {
		...state,
		projects: {
			...state.projects,
			list: projects,
			view,
			tombstone: undefined,
			lastQuery: lens.query || state.projects.lastQuery,
		},
	};
	const index = placeIn(next, rowsWithoutTombstone(next.projects), [anchorId, state.projects.position.id]);
	return {
		...next,
		projects: {...next.projects, position: placedAt(state.projects.position, index, projectBounds(next))},
	};
}

/** The state with the next match picked, or the one before, around the ends of what is at hand. */
export function withMatch(state: State, by: 1 | -1, at: LocalTime): State {
	const rows = projectRowsOf(state.projects);
	const facts = factsOf(state, at);
	const query = parseQuery(state.projects.view?.query || state.projects.lastQuery, facts);
	for (let step = 1; step <= rows.count; step++) {
		const index = (((state.projects.position.index + by * step) % rows.count) + rows.count) % rows.count;
		const row = rows.rowAt(index);
		if (!row || !isMatch(query, row, facts.latest)) continue;
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

/** The project that keys act on. A ghost is none. */
export const selectedProject = (state: State) =>
	state.projects.tombstone && state.projects.tombstone.project.id === state.projects.position.id
		? undefined
		: rowAt(state.projects, state.projects.position.index);
