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
const factsOf = ({skewMs, pins, latest}: State, at: LocalTime): FilterContext => ({
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
	const next = {...state, ghost};
	return {...next, position: heldAt(state.position, ghost.index, projectBounds(next))};
}

/**
The state with another list of projects: the picked row stays picked, on its line.

One that vanished leaves a ghost, unless it was deleted from here. `at` is the local time.
*/
export function withProjects(state: State, projects: ProjectList, at: LocalTime, isDeleted = false): State {
	const {id, index, isAtStart} = state.position;
	const before = projectRowsOf(state);
	const view = state.view && filterList(projects, state.view, factsOf(state, at), state.view);
	const next: State = {...state, projects, view, ghost: undefined};
	const after = rowsWithoutTombstone(next);
	const foundAt = id === undefined ? undefined : after.indexOf(id, index);
	const picked = before.rowAt(index);
	const hasVanished = !isAtStart && id !== undefined && foundAt === undefined && picked?.id === id && !isDeleted;
	// A row whose page is no longer at hand is not gone.
	if (hasVanished && !view && !projects.pages[pageIndexAt(projects.pages, index)]?.rows) {
		return {...next, ghost: state.ghost, position: state.position};
	}

	if (!hasVanished) {
		const arrived = projects.arrivals === state.projects.arrivals ? [] : projects.arrivals;
		const unseen = arrived.filter(id => !state.opened.has(id));
		return {...next, position: heldAt(state.position, foundAt, projectBounds(next), unseen)};
	}

	const known = state.ghost;
	if (known) {
		const place = known.successorId === undefined ? undefined : after.indexOf(known.successorId, known.index);
		return withTombstone(next, {...known, index: place ?? Math.min(known.index, after.count)});
	}

	const successor = successorOf(before, index, after);
	const isGone = rowsWithoutTombstone({projects, view: undefined}).indexOf(id, index) === undefined;
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
	const {view, latest, pins} = state;
	if (!view || view.query.trim() === '' || (latest === before.latest && pins === before.pins)) return state;
	const {facts} = view;
	return facts.latest === latest && facts.pins === pins ? state : withProjects(state, state.projects, at);
}

/** The marks without that of a project that is gone. */
export function withoutMark(state: State, projectId: string): State {
	if (!state.marks.has(projectId)) return state;
	const marks = new Set(state.marks);
	marks.delete(projectId);
	return {...state, marks};
}

/** Lets the ghost go: the row that took its place is picked, and that is said. */
export function withoutTombstone(state: State, at: LocalTime): State {
	const {ghost} = state;
	if (!ghost) return state;
	const left: State = {...state, ghost: undefined};
	const next = ghost.isGone ? withoutMark(left, ghost.project.id) : left;
	const title = projectTitle(ghost.project);
	const text = ghost.isGone ? plain`${title} is gone from the list` : plain`${title} no longer matches`;
	const position = heldAt(state.position, undefined, projectBounds(next));
	return withNotice({...next, position}, text, 'quiet', at);
}

/** The state after the cursor went somewhere else: a ghost that is not picked any more is not shown any more. */
export function withoutTombstoneAfterMove(state: State): State {
	const {ghost, position} = state;
	if (!ghost || position.id === ghost.project.id) return state;
	const next: State = {...state, ghost: undefined};
	const at = position.id === undefined ? undefined : rowsWithoutTombstone(next).indexOf(position.id, position.index);
	return {...next, position: heldAt(position, at, projectBounds(next))};
}

/** Where the reader stands in other rows: on the same project if it is there, else on the next one of the service's order. */
function placeIn(state: State, rows: ProjectRows, ids: ReadonlyArray<string | undefined>): number {
	const {projects, position, view} = state;
	for (const id of ids) {
		const at = id === undefined ? undefined : rows.indexOf(id, position.index);
		if (at !== undefined) return at;
	}

	const all = rowsWithoutTombstone({projects, view: undefined});
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
	const near = pageIndexAt(state.projects.pages, rowsWithoutTombstone(state).indexOf(state.position.id ?? '', 0) ?? 0);
	const projects = plainList ? withoutFarRows(keepingAll(state.projects, false), near) : state.projects;
	const view = plainList ? undefined : filterList(projects, lens, factsOf(state, at), state.view);
	const next: State = {...state, projects, view, ghost: undefined, lastQuery: lens.query || state.lastQuery};
	const index = placeIn(next, rowsWithoutTombstone(next), [anchorId, state.position.id]);
	return {...next, position: placedAt(state.position, index, projectBounds(next))};
}

/** The state with the next match picked, or the one before, around the ends of what is at hand. */
export function withMatch(state: State, by: 1 | -1, at: LocalTime): State {
	const rows = projectRowsOf(state);
	const facts = factsOf(state, at);
	const query = parseQuery(state.view?.query || state.lastQuery, facts);
	for (let step = 1; step <= rows.count; step++) {
		const index = (((state.position.index + by * step) % rows.count) + rows.count) % rows.count;
		const row = rows.rowAt(index);
		if (!row || !isMatch(query, row, facts.latest)) continue;
		return withoutTombstoneAfterMove({
			...state,
			position: movedBy(state.position, index - state.position.index, projectBounds(state)),
		});
	}

	return state;
}

/** The project that keys act on. A ghost is none. */
export const selectedProject = (state: State) =>
	state.ghost && state.ghost.project.id === state.position.id ? undefined : rowAt(state, state.position.index);
