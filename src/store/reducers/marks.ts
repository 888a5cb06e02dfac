import {rowsWithoutTombstone} from '../model/projects/project-rows.ts';
import {knownProject} from '../state/project-names.ts';
import {selectedProject} from '../state/selection.ts';
import type {State} from '../state/state.ts';

export type MarkEvent =
	/** The selected project is marked or unmarked. */
	| {readonly type: 'mark-toggled'}
	/** All loaded projects in the list are marked, or unmarked if all of them are marked already. */
	| {readonly type: 'all-marked'}
	| {readonly type: 'marks-cleared'};

function toggled(state: State): State {
	const id = selectedProject(state)?.id;
	if (id === undefined) return state;
	const marks = new Set(state.projects.marks);
	if (!marks.delete(id)) marks.add(id);
	return {...state, projects: {...state.projects, marks}};
}

function allMarked(state: State): State {
	const rows = rowsWithoutTombstone(state.projects);
	const ids = Array.from({length: rows.count}, (_, index) => rows.rowAt(index)?.id).filter(id => id !== undefined);
	const areAllMarked = ids.every(id => state.projects.marks.has(id));
	const listed = new Set(ids);
	const others = [...state.projects.marks].filter(id => !listed.has(id));
	return {...state, projects: {...state.projects, marks: new Set(areAllMarked ? others : [...others, ...ids])}};
}

/** Returns the marked projects in no particular order. `missing` counts those that are not loaded. */
export function markedProjects({projects}: Pick<State, 'projects'>) {
	const {marks} = projects;
	const found = [...marks].map(id => knownProject({projects}, id)).filter(project => project !== undefined);
	return {projects: found, missing: marks.size - found.length};
}

export function reduceMarks(state: State, event: MarkEvent): State {
	switch (event.type) {
		case 'mark-toggled':
			return toggled(state);
		case 'all-marked':
			return allMarked(state);
		case 'marks-cleared':
			return {...state, projects: {...state.projects, marks: new Set()}};
	}
}
