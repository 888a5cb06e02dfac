import {expect, test} from 'vitest';
import {ApiError, type ErrorCode} from '../../../src/api/errors.ts';
import type {ReadRequest} from '../../../src/store/model/requests/read-request.ts';
import {isCursorRefused} from '../../../src/store/state/projects.ts';

const page = (cursor: string | undefined): ReadRequest => ({connectionId: 0, kind: 'projects', cursor});

test.each<[name: string, isRefused: boolean, request: ReadRequest, code: ErrorCode]>([
	['a page further down was rejected', true, page('7'), 'E_INVALID'],
	['a page further down was not found', true, page('7'), 'E_NOT_FOUND'],
	['the service failed', false, page('7'), 'E_SERVER'],
	['the first page was rejected', false, page(undefined), 'E_INVALID'],
	['something else was rejected', false, {connectionId: 0, kind: 'project', projectId: 'p'}, 'E_NOT_FOUND'],
])('that the service no longer knows a cursor is recognised when %s: %j', (_why, isRefused, wanted, code) => {
	expect(isCursorRefused(wanted, new ApiError(code, 'no', {phase: 'rejected'}))).toBe(isRefused);
});
