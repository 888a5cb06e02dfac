import {expect, test} from 'vitest';
import {ApiError} from '../../src/api/errors.ts';
import {retryAt} from '../../src/state/requests.ts';
import {initialState, patch, type ReadFailure} from '../../src/state/state.ts';

const state = initialState({columns: 80, rows: 24}, [], 60);

type Details = Partial<Pick<ReadFailure, 'at' | 'since' | 'count'> & ApiError['details']>;

const failure = (code: ApiError['code'], {at = 0, since = at, count = 1, ...details}: Details = {}): ReadFailure => ({
	read: {kind: 'projects', cursor: undefined},
	error: new ApiError(code, 'it failed', {phase: 'rejected', ...details}),
	at,
	count,
	since,
});

test('a read that nobody waits for is retried no later than a Retry-After', () => {
	const failed = failure('E_SERVER', {retryAt: 90_000});
	expect(retryAt(state, failed)).toBeLessThan(100_000);
	expect(retryAt(state, failed, false)).toBe(retryAt(state, failed));
});

test.each([
	['a 403', 'E_FORBIDDEN', undefined, 1, 300_000],
	['a certificate that is not trusted', 'E_TLS', undefined, 1, 60_000],
	['a 404', 'E_NOT_FOUND', undefined, 1, 60_000],
	['a 404 for the deployments of a project', 'E_NOT_FOUND', 'deployments', 1, 300_000],
	['a 404 for a project, once', 'E_NOT_FOUND', 'project', 1, 2000],
	['a 404 for a project, twice', 'E_NOT_FOUND', 'project', 2, 300_000],
	['a 404 for a deployment, once', 'E_NOT_FOUND', 'deployment', 1, 60_000],
	['a 404 for a deployment, twice', 'E_NOT_FOUND', 'deployment', 2, 300_000],
	['a 404 for the list of projects', 'E_ADDRESS', undefined, 3, 60_000],
] as const)('%s is retried after its own pause, whether the user waits or not', (_what, code, missing, count, ms) => {
	const failed = failure(code, {count, missing});
	expect(retryAt(state, failed)).toBe(ms);
	expect(retryAt(state, failed, false)).toBe(ms);
});

test.each([
	['E_SERVER', 500],
	['E_AUTH', 500],
	['E_NOT_FOUND', 60_000],
] as const)('while the service asks for a pause, a read that failed with %s waits for the probe', (code, at) => {
	const {throttle} = state.polling;
	const pausing = patch(state, 'polling', {
		throttle: {...throttle, limited: {count: 1, since: 0, at: 0}, quietUntil: 500},
	});
	expect(retryAt(pausing, failure(code, {since: -60_000}))).toBe(at);
});
