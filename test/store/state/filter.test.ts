import {describe, expect, test} from 'vitest';
import type {ListFilter} from '../../../src/store/model/projects/filtered-list.ts';
import type {ProjectList} from '../../../src/store/model/projects/project-list.ts';
import {projectChanged} from '../../../src/store/model/projects/project-pages.ts';
import {withFilter, withMatch, withProjects} from '../../../src/store/state/selection.ts';
import type {State} from '../../../src/store/state/state.ts';
import {five, named, picking, shownRows, without} from '../../kit/fixtures/selected-row.ts';
import type {StateChanges} from '../../kit/fixtures/state-changes.ts';
import {again, alphabet, page, project} from '../../kit/services/project-pages.ts';

describe('through another lens', () => {
	const list = () => named(five(), {a: 'docs', b: 'shop', c: 'docs api', d: 'web', e: 'docs'});
	const lens = (query: string): ListFilter => ({query, sort: undefined});
	const through = (state: State, query: string, anchorId?: string) => withFilter(state, lens(query), 0, anchorId);

	test.each([
		['stays picked if it matches', 2, 'docs', 'c', 1],
		['gives way to the next that matches', 1, 'docs', 'c', 1],
		['gives way to the last that matches if there is none behind it', 4, 'shop', 'b', 0],
		['gives way to nothing if none matches', 2, 'none', undefined, 0],
	])('the picked project %s', (_what, picked, query, id, index) => {
		const state = through(picking(list(), picked), query);
		expect(state.projects.position).toMatchObject({id, index});
		expect(state.projects.lastQuery).toBe(query);
	});

	test('what was picked when the search began goes before what is picked now', () => {
		const state = through(picking(list(), 0), 'docs', 'e');
		expect(state.projects.position).toMatchObject({id: 'e', index: 2});
		expect(through(picking(list(), 0), 'docs', 'd').projects.position).toMatchObject({id: 'a'});
		expect(through(picking(list(), 1), 'docs', 'd').projects.position).toMatchObject({id: 'e', index: 2});
	});

	test('a clear one shows the list as it is, keeps what was searched for, and only the rows nearby', () => {
		const searching = through(picking({...list(), capacity: 2500}, 0), 'api');
		expect(searching.projects.list.capacity).toBe(2500);
		const state = through(searching, ' ');
		expect(state).toMatchObject({projects: {view: undefined, position: {id: 'c', index: 2}, list: {capacity: 40}}});
		expect(through(searching, '').projects.lastQuery).toBe('api');
	});

	test('the rows around the picked one are kept when the lens is cleared', () => {
		let long: ProjectList = {...alphabet(40), capacity: 2500};
		for (let at = 40; at < 60; at++) long = again(long, `${at}`, page(String.fromCharCode(97 + at), `${at + 1}`));
		const searching = picking(long, 50);
		expect(withFilter(searching, lens(''), 0).projects.list.kept).toEqual(Array.from({length: 40}, (_, at) => at + 20));
		const first = withFilter(
			{...searching, projects: {...searching.projects, position: {...searching.projects.position, id: 'a', index: 0}}},
			lens(''),
			0,
		);
		expect(first.projects.list.kept).toEqual([...Array.from({length: 38}, (_, at) => at), 58, 59]);
	});

	test('in another order the list begins at its start, unless the picked one is there', () => {
		const sort = {by: 'name', isDescending: false} as const;
		const sorted = withFilter(picking(list(), 3), {query: '', sort}, 0);
		expect(shownRows(sorted)).toBe('aecbd');
		expect(sorted.projects.position).toMatchObject({id: 'd', index: 4});
		expect(withFilter(picking(list(), 3), {query: 'docs', sort}, 0).projects.position).toMatchObject({
			id: 'a',
			index: 0,
		});
	});
});

describe('the next match', () => {
	const list = () => named(five(), {a: 'docs', b: 'shop', c: 'docs api', d: 'web', e: 'docs'});
	const from = (index: number, query = 'docs') => picking(list(), index, {projects: {lastQuery: query}});

	test.each([
		[0, 1, 2],
		[1, 1, 2],
		[2, 1, 4],
		[4, 1, 0],
		[0, -1, 4],
		[3, -1, 2],
	] as const)('from row %i by %i is row %i', (index, by, found) => {
		expect(withMatch(from(index), by, 0).projects.position.index).toBe(found);
	});

	test('is the row itself where it is the only one, and none where there is none', () => {
		expect(withMatch(from(1, 'shop'), 1, 0).projects.position).toMatchObject({id: 'b', index: 1});
		const state = from(1, 'nowhere');
		expect(withMatch(state, 1, 0)).toBe(state);
	});

	test('is looked for by what is searched for now, before what was', () => {
		const searching = withFilter(from(0, 'docs'), {query: 'docs', sort: undefined}, 0);
		const state = withMatch({...searching, projects: {...searching.projects, lastQuery: 'shop'}}, 1, 0);
		expect(state.projects.position).toMatchObject({id: 'c', index: 1});
	});

	test('lets a ghost go that it leaves', () => {
		const haunted = withProjects(from(1), without(list(), 'b'), 0);
		expect(haunted.projects.tombstone?.project.id).toBe('b');
		expect(withMatch(haunted, 1, 0)).toMatchObject({
			projects: {tombstone: undefined, position: {id: 'c', index: 1}},
		});
	});
});

describe('ages go by the clock of the service, which is two hours ahead', () => {
	const hour = 3_600_000;
	const updated = (ids: string) =>
		[...ids].reduce((list, id) => projectChanged(list, {...project(id), updatedAt: 0}), five());
	const old = (changes: StateChanges = {}) => picking(updated('bd'), 0, {polling: {skewMs: 2 * hour}, ...changes});
	const searching = () => withFilter(old(), {query: 'age>1h', sort: undefined}, 0);

	test('when a lens is put on', () => {
		expect(shownRows(searching())).toBe('bd');
	});

	test('when the list changes behind it', () => {
		expect(shownRows(withProjects(searching(), updated('bde'), 0))).toBe('bde');
	});

	test('when the next match is looked for', () => {
		expect(withMatch(old({projects: {lastQuery: 'age>1h'}}), 1, 0).projects.position).toMatchObject({
			id: 'b',
			index: 1,
		});
	});
});
