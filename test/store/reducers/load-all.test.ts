import {describe, expect, test} from 'vitest';
import {ApiError, type ErrorCode} from '../../../src/api/errors.ts';
import type {ProjectPage} from '../../../src/api/types.ts';
import {projectRows} from '../../../src/store/model/layout.ts';
import type {ProjectList} from '../../../src/store/model/projects/project-list.ts';
import {withoutFarRows} from '../../../src/store/model/projects/project-pages.ts';
import type {ReadRequest} from '../../../src/store/model/requests/read-request.ts';
import {isCursorRefused, withLoadAll, withoutCursor, withPage} from '../../../src/store/reducers/load-all.ts';
import {initialState, type State} from '../../../src/store/state/state.ts';
import {withChanges} from '../../kit/fixtures/state-changes.ts';
import {alphabet, listed, page, shown} from '../../kit/services/project-pages.ts';

type PageNeed = Extract<ReadRequest, {kind: 'projects'}>;

const need = (cursor: string | undefined): PageNeed => ({connectionId: 0, kind: 'projects', cursor});

/** A state with a list, in a window of so many rows of the terminal. */
const stateOf = (projects: ProjectList, changes: Partial<State['projects']> = {}): State =>
	withChanges(initialState({columns: 80, rows: 12}, []), {projects: {list: projects, ...changes}});

const arrived = (state: State, cursor: string | undefined, answer: ProjectPage, askedAt = 90): State =>
	withPage(state, need(cursor), answer, {askedAt, at: 100});

const atRow = (state: State, id: string, index: number): State => ({
	...state,
	projects: {...state.projects, position: {id, index, top: index, newAbove: []}},
});

describe('a walk to the last row', () => {
	test('where all is read picks it at once', () => {
		const state = withLoadAll(stateOf(listed([undefined, page('abc')])), 'last', 100);
		expect(state).toMatchObject({
			projects: {loadAll: undefined, position: {id: 'c', index: 2}},
			interface: {notice: undefined},
		});
	});

	test('goes on until the last page is there', () => {
		const begun = withLoadAll(stateOf(alphabet(2)), 'last', 100);
		expect(begun).toMatchObject({projects: {loadAll: 'last', position: {index: 0}}});
		const further = arrived(begun, '2', page('c', '3'));
		expect(further).toMatchObject({projects: {loadAll: 'last', position: {index: 0}}});
		expect(arrived(further, '3', page('de'))).toMatchObject({
			projects: {loadAll: undefined, position: {id: 'e', index: 4}},
		});
	});

	test('keeps only the rows near the reader', () => {
		expect(withLoadAll(stateOf(alphabet(2)), 'last', 100).projects.list.capacity).toBe(40);
	});

	test('tries the end of a list again that was given up', () => {
		const stalled = {...alphabet(2), end: 'stalled' as const};
		expect(withLoadAll(stateOf(stalled), 'last', 100)).toMatchObject({
			projects: {loadAll: 'last', list: {end: 'open'}},
		});
	});
});

describe('a walk to all rows', () => {
	test('says how many there are once all are at hand', () => {
		const begun = withLoadAll(stateOf(alphabet(2)), 'all', 100);
		expect(begun).toMatchObject({projects: {loadAll: 'all', list: {capacity: 2500}}, interface: {notice: undefined}});
		const done = arrived(begun, '2', page('c'));
		expect(done).toMatchObject({
			projects: {loadAll: undefined, position: {index: 0}},
			interface: {notice: {kind: 'said', text: 'All 3 projects loaded', tone: 'quiet', at: 100}},
		});
	});

	test('is not done while a page has no rows', () => {
		const far = {...listed([undefined, page('a', '1')], ['1', page('b')]), kept: [1]};
		expect(withLoadAll(stateOf(far), 'all', 100)).toMatchObject({
			projects: {loadAll: 'all'},
			interface: {notice: undefined},
		});
	});

	test('says when no more can be kept', () => {
		const full = {...alphabet(3), kept: Array.from({length: 2500}, (_, at) => at)};
		expect(withLoadAll(stateOf(full), 'all', 100).interface.notice).toMatchObject({
			text: '3 projects loaded, as many as can be kept',
		});
	});

	test('ends where the list does, for whatever reason', () => {
		const state = stateOf({...alphabet(2), end: 'repeated'});
		expect(withLoadAll(state, 'all', 100).interface.notice).toMatchObject({
			text: expect.stringMatching(/^2 projects loaded/),
		});
	});
});

test('a page that arrives while nobody walks says nothing', () => {
	const state = arrived(stateOf(listed([undefined, page('a', '1')])), '1', page('b'));
	expect(state).toMatchObject({
		projects: {loadAll: undefined, position: {id: 'a', index: 0}},
		interface: {notice: undefined},
	});
	expect(shown(state.projects.list)).toEqual(['a', 'b']);
	expect(state.projects.list.pages[1]?.readAt).toBe(90);
});

test('the pages where the reader is keep their rows when another arrives', () => {
	const state = atRow(stateOf({...alphabet(6), capacity: 4}), 'a', 0);
	expect(shown(arrived(state, '6', page('g', '7')).projects.list)).toEqual(['a', 'b', '.', '.', '.', 'f', 'g']);
});

describe('a cursor that the service no longer knows', () => {
	const error = (code: ErrorCode) => new ApiError(code, 'no', {phase: 'rejected'});

	test.each<[name: string, isRefused: boolean, need: ReadRequest, code: ErrorCode]>([
		['a page further down was rejected', true, need('7'), 'E_INVALID'],
		['a page further down was not found', true, need('7'), 'E_NOT_FOUND'],
		['the service has trouble', false, need('7'), 'E_SERVER'],
		['the first page was rejected', false, need(undefined), 'E_INVALID'],
		['something else was rejected', false, {connectionId: 0, kind: 'project', projectId: 'p'}, 'E_NOT_FOUND'],
	])('is one if %s: %j', (_why, isRefused, wanted, code) => {
		expect(isCursorRefused(wanted, error(code))).toBe(isRefused);
	});

	const failed = (state: State): State => ({...state, polling: {...state.polling, refreshedAt: 7}});

	test('has the list read anew behind what is shown', () => {
		const before = stateOf({...alphabet(3), capacity: 7});
		const state = withoutCursor(before, failed(before));
		expect(state).toMatchObject({
			projects: {refusedAfter: 3, renewal: {pages: [], capacity: 7, end: 'open'}},
			polling: {refreshedAt: 0},
		});
		expect(state.projects.list).toBe(before.projects.list);
	});

	test.each<[name: string, changes: Partial<State['projects']>]>([
		['while it is read anew', {renewal: alphabet(1)}],
		['where that has brought no further', {refusedAfter: 3}],
		['where that has brought less', {refusedAfter: 4}],
	])('ends the list %s', (_when, changes) => {
		const before = stateOf(alphabet(3), {loadAll: 'all', ...changes});
		expect(withoutCursor(before, failed(before))).toMatchObject({
			polling: {refreshedAt: 7},
			projects: {loadAll: undefined, renewal: undefined, list: {end: 'refused', pages: {length: 3}}},
		});
	});

	test('has it read anew once more where that has brought further', () => {
		const before = stateOf(alphabet(3), {refusedAfter: 2});
		expect(withoutCursor(before, failed(before))).toMatchObject({
			projects: {refusedAfter: 3, renewal: {pages: []}},
		});
	});
});

describe('a list that is read anew', () => {
	const isRenewed = (state: State) => state.projects.renewal === undefined;
	const renewing = (id: string, index: number, renewal = listed()) => atRow(stateOf(alphabet(3), {renewal}), id, index);

	test('takes the place of the old one at its end, and says so', () => {
		const state = arrived(renewing('b', 1), undefined, page('xb'));
		expect(shown(state.projects.list)).toEqual(['xb']);
		expect(state.projects.position).toMatchObject({id: 'b', index: 1});
		expect(state.interface.notice).toEqual({
			kind: 'said',
			text: 'The service no longer knew a cursor, so the list was read again from its start',
			tone: 'quiet',
			at: 100,
		});
	});

	describe('behind a cursor that the old one does not know', () => {
		const letters = 'cdefghijklmnopqrstuvwxyzABCDEFGH';
		const whole = listed([undefined, page('abcdefghijklmnopqrst', '1')]);
		/** The state with so many rows in the new list, the picked one among them or not. */
		const grown = (count: number, {top = 0, hasPicked = true, old = whole, id = 'b' as string | undefined} = {}) => {
			const renewal = listed([undefined, page(hasPicked ? 'b' : 'a', 'n')]);
			const state = stateOf(old, {renewal, position: {id, index: 1, top, newAbove: []}});
			return arrived(state, 'n', page(letters.slice(0, count - 1), 'm'));
		};
		const height = projectRows({columns: 80, rows: 12});

		test.each([0, 1])('it waits until it fills the window that begins at row %i', top => {
			const waiting = grown(height + top - 1, {top});
			expect(isRenewed(waiting)).toBe(false);
			expect(shown(waiting.projects.renewal ?? listed())).toEqual(['b', letters.slice(0, height + top - 2)]);
			expect(waiting.interface.notice).toBeUndefined();
			expect(waiting.projects.list).toBe(whole);
			expect(isRenewed(grown(height + top, {top}))).toBe(true);
		});

		test('it waits for the picked row, unless it has grown as long as the old one without it', () => {
			expect(isRenewed(grown(19, {hasPicked: false}))).toBe(false);
			expect(isRenewed(grown(20, {hasPicked: false}))).toBe(true);
		});

		test('it waits for no row where the picked one is not at hand', () => {
			const far = withoutFarRows({...alphabet(20), capacity: 3}, 19);
			expect(isRenewed(grown(height, {hasPicked: false, old: far, id: undefined}))).toBe(true);
		});
	});
});
