import {expect, test} from 'vitest';
import {ApiError} from '../../src/api/errors.ts';
import {createThrottle} from '../../src/model/throttle.ts';
import {retryAt, spacedRetryAt} from '../../src/state/requests.ts';
import {initialState} from '../../src/state/state.ts';
import {screenAgeMs} from '../../src/sync/wants.ts';

test.each([
	['sixty reads a minute', 60, true, 10_000],
	['sixty reads a minute, without focus', 60, false, 30_000],
	['ten reads a minute: after four of them', 10, true, 24_000],
	['reading on request only', 0, true, 10_000],
])('what is on the screen is due with %s', (_what, perMinute, isFocused, ms) => {
	const state = initialState({columns: 80, rows: 24}, [], perMinute);
	expect(screenAgeMs({...state, presence: {...state.presence, isFocused}}, 1_000_000)).toBe(ms);
});

const failure = (code: ApiError['code'], retry?: number, since = 0) => ({
	error: new ApiError(code, 'it failed', {phase: 'rejected', ...(retry === undefined ? {} : {retryAt: retry})}),
	at: 0,
	count: 1,
	since,
});

test.each([
	[0, 1000, 2000],
	[10_000, 5000, 10_000],
	[59_000, 53_000, 59_000],
	[3_600_000, 54_000, 60_000],
])(
	'a read that has failed for %d ms is retried after that time at the latest, and within a minute',
	(lastedMs, minMs, maxMs) => {
		const pauseMs = retryAt(failure('E_SERVER', undefined, -lastedMs));
		expect(pauseMs).toBeGreaterThanOrEqual(minMs);
		expect(pauseMs).toBeLessThanOrEqual(maxMs);
	},
);

test('reads that failed at different moments, or for different reasons, are not all retried at once', () => {
	const pauses = (code: ApiError['code']) =>
		Array.from({length: 20}, (_, at) => retryAt({...failure(code, undefined, at - 20_000), at}) - at);
	expect(new Set([...pauses('E_SERVER'), ...pauses('E_RESET')]).size).toBeGreaterThan(30);
});

test('Retry-After is respected with at most a tenth of jitter', () => {
	const pauseMs = retryAt(failure('E_RATE', 90_000));
	expect(pauseMs).toBeGreaterThanOrEqual(90_000);
	expect(pauseMs).toBeLessThanOrEqual(99_000);
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
	['a 404 for the list of projects', 'E_NOT_FOUND', 'projects', 3, 60_000],
] as const)('%s is retried after its own pause', (_what, code, missing, count, ms) => {
	const error = new ApiError(code, 'it failed', {phase: 'rejected', ...(missing && {missing})});
	expect(retryAt({error, at: 0, count, since: 0})).toBe(ms);
});

test('a failed read is not retried before both the backoff and Retry-After are over', () => {
	const pause = (until: number) => retryAt({...failure('E_SERVER', until, -3000), at: 1000});
	expect(pause(2000)).toBeGreaterThanOrEqual(2000);
	expect(pause(2000)).toBeLessThanOrEqual(5000);
	expect(pause(9000)).toBeGreaterThanOrEqual(9000);
	expect(pause(9000)).toBeLessThanOrEqual(9800);
});

test('a failed read that nobody waits for leaves room for twenty others before it is made a third time', () => {
	const [once, twice] = [failure('E_SERVER'), {...failure('E_SERVER'), count: 2}];
	expect(spacedRetryAt(once, createThrottle(60))).toBe(retryAt(once));
	expect(spacedRetryAt(twice, createThrottle(60))).toBe(20_000);
	expect(spacedRetryAt(twice, {...createThrottle(60), rate: 6, rateAt: 0})).toBe(200_000);
});
