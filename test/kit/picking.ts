import type {ProjectList} from '../../src/store/model/projects/project-list.ts';
import {projectChanged, projectGone} from '../../src/store/model/projects/project-pages.ts';
import {projectRowsOf} from '../../src/store/model/projects/project-rows.ts';
import {initialState, type State} from '../../src/store/state/state.ts';
import {said} from '../../src/text.ts';
import {listed, page, project} from './listed.ts';

/** A state whose picked row is the one of this id, which stands at this index. */
export function picking(projects: ProjectList, index: number, changes: Partial<State> = {}): State {
	const state = {...initialState({columns: 80, rows: 20}, []), projects, ...changes};
	const id = projectRowsOf(state).rowAt(index)?.id;
	return {...state, position: {id, index, top: 0, newAbove: []}};
}

/** Five projects on two pages. */
export const five = () => listed([undefined, page('abc', '1')], ['1', page('de')]);

/** The ids of the rows as they are shown, in a word. */
export const shownRows = (state: State) => {
	const {count, rowAt} = projectRowsOf(state);
	return Array.from({length: count}, (_, index) => rowAt(index)?.id ?? '.').join('');
};

/** The list with these names, by id. */
export const named = (list: ProjectList, names: Readonly<Record<string, string>>) =>
	Object.entries(names).reduce(
		(before, [id, name]) => projectChanged(before, {...project(id), name: said(name)}),
		list,
	);

/** The list without those of these ids. */
export const without = (list: ProjectList, ...ids: readonly string[]) => ids.reduce(projectGone, list);
