import {describe, expect, test} from 'vitest';
import {ApiError, type ErrorCode} from '../../../src/api/errors.ts';
import type {ProjectPage} from '../../../src/api/types.ts';
import {projectRows} from '../../../src/store/model/layout.ts';
import type {ProjectList} from '../../../src/store/model/projects/project-list.ts';
import type {ReadRequest} from '../../../src/store/model/requests/read-request.ts';
import {isCursorRefused, withLoadAll, withoutCursor, withPage} from '../../../src/store/reducers/load-all.ts';
import {initialState, type State} from '../../../src/store/state/state.ts';
import {alphabet, listed, page, shown} from '../../kit/fixtures/project-pages.ts';
import {withChanges} from '../../kit/fixtures/state-changes.ts';

type PageRequest = Extract<ReadRequest, {kind: 'projects'}>;

const request = (cursor: string | undefined): PageRequest => ({connectionId: 0, kind: 'projects', cursor});

/** A state with a project list, in a small terminal. */
const stateOf = (projects: ProjectList, changes: Partial<State['projects']> = {}): State =>
	withChanges(initialState({columns: 80, rows: 12}, []), {projects: {list: projects, ...changes}});

const arrived = (state: State, cursor: string | undefined, response: ProjectPage, askedAt = 90): State =>
	withPage(state, request(cursor), response, {askedAt, at: 100});

const atRow = (state: State, id: string, index: number): State => ({
	...state,
	projects: {...state.projects, position: {id, index, top: index, newAbove: []}},
});

describe('jumping to the last row', () => {
	test('selects it at once if all pages are loaded', () => {
		const state = withLoadAll(stateOf(listed([undefined, page('abc')])), 'last', 100);
		expect(state).toMatchObject({
			projects: {loadAll: undefined, position: {id: 'c', index: 2}},
			interface: {notice: undefined},
		});
	});

	test('loads pages until the last one arrives', () => {
		const started = withLoadAll(stateOf(alphabet(2)), 'last', 100);
		expect(started).toMatchObject({projects: {loadAll: 'last', position: {index: 0}}});
		const further = arrived(started, '2', page('c', '3'));
		expect(further).toMatchObject({projects: {loadAll: 'last', position: {index: 0}}});
		expect(arrived(further, '3', page('de'))).toMatchObject({
			projects: {loadAll: undefined, position: {id: 'e', index: 4}},
		});
	});

	test('retries a list that stalled', () => {
		const stalled = {...alphabet(2), end: 'stalled' as const};
		expect(withLoadAll(stateOf(stalled), 'last', 100)).toMatchObject({
			projects: {loadAll: 'last', list: {end: 'open'}},
		});
	});
});

describe('loading all rows', () => {
	test('reports the count once all rows are loaded', () => {
		const started = withLoadAll(stateOf(alphabet(2)), 'all', 100);
		expect(started).toMatchObject({projects: {loadAll: 'all'}, interface: {notice: undefined}});
		const done = arrived(started, '2', page('c'));
		expect(done).toMatchObject({
			projects: {loadAll: undefined, position: {index: 0}},
			interface: {notice: {kind: 'message', text: 'All 3 projects loaded', tone: 'quiet', at: 100}},
		});
	});

	test('ends when the list ends, whatever the reason', () => {
		const state = stateOf({...alphabet(2), end: 'repeated'});
		expect(withLoadAll(state, 'all', 100).interface.notice).toMatchObject({
			text: '2 projects loaded; no more can be read',
		});
	});
});

test('a page that arrives while not all rows are being loaded shows no notice', () => {
	const state = arrived(stateOf(listed([undefined, page('a', '1')])), '1', page('b'));
	expect(state).toMatchObject({
		projects: {loadAll: undefined, position: {id: 'a', index: 0}},
		interface: {notice: undefined},
	});
	expect(shown(state.projects.list)).toEqual(['a', 'b']);
	expect(state.projects.list.pages[1]?.readAt).toBe(90);
});

describe('a cursor that the service no longer knows', () => {
	const error = (code: ErrorCode) => new ApiError(code, 'no', {phase: 'rejected'});

	test.each<[name: string, isRefused: boolean, request: ReadRequest, code: ErrorCode]>([
		['a page further down was rejected', true, request('7'), 'E_INVALID'],
		['a page further down was not found', true, request('7'), 'E_NOT_FOUND'],
		['the service failed', false, request('7'), 'E_SERVER'],
		['the first page was rejected', false, request(undefined), 'E_INVALID'],
		['something else was rejected', false, {connectionId: 0, kind: 'project', projectId: 'p'}, 'E_NOT_FOUND'],
	])('is recognised when %s: %j', (_why, isRefused, wanted, code) => {
		expect(isCursorRefused(wanted, error(code))).toBe(isRefused);
	});

	const failed = (state: State): State => ({...state, polling: {...state.polling, refreshedAt: 7}});

	test('renews the list while the old one stays visible', () => {
		const before = stateOf(alphabet(3));
		const state = withoutCursor(before, failed(before));
		expect(state).toMatchObject({
			projects: {refusedAfter: 3, renewal: {pages: [], end: 'open'}},
			polling: {refreshedAt: 0},
		});
		expect(state.projects.list).toBe(before.projects.list);
	});

	test.each<[name: string, changes: Partial<State['projects']>]>([
		['during a renewal', {renewal: alphabet(1)}],
		['if a renewal got no further', {refusedAfter: 3}],
		['if a renewal got less far', {refusedAfter: 4}],
	])('ends the list %s', (_when, changes) => {
		const before = stateOf(alphabet(3), {loadAll: 'all', ...changes});
		expect(withoutCursor(before, failed(before))).toMatchObject({
			polling: {refreshedAt: 7},
			projects: {loadAll: undefined, renewal: undefined, list: {end: 'refused', pages: {length: 3}}},
		});
	});

	test('renews the list again if the last renewal got further', () => {
		const before = stateOf(alphabet(3), {refusedAfter: 2});
		expect(withoutCursor(before, failed(before))).toMatchObject({
			projects: {refusedAfter: 3, renewal: {pages: []}},
		});
	});
});

describe('a renewed list', () => {
	const isRenewed = (state: State) => state.projects.renewal === undefined;
	const renewing = (id: string, index: number, renewal = listed()) => atRow(stateOf(alphabet(3), {renewal}), id, index);

	test('replaces the old one when it is complete, with a notice', () => {
		const state = arrived(renewing('b', 1), undefined, page('xb'));
		expect(shown(state.projects.list)).toEqual(['xb']);
		expect(state.projects.position).toMatchObject({id: 'b', index: 1});
		expect(state.interface.notice).toEqual({
			kind: 'message',
			text: 'The service no longer knew a cursor, so the list was read again from its start',
			tone: 'quiet',
			at: 100,
		});
	});

	describe('with a cursor of its own', () => {
		const letters = 'cdefghijklmnopqrstuvwxyzABCDEFGH';
		const whole = listed([undefined, page('abcdefghijklmnopqrst', '1')]);
		/** A state whose renewed list has `count` rows, with or without the selected one. */
		const renewedTo = (
			count: number,
			{top = 0, hasPicked = true, old = whole, id = 'b' as string | undefined} = {},
		) => {
			const renewal = listed([undefined, page(hasPicked ? 'b' : 'a', 'n')]);
			const state = stateOf(old, {renewal, position: {id, index: 1, top, newAbove: []}});
			return arrived(state, 'n', page(letters.slice(0, count - 1), 'm'));
		};
		const height = projectRows({columns: 80, rows: 12});

		test.each([0, 1])('waits until it fills the viewport that starts at row %i', top => {
			const waiting = renewedTo(height + top - 1, {top});
			expect(isRenewed(waiting)).toBe(false);
			expect(shown(waiting.projects.renewal ?? listed())).toEqual(['b', letters.slice(0, height + top - 2)]);
			expect(waiting.interface.notice).toBeUndefined();
			expect(waiting.projects.list).toBe(whole);
			expect(isRenewed(renewedTo(height + top, {top}))).toBe(true);
		});

		test('waits for the selected row until it is as long as the old list', () => {
			expect(isRenewed(renewedTo(19, {hasPicked: false}))).toBe(false);
			expect(isRenewed(renewedTo(20, {hasPicked: false}))).toBe(true);
		});
	});
});
