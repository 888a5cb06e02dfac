import {describe, expect, test} from 'vitest';
import {withoutGoneRow, withoutMark, withProjects} from '../../../src/store/state/selection.ts';
import {listed, page, reread} from '../../kit/fixtures/project-pages.ts';
import {five, shownRows, without, withSelection} from '../../kit/fixtures/selected-row.ts';

describe('a selected project that is gone', () => {
	const gone = (id = 'c', index = 2) => withProjects(withSelection(five(), index), without(five(), id), 1000);

	test.each<[index: number, missing: string, shown: string]>([
		[0, 'abd', 'ace'],
		[2, 'cd', 'abce'],
		[4, 'abe', 'cde'],
		[2, 'cde', 'abc'],
		[2, 'abcde', 'c'],
	])('in row %i stands beside its nearest neighbours when %s vanish: %s', (index, missing, rows) => {
		expect(shownRows(withProjects(withSelection(five(), index), without(five(), ...missing), 0))).toBe(rows);
	});

	test('moves with its neighbours, even if those that it had are gone too', () => {
		const state = gone();
		const next = withProjects(state, without(state.projects.list, 'a'), 2000);
		expect(next.projects.position).toMatchObject({id: 'c', index: 1});
		expect(shownRows(next)).toBe('bcde');
		const further = withProjects(next, without(next.projects.list, 'd'), 3000);
		expect(shownRows(further)).toBe('bce');
		expect(shownRows(withProjects(further, reread(further.projects.list, undefined, page('xyb', '1')), 4000))).toBe(
			'xybce',
		);
		const last = gone('e', 4);
		expect(shownRows(withProjects(last, reread(last.projects.list, undefined, page('xabc', '1')), 2000))).toBe(
			'xabcde',
		);
	});

	test.each([
		[199, 'below', 11],
		[200, 'above', 10],
	])('%i rows above the nearest one that is left stands by the one %s', (distance, _side, index) => {
		const ids = Array.from({length: 300}, (_, at) => String.fromCharCode(1000 + at));
		const list = listed([undefined, page(ids.join(''))]);
		const rows = [...ids.slice(0, 10), 'x', ids[10 + distance]];
		const after = listed([undefined, page(rows.join(''))]);
		expect(withProjects(withSelection(list, 10), after, 0).projects.goneRow?.index).toBe(index);
	});

	test('leaves no row if the user deleted it', () => {
		const state = withProjects(withSelection(five(), 2), without(five(), 'c'), 0, true);
		expect(state.projects.goneRow).toBeUndefined();
		expect(state.projects.position).toMatchObject({id: 'd', index: 2});
	});

	test.each([
		['c', 2, 'd', 2],
		['e', 4, 'd', 3],
	])('%s leaves the row to its neighbour', (id, index, neighbour, now) => {
		const state = withoutGoneRow(gone(id, index));
		expect(state).toMatchObject({projects: {goneRow: undefined, position: {id: neighbour, index: now}}});
		expect(withoutGoneRow(state)).toBe(state);
	});
});

test('a mark is removed with its project', () => {
	const state = withSelection(five(), 0, {projects: {marks: new Set(['a', 'b'])}});
	expect([...withoutMark(state, 'a').projects.marks]).toEqual(['b']);
	expect(state.projects.marks.size).toBe(2);
	expect(withoutMark(state, 'x')).toBe(state);
});
