import {expect, test} from 'vitest';
import {ApiError} from '../../src/api/errors.ts';
import type {Deployment} from '../../src/api/types.ts';
import {hotMs, jittered, retryAt, warmMs} from '../../src/store/cadence.ts';
import {said} from '../../src/text.ts';

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
	[0, 1000],
	[3000, 2000],
	[29_999, 2000],
	[30_000, 3000],
	[300_000, 5000],
	[1_800_000, 15_000],
])('a deployment that is %d ms old by the clock of the service is read again after %d ms', (ageMs, pauseMs) => {
	expect(hotMs(deployment, startedAt + ageMs)).toBe(pauseMs);
});

test('a status that sounds final does not end the reading, a conclusion or its time does', () => {
	expect(hotMs(deployment, startedAt)).toBeLessThan(Number.POSITIVE_INFINITY);
	expect(hotMs({...deployment, conclusion: said('mystery')}, startedAt)).toBe(Number.POSITIVE_INFINITY);
	expect(hotMs({...deployment, concludedAt: startedAt}, startedAt)).toBe(Number.POSITIVE_INFINITY);
});

test('a list is read every ten seconds, every thirty while nobody looks', () => {
	expect(warmMs({isFocused: true})).toBe(10_000);
	expect(warmMs({isFocused: false})).toBe(30_000);
});

test('pauses differ by a fifth at most, and are the same each time for the same reading', () => {
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

const failure = (code: ApiError['code'], count: number, retry?: number) => ({
	error: new ApiError(code, 'it failed', {phase: 'rejected', ...(retry === undefined ? {} : {retryAt: retry})}),
	at: 0,
	count,
});

test('a read that failed waits longer each time, up to about a minute', () => {
	for (const count of [1, 2, 3, 6, 7, 500]) {
		const pauseMs = retryAt(failure('E_SERVER', count));
		expect(pauseMs).toBeGreaterThanOrEqual(count < 7 ? 250 : 60_000);
		expect(pauseMs).toBeLessThanOrEqual(count < 7 ? 1000 * 2 ** (count - 1) : 72_000);
	}
});

test('a service that asks for more time gets it and a tenth more at most; one that says no is not asked again for minutes', () => {
	const pauseMs = retryAt(failure('E_RATE', 1, 90_000));
	expect(pauseMs).toBeGreaterThanOrEqual(90_000);
	expect(pauseMs).toBeLessThanOrEqual(99_000);
	expect(retryAt(failure('E_FORBIDDEN', 1))).toBe(300_000);
	expect(retryAt(failure('E_NOT_FOUND', 1))).toBe(60_000);
	expect(retryAt(failure('E_TLS', 1))).toBe(60_000);
});
