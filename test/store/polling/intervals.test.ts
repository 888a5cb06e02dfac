import {describe, expect, test} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import type {Deployment} from '../../../src/api/types.ts';
import {hotMs, jittered, latestMs, lookUrgency, retryAt, warmMs} from '../../../src/store/polling/intervals.ts';
import {initialState} from '../../../src/store/state/state.ts';
import {said} from '../../../src/text.ts';

const startedAt = 1_000_000;

const deployment: Deployment = {
	id: 'd',
	projectId: 'p',
	environmentId: undefined,
	status: said('failed'),
	conclusion: undefined,
	uploadVersion: undefined,
	url: undefined,
	createdAt: startedAt,
	concludedAt: undefined,
	requestId: undefined,
	drift: [],
};

test.each([
	[-5000, 1000],
	[0, 1000],
	[2999, 1000],
	[3000, 2000],
	[29_999, 2000],
	[30_000, 3000],
	[299_999, 3000],
	[300_000, 5000],
	[1_799_999, 5000],
	[1_800_000, 15_000],
])('a deployment that is %d ms old by the service’s clock is read again after %d ms', (ageMs, pauseMs) => {
	expect(hotMs(deployment, startedAt + ageMs)).toBe(pauseMs);
});

test('a deployment is read until it has a conclusion or a conclusion time, whatever its status', () => {
	expect(hotMs(deployment, startedAt)).toBeLessThan(Number.POSITIVE_INFINITY);
	expect(hotMs({...deployment, conclusion: said('mystery')}, startedAt)).toBe(Number.POSITIVE_INFINITY);
	expect(hotMs({...deployment, concludedAt: startedAt}, startedAt)).toBe(Number.POSITIVE_INFINITY);
});

const {presence} = initialState({columns: 80, rows: 24}, []);
const withFocus = (isFocused: boolean) => ({presence: {...presence, isFocused}});

test('a list is read every ten seconds, or every thirty without focus', () => {
	expect(warmMs(withFocus(true))).toBe(10_000);
	expect(warmMs(withFocus(false))).toBe(30_000);
});

test('intervals are jittered by a fifth at most, and always the same for the same read', () => {
	const pauses = Array.from({length: 2000}, (_, index) => {
		const need = {connectionId: 0, kind: 'project' as const, projectId: `${index % 7}`};
		expect(jittered(need, index, 1000)).toBe(jittered(need, index, 1000));
		return jittered(need, index, 1000) - index;
	});
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
	expect(Math.min(...pauses)).toBeLessThan(810);
	expect(Math.max(...pauses)).toBeLessThanOrEqual(1200);
	expect(Math.max(...pauses)).toBeGreaterThan(1190);
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

test('Retry-After is respected with at most a tenth of jitter, and permanent failures are retried after minutes', () => {
	const pauseMs = retryAt(failure('E_RATE', 90_000));
	expect(pauseMs).toBeGreaterThanOrEqual(90_000);
	expect(pauseMs).toBeLessThanOrEqual(99_000);
	expect(retryAt(failure('E_FORBIDDEN'))).toBe(300_000);
	expect(retryAt(failure('E_NOT_FOUND'))).toBe(60_000);
	expect(retryAt(failure('E_TLS'))).toBe(60_000);
});

test.each([
	['the deployments of a project', 'deployments', 1, 300_000],
	['a project, once', 'project', 1, 2000],
	['a project, twice', 'project', 2, 300_000],
	['a deployment, once', 'deployment', 1, 60_000],
	['a deployment, twice', 'deployment', 2, 300_000],
	['the list of projects', 'projects', 3, 60_000],
] as const)('a 404 for %s is retried after its own pause', (_what, missing, count, ms) => {
	const error = new ApiError('E_NOT_FOUND', 'it is not there', {phase: 'rejected', missing});
	expect(retryAt({error, at: 0, count, since: 0})).toBe(ms);
});

test('a failed read is not retried before both the backoff and Retry-After are over', () => {
	const pause = (until: number) => retryAt({...failure('E_SERVER', until, -3000), at: 1000});
	expect(pause(2000)).toBeGreaterThanOrEqual(2000);
	expect(pause(2000)).toBeLessThanOrEqual(5000);
	expect(pause(9000)).toBeGreaterThanOrEqual(9000);
	expect(pause(9000)).toBeLessThanOrEqual(9800);
});

test('an unknown deployment, or one without a creation time, is read as if it were new', () => {
	expect(hotMs(undefined, startedAt)).toBe(1000);
	expect(hotMs({...deployment, createdAt: undefined}, startedAt)).toBe(1000);
});

test.each([
	['in progress', deployment, 10_000],
	['concluded', {...deployment, concludedAt: startedAt}, 60_000],
	['missing', undefined, 60_000],
])('a row whose newest deployment is %s is read six times less often without focus', (_what, newest, ms) => {
	expect(latestMs(newest, withFocus(true))).toBe(ms);
	expect(latestMs(newest, withFocus(false))).toBe(6 * ms);
});

describe('the priority of checking a project off the screen', () => {
	const hour = 3_600_000;
	const day = 24 * hour;
	const now = 100 * day;

	test('grows with the time since the last check', () => {
		expect(lookUrgency(2 * hour, now - day, now)).toBe(2 * lookUrgency(hour, now - day, now));
	});

	test('falls with the square root of the time since its last deployment', () => {
		expect(lookUrgency(hour, now - hour, now)).toBeCloseTo(2 * lookUrgency(hour, now - 4 * hour, now), 10);
	});

	test('is the same for all deployments within the last minute', () => {
		expect(lookUrgency(hour, now - 5, now)).toBe(lookUrgency(hour, now - 60_000, now));
		expect(lookUrgency(hour, now + hour, now)).toBe(lookUrgency(hour, now - 60_000, now));
		expect(lookUrgency(hour, now - 60_001, now)).toBeLessThan(lookUrgency(hour, now - 60_000, now));
	});

	test('treats a project without deployments as last deployed a month ago', () => {
		expect(lookUrgency(hour, undefined, now)).toBe(lookUrgency(hour, now - 30 * day, now));
	});
});
