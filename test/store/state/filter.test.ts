import {expect, test} from 'vitest';
import {projectRowsOf} from '../../../src/store/model/projects/project-filter.ts';
import {withFilter, withProjects} from '../../../src/store/state/projects.ts';
import {initialState, type State} from '../../../src/store/state/state.ts';
import {listed, page, project} from '../../kit/fixtures/project-pages.ts';

test("a filter by age uses the service's clock, which is two hours ahead", () => {
	const hour = 3_600_000;
	const updated = (ids: string) => {
		const projects = [...'abc'].map(id => ({...project(id), ...(ids.includes(id) && {updatedAt: 0})}));
		return listed([undefined, {...page(''), projects}]);
	};
	const shown = ({projects}: State) =>
		Array.from({length: projectRowsOf(projects).count}, (_, index) => projectRowsOf(projects).rowAt(index)?.id);
	const initial = initialState({columns: 80, rows: 20}, []);
	const state = {
		...initial,
		projects: {...initial.projects, list: updated('b')},
		polling: {...initial.polling, skewMs: 2 * hour},
	};
	const searching = withFilter(state, {query: 'age>1h', sort: undefined}, 0);
	expect(shown(searching)).toEqual(['b']);
	expect(shown(withProjects(searching, updated('bc'), 0))).toEqual(['b', 'c']);
});
