import {rowsWithoutTombstone} from '../model/projects/project-rows.ts';
import {knownProject} from '../state/project-names.ts';
import {selectedProject} from '../state/selection.ts';
import type {State} from '../state/state.ts';

export type MarkEvent =
	/** The picked project is marked, or not any more. */
	| {readonly type: 'mark-toggled'}
	/** All projects that are shown and at hand are marked; if they are already, none of them is. */
	| {readonly type: 'all-marked'}
	| {readonly type: 'marks-cleared'};

function flipped(state: State): State {
	const id = selectedProject(state)?.id;
	if (id === undefined) return state;
	const marks = new Set(state.projects.marks);
	if (!marks.delete(id)) marks.add(id);
	return {...state, projects: {...state.projects, marks}};
}

function allMarked(state: State): State {
	const rows = rowsWithoutTombstone(state.projects);
	const ids = Array.from({length: rows.count}, (_, index) => rows.rowAt(index)?.id).filter(id => id !== undefined);
	const isDone = ids.every(id => state.projects.marks.has(id));
	const shown = new Set(ids);
	const others = [...state.projects.marks].filter(id => !shown.has(id));
	return {...state, projects: {...state.projects, marks: new Set(isDone ? others : [...others, ...ids])}};
}

/** The projects that are marked, in no order that means anything, and how many of them are not at hand. */
export function markedProjects({projects}: Pick<State, 'projects'>) {
	const {marks} = projects;
	const found = [...marks].map(id => knownProject({projects}, id)).filter(project => project !== undefined);
	return {projects: found, missing: marks.size - found.length};
}

export function reduceMarks(state: State, event: MarkEvent): State {
	switch (event.type) {
		case 'mark-toggled':
			return flipped(state);
		case 'all-marked':
			return allMarked(state);
		case 'marks-cleared':
			return {...state, projects: {...state.projects, marks: new Set()}};
	}
}
