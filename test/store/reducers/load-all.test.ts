import {describe, expect, test} from 'vitest';
import {ApiError, type ErrorCode} from '../../../src/api/errors.ts';
import type {ProjectPage} from '../../../src/api/types.ts';
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
	const refusal = {connectionId: 0, kind: 'projects', cursor: '3'} as const;

	test('has the list read again while the old one stays visible, with a notice at the end', () => {
		const before = stateOf(alphabet(3));
		const state = withoutCursor(before, refusal, failed(before), 95);
		expect(state).toMatchObject({polling: {refreshedAt: 0}, projects: {list: {sweep: {isRefused: true}}}});
		const first = arrived(state, undefined, page('xb', 'n'), 96);
		expect([shown(first.projects.list), first.interface.notice]).toEqual([['a', 'b', 'c'], undefined]);
		const done = arrived(first, 'n', page('c'), 97);
		expect(shown(done.projects.list)).toEqual(['xb', 'c']);
		expect(done.interface.notice).toEqual({
			kind: 'message',
			text: 'The service no longer knew a cursor, so the list was read again from its start',
			tone: 'quiet',
			at: 100,
		});
	});

	test('ends the list, and the loading of all rows, if reading it again got no further', () => {
		const before = stateOf({...alphabet(3), refused: {at: 90, count: 3}}, {loadAll: 'all'});
		expect(withoutCursor(before, refusal, failed(before), 95)).toMatchObject({
			polling: {refreshedAt: 7},
			projects: {loadAll: undefined, list: {end: 'refused', sweep: undefined, rows: {length: 3}}},
		});
	});
});

test('a list that is read again because rows have moved says nothing', () => {
	const state = arrived(stateOf(listed([undefined, page('ab')])), undefined, page('ba'));
	expect([shown(state.projects.list), state.interface.notice]).toEqual([['ba'], undefined]);
});
