import {expect, test} from 'vitest';
import {ApiError} from '../../src/api/errors.ts';
import type {Deployment} from '../../src/api/types.ts';
import {hotAt, retryAt, warmAt} from '../../src/store/cadence.ts';
import {initialState} from '../../src/store/state.ts';
import {said} from '../../src/text.ts';

const state = initialState({columns: 80, rows: 24}, []);
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
	[0, 2000],
	[29_999, 2000],
	[30_000, 3000],
	[300_000, 5000],
	[1_800_000, 15_000],
])('a deployment that is %d ms old is read again after %d ms', (ageMs, pauseMs) => {
	expect(hotAt(deployment, startedAt + ageMs, 0)).toBe(startedAt + ageMs + pauseMs);
});

test('its age goes by the clock of the service', () => {
	expect(hotAt(deployment, startedAt, 300_000)).toBe(startedAt + 5000);
});

test('a status that sounds final does not end the reading, a conclusion or its time does', () => {
	expect(hotAt(deployment, startedAt, 0)).toBeDefined();
	expect(hotAt({...deployment, conclusion: said('mystery')}, startedAt, 0)).toBeUndefined();
	expect(hotAt({...deployment, concludedAt: startedAt}, startedAt, 0)).toBeUndefined();
});

test('what was never read is due at once, what was read is due after ten seconds, after thirty while nobody looks', () => {
	expect(warmAt(state, undefined)).toBe(0);
	expect(warmAt(state, 5000)).toBe(15_000);
	expect(warmAt({...state, isFocused: false}, 5000)).toBe(35_000);
	expect(warmAt({...state, refreshedAt: 6000}, 5000)).toBe(0);
});

const failure = (kind: ApiError['kind'], count: number, retry?: number) => ({
	error: new ApiError(kind, 'it failed', {phase: 'rejected', ...(retry === undefined ? {} : {retryAt: retry})}),
	at: 0,
	count,
});

test.each([
	[1, 1000],
	[2, 2000],
	[5, 16_000],
	[7, 60_000],
	[500, 60_000],
])('after %d failures in a row the next try comes after %d ms', (count, pauseMs) => {
	expect(retryAt(failure('server', count))).toBe(pauseMs);
});

test('a service that asks for more time gets it, and one that says no is not asked again for a minute', () => {
	expect(retryAt(failure('busy', 1, 90_000))).toBe(90_000);
	expect(retryAt(failure('forbidden', 1))).toBe(60_000);
});
