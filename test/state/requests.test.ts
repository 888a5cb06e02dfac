import {expect, test} from 'vitest';
import {ApiError} from '../../src/api/errors.ts';
import {retryAt} from '../../src/state/requests.ts';
import {initialState, patch, type ReadFailure} from '../../src/state/state.ts';

const state = initialState({columns: 80, rows: 24}, [], 60);

test.each([
	['E_SERVER', 500],
	['E_AUTH', 500],
	['E_FORBIDDEN', 300_000],
] as const)('while the service asks for a pause, a read that failed with %s waits until %i', (code, at) => {
	const {throttle} = state.polling;
	const pausing = patch(state, 'polling', {
		throttle: {...throttle, trouble: {notBefore: 500, oneAtATime: {why: 'busy', since: 0, nextAt: 500}}},
	});
	const error = new ApiError(code, 'it failed', {phase: 'rejected'});
	const failure: ReadFailure = {read: {kind: 'projects', cursor: undefined}, error, at: 0, count: 1, since: -60_000};
	expect(retryAt(pausing, failure)).toBe(at);
});
