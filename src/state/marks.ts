import {knownProject} from '../model/known-project.ts';
import {listedRows, shownIndex} from '../model/project-filter.ts';
import {selectedProject} from './projects.ts';
import {patch, type State} from './state.ts';

export function toggleMark(state: State): State {
	const id = selectedProject(state)?.id;
	if (id === undefined) return state;
	const marks = new Set(state.projects.marks);
	if (!marks.delete(id)) marks.add(id);
	return patch(state, 'projects', {marks});
}

/** Marks all loaded projects in the list, or unmarks them if all of them are marked already. */
export function toggleAllMarks(state: State): State {
	const ids = listedRows(state.projects).map(({id}) => id);
	const areAllMarked = ids.every(id => state.projects.marks.has(id));
	const listed = new Set(ids);
	const others = [...state.projects.marks].filter(id => !listed.has(id));
	return patch(state, 'projects', {marks: new Set(areAllMarked ? others : [...others, ...ids])});
}

/** Returns the range that is being marked. Undefined if something else has changed the marks since. */
export const currentRange = ({projects: {range, marks}}: Pick<State, 'projects'>): State['projects']['range'] =>
	range?.marks === marks ? range : undefined;

/** Begins a range of marked projects at the selected one, or ends it. */
export function toggleRange(state: State): State {
	const anchorId = selectedProject(state)?.id;
	const {marks} = state.projects;
	if (currentRange(state) || anchorId === undefined) return patch(state, 'projects', {range: undefined});
	return withRange(patch(state, 'projects', {range: {anchorId, before: marks, marks}}));
}

/** Extends the range that is being marked to the cursor. It ends if its first project is not shown any more. */
export function withRange(state: State): State {
	const range = currentRange(state);
	if (!range) return state;
	const {position} = state.projects;
	const anchor = shownIndex(state.projects, range.anchorId);
	if (anchor === undefined) return patch(state, 'projects', {range: undefined});
	const from = Math.min(anchor, position.index);
	const rows = listedRows(state.projects).slice(from, Math.max(anchor, position.index) + 1);
	const marks = new Set([...range.before, ...rows.map(({id}) => id)]);
	return patch(state, 'projects', {marks, range: {...range, marks}});
}

/** Returns the marked projects in no particular order. `missing` has the ids of those that are not loaded. */
export function markedProjects({projects}: Pick<State, 'projects'>) {
	const {marks} = projects;
	const found = [...marks].map(id => knownProject({projects}, id)).filter(project => project !== undefined);
	const loaded = new Set(found.map(({id}) => id));
	return {projects: found, missing: [...marks].filter(id => !loaded.has(id))};
}

/** Ends the range that is being marked, and restores the marks from before it. */
export const cancelRange = (state: State): State =>
	patch(state, 'projects', {marks: currentRange(state)?.before ?? state.projects.marks, range: undefined});

export const clearMarks = (state: State): State => patch(state, 'projects', {marks: new Set()});
