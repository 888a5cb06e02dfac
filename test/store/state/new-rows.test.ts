import {expect, test} from 'vitest';
import {projectChanged} from '../../../src/store/model/projects/page-read.ts';
import type {ProjectList} from '../../../src/store/model/projects/project-list.ts';
import {withProjects} from '../../../src/store/state/selection.ts';
import {serviceText} from '../../../src/text.ts';
import {page, project, reread} from '../../kit/fixtures/project-pages.ts';
import {five, withSelection} from '../../kit/fixtures/selected-row.ts';

const selected = () => withSelection(five(), 2);
const withNew = (list: ProjectList = five()) => reread(list, undefined, page('xyabc', '1'));

/** The same state after the user scrolled up and saw the new rows. */
const seen = (state: ReturnType<typeof selected>) => ({
	...state,
	projects: {...state.projects, position: {...state.projects.position, newAbove: []}},
});

test('rows that arrive above the selected one are counted', () => {
	const {position} = withProjects(selected(), withNew(), 0).projects;
	expect(position).toMatchObject({id: 'c', index: 4, top: 2, newAbove: ['x', 'y']});
});

test('a project that was opened before it is listed is not counted as new', () => {
	const state = selected();
	const records = new Map([['x', {project: project('x'), askedAt: 1}]]);
	const {position} = withProjects({...state, projects: {...state.projects, records}}, withNew(), 0).projects;
	expect(position.newAbove).toEqual(['y']);
});

test('rows that were seen are not counted again when another row changes', () => {
	const state = seen(withProjects(selected(), withNew(), 0));
	const renamed = projectChanged(state.projects.list, {...project('d'), name: serviceText('new')});
	expect(withProjects(state, renamed, 0).projects.position.newAbove).toEqual([]);
});
