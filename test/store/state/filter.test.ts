import {describe, expect, test} from 'vitest';
import {projectChanged} from '../../../src/store/model/projects/page-read.ts';
import type {ListFilter} from '../../../src/store/model/projects/project-filter.ts';
import {withFilter, withMatch, withProjects} from '../../../src/store/state/selection.ts';
import type {State} from '../../../src/store/state/state.ts';
import {project} from '../../kit/fixtures/project-pages.ts';
import {five, named, shownRows, withSelection} from '../../kit/fixtures/selected-row.ts';

describe('changing the filter', () => {
	const list = () => named(five(), {a: 'docs', b: 'shop', c: 'docs api', d: 'web', e: 'docs'});
	const filter = (query: string): ListFilter => ({query, sort: undefined});
	const filtered = (state: State, query: string, anchorId?: string) => withFilter(state, filter(query), 0, anchorId);

	test.each([
		['stays selected if it matches', 2, 'docs', 'c', 1],
		['is replaced by the next match', 1, 'docs', 'c', 1],
		['is replaced by the last match if none follows', 4, 'shop', 'b', 0],
		['is replaced by no selection if nothing matches', 2, 'none', undefined, 0],
	])('means that the selected project %s', (_what, selected, query, id, index) => {
		const state = filtered(withSelection(list(), selected), query);
		expect(state.projects.position).toMatchObject({id, index});
		expect(state.projects.lastQuery).toBe(query);
	});

	test('prefers the project that was selected when the search started', () => {
		const state = filtered(withSelection(list(), 0), 'docs', 'e');
		expect(state.projects.position).toMatchObject({id: 'e', index: 2});
		expect(filtered(withSelection(list(), 0), 'docs', 'd').projects.position).toMatchObject({id: 'a'});
		expect(filtered(withSelection(list(), 1), 'docs', 'd').projects.position).toMatchObject({id: 'e', index: 2});
	});

	test('to nothing shows the whole list and remembers the query', () => {
		const searching = filtered(withSelection(list(), 0), 'api');
		const state = filtered(searching, ' ');
		expect(state).toMatchObject({projects: {view: undefined, position: {id: 'c', index: 2}}});
		expect(filtered(searching, '').projects.lastQuery).toBe('api');
	});

	test('and the order selects the first row, unless the selected project is still shown', () => {
		const sort = {by: 'name', isDescending: false} as const;
		const sorted = withFilter(withSelection(list(), 3), {query: '', sort}, 0);
		expect(shownRows(sorted)).toBe('aecbd');
		expect(sorted.projects.position).toMatchObject({id: 'd', index: 4});
		expect(withFilter(withSelection(list(), 3), {query: 'docs', sort}, 0).projects.position).toMatchObject({
			id: 'a',
			index: 0,
		});
	});
});

describe('the next or previous match', () => {
	const list = () => named(five(), {a: 'docs', b: 'shop', c: 'docs api', d: 'web', e: 'docs'});
	const from = (index: number, query = 'docs') => withSelection(list(), index, {projects: {lastQuery: query}});

	test.each([
		[0, 1, 2],
		[2, 1, 4],
		[4, 1, 0],
		[0, -1, 4],
		[3, -1, 2],
	] as const)('from row %i in direction %i is row %i', (index, by, found) => {
		expect(withMatch(from(index), by, 0).projects.position.index).toBe(found);
	});

	test('is selected even if it is the first row, which was not selected yet', () => {
		const state = withSelection(named(five(), {a: 'docs'}), 0, {projects: {lastQuery: 'docs'}});
		const position = {...state.projects.position, isAtStart: true};
		const atStart = {...state, projects: {...state.projects, position}};
		expect(withMatch(atStart, 1, 0).projects.position).toStrictEqual({id: 'a', index: 0, top: 0, newAbove: []});
	});

	test('is that of the current query rather than of the last one, and the row itself if it is the only one', () => {
		const state = withFilter(from(0, 'docs'), {query: 'api', sort: undefined}, 0);
		const searching = {...state, projects: {...state.projects, lastQuery: 'shop'}};
		expect(withMatch(searching, 1, 0).projects.position).toMatchObject({id: 'c', index: 0});
		expect(withMatch(from(1, 'nowhere'), 1, 0).projects.position).toMatchObject({id: 'b', index: 1});
	});
});

test("ages use the service's clock, which is two hours ahead", () => {
	const hour = 3_600_000;
	const updated = (ids: string) =>
		[...ids].reduce((list, id) => projectChanged(list, {...project(id), updatedAt: 0}), five());
	const old = withSelection(updated('bd'), 0, {polling: {skewMs: 2 * hour}});
	const searching = withFilter(old, {query: 'age>1h', sort: undefined}, 0);
	expect(shownRows(searching)).toBe('bd');
	expect(shownRows(withProjects(searching, updated('bde'), 0))).toBe('bde');
	expect(withMatch(withFilter(searching, {query: '', sort: undefined}, 0), 1, 0).projects.position.id).toBe('d');
});
