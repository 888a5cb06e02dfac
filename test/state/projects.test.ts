import {expect, test} from 'vitest';
import {plain} from '../../src/base/text.ts';
import {knownProject} from '../../src/model/known-project.ts';
import {projectRowsOf} from '../../src/model/project-filter.ts';
import {openProject} from '../../src/state/navigation.ts';
import {withFilter} from '../../src/state/projects.ts';
import {initialState, patch, type State} from '../../src/state/state.ts';
import {withDone} from '../../src/state/writes.ts';
import {changed} from '../kit/fixtures/changed.ts';
import {connected, now} from '../kit/fixtures/moment.ts';
import {listed, page, project} from '../kit/fixtures/project-pages.ts';

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
	expect(shown(changed(searching, state => patch(state, 'projects', {list: updated('bc')}), 0))).toEqual(['b', 'c']);
});

test('an open project that the list does not hold stays known however many others are deleted', () => {
	let state = openProject(connected(), project('open'), now);
	for (let number = 0; number < 150; number++) {
		const ref = {id: `w${number}`, connectionId: 0, projectId: `p${number}`, project: 'web'};
		state = withDone(state, {kind: 'deleted', ref, notice: plain`Deleted`}, now);
	}

	expect(knownProject(state, 'open')).toEqual(project('open'));
	expect(state.projects.records.size).toBeLessThanOrEqual(101);
});
