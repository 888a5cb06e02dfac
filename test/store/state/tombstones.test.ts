import {describe, expect, test} from 'vitest';
import {
	selectedProject,
	withFilter,
	withoutMark,
	withoutTombstone,
	withoutTombstoneAfterMove,
	withProjects,
} from '../../../src/store/state/selection.ts';
import type {State} from '../../../src/store/state/state.ts';
import {serviceText} from '../../../src/text.ts';
import {listed, page, project} from '../../kit/fixtures/project-pages.ts';
import {five, named, shownRows, without, withSelection} from '../../kit/fixtures/selected-row.ts';

describe('a selected project that vanished', () => {
	const vanished = (id = 'c', index = 2, at = 1000) =>
		withProjects(withSelection(five(), index), without(five(), id), at);

	test('keeps its row for five seconds, before its successor', () => {
		const state = vanished();
		expect(state.projects.tombstone).toEqual({
			project: project('c'),
			index: 2,
			successorId: 'd',
			isGone: true,
			until: 6000,
		});
		expect(state.projects.position).toMatchObject({id: 'c', index: 2});
		expect(shownRows(state)).toBe('abcde');
		expect(selectedProject(state)).toBeUndefined();
	});

	test('at the end of the list has no successor', () => {
		const state = vanished('e', 4);
		expect(state.projects.tombstone).toMatchObject({index: 4, successorId: undefined});
		expect(shownRows(state)).toBe('abcde');
	});

	test('is shown before the next remaining project', () => {
		const state = withProjects(withSelection(five(), 0), without(five(), 'a', 'b', 'd'), 0);
		expect(state.projects.tombstone).toMatchObject({successorId: 'c', index: 0});
		expect(shownRows(state)).toBe('ace');
	});

	test('is shown at the end if projects before it have vanished too', () => {
		const {
			projects: {tombstone},
		} = withProjects(withSelection(five(), 4), without(five(), 'a', 'b', 'e'), 0);
		expect(tombstone).toMatchObject({successorId: undefined, index: 2});
	});

	test('is shown at the end if all projects after it have vanished too', () => {
		const state = withProjects(withSelection(five(), 2), without(five(), 'c', 'd', 'e'), 0);
		expect(state.projects.tombstone).toMatchObject({successorId: undefined, index: 2});
		expect(shownRows(state)).toBe('abc');
	});

	test('moves with its successor', () => {
		const state = vanished();
		const next = withProjects(state, without(state.projects.list, 'a'), 2000);
		expect(next.projects.tombstone).toMatchObject({index: 1, successorId: 'd', until: 6000});
		expect(next.projects.position).toMatchObject({id: 'c', index: 1});
		expect(shownRows(next)).toBe('bcde');
	});

	test('stays on its line if its successor vanishes too', () => {
		const state = vanished();
		const next = withProjects(state, without(state.projects.list, 'd'), 2000);
		expect(shownRows(next)).toBe('abce');
		const last = vanished('e', 4);
		expect(shownRows(withProjects(last, without(last.projects.list, 'c', 'd'), 2000))).toBe('abe');
	});

	test.each([
		[199, true],
		[200, false],
	])('finds a successor %i rows below: %s', (distance, isFound) => {
		const ids = Array.from({length: 300}, (_, at) => String.fromCharCode(1000 + at));
		const list = listed([undefined, page(ids.join(''))]);
		const left = ids.filter((_, at) => at < 10 || at === 10 + distance);
		const after = listed([undefined, page(left.join(''))]);
		const {
			projects: {tombstone},
		} = withProjects(withSelection(list, 10), after, 0);
		expect(tombstone?.successorId).toBe(isFound ? ids[10 + distance] : undefined);
		expect(tombstone?.index).toBe(10);
	});

	test('leaves no tombstone if the user deleted it', () => {
		const state = withProjects(withSelection(five(), 2), without(five(), 'c'), 0, true);
		expect(state.projects.tombstone).toBeUndefined();
		expect(state.projects.position).toMatchObject({id: 'd', index: 2});
	});

	test('is restored in place if it comes back', () => {
		const state = withProjects(vanished(), five(), 2000);
		expect(state.projects.tombstone).toBeUndefined();
		expect(state.projects.position).toMatchObject({id: 'c', index: 2});
	});

	test('leaves no tombstone if another project vanished', () => {
		const state = withProjects(withSelection(five(), 3), without(five(), 'a'), 0);
		expect(state.projects.tombstone).toBeUndefined();
		expect(state.projects.position).toMatchObject({id: 'd', index: 2});
	});

	test('counts as no longer matching if the service still lists it', () => {
		const list = named(five(), {a: 'docs', b: 'docs', d: 'docs'});
		const searching = withFilter(withSelection(list, 1), {query: 'docs', sort: undefined}, 0);
		expect(searching.projects.position).toMatchObject({id: 'b', index: 1});
		const state = withProjects(searching, named(list, {b: 'shop'}), 0);
		expect(state.projects.tombstone).toMatchObject({index: 1, successorId: 'd', isGone: false});
		expect(shownRows(state)).toBe('abd');
	});
});

describe('removing a tombstone', () => {
	const withTombstone = (name: string | undefined, slug: string | undefined, isGone: boolean): State => ({
		...withSelection(five(), 2),
		projects: {
			...withSelection(five(), 2).projects,
			position: {id: 'x', index: 2, top: 0, newAbove: []},
			marks: new Set(['x', 'a']),
			tombstone: {
				project: {
					...project('x'),
					name: name === undefined ? undefined : serviceText(name),
					slug: slug === undefined ? undefined : serviceText(slug),
				},
				index: 2,
				successorId: 'c',
				isGone,
				until: 0,
			},
		},
	});

	test.each<[name: string | undefined, slug: string | undefined, isGone: boolean, text: string, marks: string]>([
		['Docs', 'docs', true, 'Docs is gone from the list', 'a'],
		[undefined, 'docs', true, 'docs is gone from the list', 'a'],
		[undefined, undefined, true, 'x is gone from the list', 'a'],
		['Docs', 'docs', false, 'Docs no longer matches', 'xa'],
	])('shows a notice for name %s and slug %s (gone: %s)', (name, slug, isGone, text, marks) => {
		const state = withoutTombstone(withTombstone(name, slug, isGone), 77);
		expect(state).toMatchObject({projects: {tombstone: undefined, position: {id: 'c', index: 2}}});
		expect(state.interface.notice).toEqual({kind: 'message', text, tone: 'quiet', at: 77});
		expect([...state.projects.marks].join('')).toBe(marks);
	});

	test('changes nothing without a tombstone', () => {
		const state = withSelection(five(), 2);
		expect(withoutTombstone(state, 0)).toBe(state);
	});

	test('shows no notice when the cursor moves off it', () => {
		const state = withTombstone('Docs', 'docs', true);
		expect(withoutTombstoneAfterMove(state)).toBe(state);
		const moved = withoutTombstoneAfterMove({
			...state,
			projects: {...state.projects, position: {...state.projects.position, id: 'd', index: 4}},
		});
		expect(moved).toMatchObject({
			projects: {tombstone: undefined, position: {id: 'd', index: 3}},
			interface: {notice: undefined},
		});
		const other = withSelection(five(), 2);
		expect(withoutTombstoneAfterMove(other)).toBe(other);
	});
});

test('a mark is removed with its project', () => {
	const state = withSelection(five(), 0, {projects: {marks: new Set(['a', 'b'])}});
	expect([...withoutMark(state, 'a').projects.marks]).toEqual(['b']);
	expect(state.projects.marks.size).toBe(2);
	expect(withoutMark(state, 'x')).toBe(state);
});

test('keys act on the selected row, never on a tombstone', () => {
	expect(selectedProject(withSelection(five(), 1))?.id).toBe('b');
	const vanished = withProjects(withSelection(five(), 1), without(five(), 'b'), 0);
	expect(selectedProject(vanished)).toBeUndefined();
	expect(
		selectedProject({
			...vanished,
			projects: {...vanished.projects, position: {id: 'c', index: 2, top: 0, newAbove: []}},
		})?.id,
	).toBe('c');
});
