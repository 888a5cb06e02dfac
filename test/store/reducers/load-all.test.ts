import {describe, expect, test} from 'vitest';
import {ApiError, type ErrorCode} from '../../../src/api/errors.ts';
import type {ProjectList} from '../../../src/store/model/projects/project-list.ts';
import type {ReadRequest} from '../../../src/store/model/requests/read-request.ts';
import {isCursorRefused} from '../../../src/store/reducers/load-all.ts';
import {initialState, type State} from '../../../src/store/state/state.ts';
import {withChanges} from '../../kit/fixtures/state-changes.ts';

type PageRequest = Extract<ReadRequest, {kind: 'projects'}>;

const request = (cursor: string | undefined): PageRequest => ({connectionId: 0, kind: 'projects', cursor});

/** A state with a project list, in a small terminal. */
const _stateOf = (projects: ProjectList, changes: Partial<State['projects']> = {}): State =>
	withChanges(initialState({columns: 80, rows: 12}, []), {projects: {list: projects, ...changes}});

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
});
