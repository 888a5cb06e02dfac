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
])('a deployment that is %d ms old by the clock of the service is read again after %d ms', (ageMs, pauseMs) => {
	expect(hotMs(deployment, startedAt + ageMs)).toBe(pauseMs);
});

test('a status that sounds final does not end the reading, a conclusion or its time does', () => {
	expect(hotMs(deployment, startedAt)).toBeLessThan(Number.POSITIVE_INFINITY);
	expect(hotMs({...deployment, conclusion: said('mystery')}, startedAt)).toBe(Number.POSITIVE_INFINITY);
	expect(hotMs({...deployment, concludedAt: startedAt}, startedAt)).toBe(Number.POSITIVE_INFINITY);
});

const {presence} = initialState({columns: 80, rows: 24}, []);
const lookedAt = (isFocused: boolean) => ({presence: {...presence, isFocused}});

test('a list is read every ten seconds, every thirty while nobody looks', () => {
	expect(warmMs(lookedAt(true))).toBe(10_000);
	expect(warmMs(lookedAt(false))).toBe(30_000);
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
])('a read that has failed for %d ms waits no longer than that, and a minute at most', (lastedMs, minMs, maxMs) => {
	const pauseMs = retryAt(failure('E_SERVER', undefined, -lastedMs));
	expect(pauseMs).toBeGreaterThanOrEqual(minMs);
	expect(pauseMs).toBeLessThanOrEqual(maxMs);
});

test('a service that asks for more time gets it and a tenth more at most; one that says no is not asked again for minutes', () => {
	const pauseMs = retryAt(failure('E_RATE', 90_000));
	expect(pauseMs).toBeGreaterThanOrEqual(90_000);
	expect(pauseMs).toBeLessThanOrEqual(99_000);
	expect(retryAt(failure('E_FORBIDDEN'))).toBe(300_000);
	expect(retryAt(failure('E_NOT_FOUND'))).toBe(60_000);
	expect(retryAt(failure('E_TLS'))).toBe(60_000);
});

test.each([
	['deployments of a project', 'deployments', 1, 300_000],
	['project, once', 'project', 1, 2000],
	['project, twice', 'project', 2, 300_000],
	['deployment, once', 'deployment', 1, 60_000],
	['deployment, twice', 'deployment', 2, 300_000],
	['projects at all', 'projects', 3, 60_000],
] as const)('a 404 for the %s is asked for again after its own pause', (_what, missing, count, ms) => {
	const error = new ApiError('E_NOT_FOUND', 'it is not there', {phase: 'rejected', missing});
	expect(retryAt({error, at: 0, count, since: 0})).toBe(ms);
});

test('a list that has its turn after a failure is not asked for before the pause and the quiet are over', () => {
	const pause = (until: number) => retryAt({...failure('E_SERVER', until, -3000), at: 1000});
	expect(pause(2000)).toBeGreaterThanOrEqual(2000);
	expect(pause(2000)).toBeLessThanOrEqual(5000);
	expect(pause(9000)).toBeGreaterThanOrEqual(9000);
	expect(pause(9000)).toBeLessThanOrEqual(9800);
});

test('a deployment of which nothing is known is as new as can be', () => {
	expect(hotMs(undefined, startedAt)).toBe(1000);
	expect(hotMs({...deployment, createdAt: undefined}, startedAt)).toBe(1000);
});

test.each([
	['one that goes on', deployment, 10_000],
	['one that is over', {...deployment, concludedAt: startedAt}, 60_000],
	['none', undefined, 60_000],
])(
	'a row whose newest deployment is %s is read as often, and six times less while nobody looks',
	(_what, newest, ms) => {
		expect(latestMs(newest, lookedAt(true))).toBe(ms);
		expect(latestMs(newest, lookedAt(false))).toBe(6 * ms);
	},
);

describe('where nobody looks, it is looked sooner', () => {
	const hour = 3_600_000;
	const day = 24 * hour;
	const now = 100 * day;

	test('the longer ago that was', () => {
		expect(lookUrgency(2 * hour, now - day, now)).toBe(2 * lookUrgency(hour, now - day, now));
	});

	test('by the square root of how lately something happened there', () => {
		expect(lookUrgency(hour, now - hour, now)).toBeCloseTo(2 * lookUrgency(hour, now - 4 * hour, now), 10);
	});

	test('and what happened within a minute is as good as now', () => {
		expect(lookUrgency(hour, now - 5, now)).toBe(lookUrgency(hour, now - 60_000, now));
		expect(lookUrgency(hour, now + hour, now)).toBe(lookUrgency(hour, now - 60_000, now));
		expect(lookUrgency(hour, now - 60_001, now)).toBeLessThan(lookUrgency(hour, now - 60_000, now));
	});

	test('and where nothing ever happened it is as if that was a month ago', () => {
		expect(lookUrgency(hour, undefined, now)).toBe(lookUrgency(hour, now - 30 * day, now));
	});
});
