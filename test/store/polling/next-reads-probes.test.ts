import {describe, expect, test} from 'vitest';
import {ApiError, type ErrorCode} from '../../../src/api/errors.ts';
import {readKey} from '../../../src/store/model/requests/read-request.ts';
import {createThrottle, probeAt} from '../../../src/store/model/requests/throttle.ts';
import {nextReads} from '../../../src/store/polling/next-reads.ts';
import {probingAt} from '../../../src/store/state/probes.ts';
import type {State} from '../../../src/store/state/state.ts';
import {plain} from '../../../src/text.ts';
import {
	connected,
	firstPage,
	flying,
	minute,
	never,
	nextIn,
	now,
	occupied,
	reading,
	second,
	started,
} from '../../kit/fixtures/moment.ts';
import type {StateChanges} from '../../kit/fixtures/state-changes.ts';

const outage = {since: now - 60 * minute, at: now};
const throttle = {...createThrottle(60), outage, failing: outage};
const probeInMs = probeAt(throttle) - now;

const down = (changes: StateChanges & {pageMs?: number} = {}): State =>
	reading({...changes, polling: {throttle, ...changes.polling}});

/** The failures of a read at `at`. */
const failed = (projectId: string | undefined, code: ErrorCode = 'E_CONNECT', count = 1, at = now) => {
	const error = new ApiError(code, 'no', {phase: 'not-sent'});
	const request = projectId === undefined ? firstPage : {connectionId: 0, kind: 'latest' as const, projectId};
	return [readKey(request), {error, at, count, since: at}] as const;
};

const watches = (ids: string) =>
	new Map([...ids].map(id => [id, {projectId: id, deploymentId: undefined, project: plain`x`, isMine: false}]));

describe('while the service is down', () => {
	test('nothing is read before the next probe', () => {
		expect(nextReads(down({pageMs: minute}), occupied())).toEqual({start: [], isFree: false, nextAt: now + probeInMs});
		expect(started(down({pageMs: minute}), {now: now + probeInMs})).toEqual(['due']);
		expect(started(down({pageMs: 10 * second - probeInMs}), {now: now + probeInMs})).toEqual(['due']);
	});

	test('a read that the user waits for is tried once at once', () => {
		const waiting = (failures = new Map()) => connected({polling: {throttle, failures}});
		expect(started(waiting())).toEqual(['awaited']);
		const tried = waiting(new Map([failed(undefined)]));
		expect([started(tried), nextIn(tried)]).toEqual([[], probeInMs]);
	});

	test('one read is in flight at a time', () => {
		const waiting = connected({polling: {throttle}});
		expect(nextReads(waiting, occupied({inFlight: flying('due')}))).toEqual({start: [], isFree: false, nextAt: never});
		const several = down({pageMs: 2 * minute, presence: {watches: watches('vw')}});
		expect(started(several, {now: now + probeInMs})).toHaveLength(1);
	});

	test('the probe is for what failed least often', () => {
		const probed = (...ids: readonly string[]) => {
			const failures = new Map(ids.map(id => failed(id)));
			const state = down({pageMs: -9 * minute, presence: {watches: watches('vw')}, polling: {failures}});
			return started(state, {now: now + probeInMs});
		};
		expect(probed('v')).toEqual(['fill w']);
		expect(probed('w')).toEqual(['fill v']);
	});

	test('the order of reads chooses the probe if nothing else is due', () => {
		const plan = nextReads(down(), occupied({now: now + probeInMs, stillSince: now}));
		expect(plan).toMatchObject({start: [{request: firstPage, reason: 'due'}]});
		const fresh = reading({pageMs: -2 * minute, polling: {throttle}});
		expect(started(fresh, {now: now + probeInMs})).toEqual(['free']);
	});
});

describe('while polling is paused and the service is down', () => {
	const paused = (changes: StateChanges = {}) =>
		connected({...changes, polling: {throttle, isPaused: true, ...changes.polling}});

	test('a read that the user waits for is probed however often it has failed', () => {
		const state = paused({
			interface: {screens: [{name: 'deployment', projectId: 'a', deploymentId: 'd', top: 0}]},
			polling: {
				failures: new Map([
					[
						readKey({connectionId: 0, kind: 'deployment', projectId: 'a', deploymentId: 'd'}),
						{error: new ApiError('E_CONNECT', 'no', {phase: 'not-sent'}), at: now, count: 9, since: now},
					],
				]),
			},
		});
		expect(nextReads(state, occupied({now: now + probeInMs})).start).toMatchObject([{request: {kind: 'deployment'}}]);
	});

	test('nothing else is probed', () => {
		const state = reading({pageMs: minute, polling: {throttle, isPaused: true}});
		expect(nextReads(state, occupied({now: now + probeInMs}))).toEqual({start: [], isFree: false, nextAt: never});
	});
});

describe('while the service refuses the key', () => {
	const refused = (state: State): State => {
		const refusal = {
			error: new ApiError('E_AUTH', 'no', {phase: 'rejected'}),
			at: now - 1000,
			readKeys: new Set<string>(),
		};
		return state.connection ? {...state, connection: {...state.connection, refusal}} : state;
	};
	const refreshed = (refreshedAt: number, failures = new Map()) =>
		refused(reading({pageMs: minute, polling: {refreshedAt, failures}}));

	test('a read is tried about once a minute', () => {
		const state = refused(reading({pageMs: minute}));
		const at = probingAt(state) ?? 0;
		expect(at - now).toBeGreaterThanOrEqual(minute - 1000);
		expect([started(state), nextIn(state)]).toEqual([[], at - now]);
		expect(started(state, {now: at})).toEqual(['due']);
	});

	test('a read of what was never read is tried at once', () => {
		expect(started(refused(connected()))).toEqual(['awaited']);
	});

	test('a refresh tries one read, unless it came before the refusal', () => {
		expect(started(refreshed(now - 999))).toEqual(['awaited']);
		expect(started(refreshed(now - 1000))).toEqual([]);
		expect(started(refreshed(now - 999, new Map([failed(undefined, 'E_AUTH')])))).toEqual([]);
	});

	test('the first page is tried if nothing is due', () => {
		const state = refused(reading({pageMs: -9 * minute}));
		const at = probingAt(state) ?? 0;
		expect(nextReads(state, occupied({now: at})).start).toMatchObject([{request: firstPage, reason: 'due'}]);
	});
});
