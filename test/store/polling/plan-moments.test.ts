import {describe, expect, test} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import {hintOf} from '../../../src/store/model/deployments/newest-deployments.ts';
import {readKey} from '../../../src/store/model/requests/read-request.ts';
import {jittered, retryAt} from '../../../src/store/polling/intervals.ts';
import {pollPlan} from '../../../src/store/polling/poll-plan.ts';
import {initialState, type State} from '../../../src/store/state/state.ts';
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
	spentOn,
	started,
} from '../../kit/fixtures/moment.ts';
import {project} from '../../kit/fixtures/project-pages.ts';
import {newestRead} from '../../kit/fixtures/table.ts';
import {bareDeployment} from '../../present/records.ts';

describe('nothing is read', () => {
	const nothing = {start: [], wanted: new Set(), nextAt: never};

	test('without a connection', () => {
		expect(pollPlan(initialState({columns: 80, rows: 24}, []), occupied())).toEqual(nothing);
	});

	test('during a quiet period, but due reads start at its end', () => {
		const quiet = (until: number) =>
			connected({polling: {throttle: {...connected().polling.throttle, quietUntil: now + until}}});
		expect([started(quiet(1)), nextIn(quiet(1))]).toEqual([[], 1]);
		expect(pollPlan(quiet(1), occupied()).wanted).toEqual(new Set([readKey(firstPage)]));
		expect([started(quiet(0)), nextIn(quiet(0))]).toEqual([['awaited'], never]);
	});

	test('at the end of a quiet period on a screen that needs no reads', () => {
		const throttle = {...connected().polling.throttle, quietUntil: now + 1};
		expect(nextIn(connected({polling: {throttle}, interface: {screens: [{name: 'welcome'}]}}))).toBe(never);
	});
});

describe('a read that the user waits for', () => {
	test('starts at once, whatever the budget and the reads in flight', () => {
		const activity = {flights: flying('hot', 'warm', 'rows'), spent: spentOn('warm', 100)};
		expect(started(connected(), activity)).toEqual(['awaited']);
		expect(pollPlan(connected(), occupied()).start).toEqual([{need: firstPage, tier: 'awaited'}]);
		expect(pollPlan(connected(), occupied()).wanted).toEqual(new Set([readKey(firstPage)]));
	});

	test('is not started twice', () => {
		expect(started(connected(), {flights: new Map([[readKey(firstPage), 'awaited']])})).toEqual([]);
	});

	test('starts while polling is paused', () => {
		expect(started(connected({polling: {isPaused: true}}))).toEqual(['awaited']);
		const paused = reading({pageMs: minute, rowsMs: 10 * minute, polling: {isPaused: true}});
		expect(started(paused)).toEqual([]);
		expect(pollPlan(paused, occupied()).wanted).toEqual(new Set([readKey(firstPage)]));
		expect(nextIn(paused)).toBe(never);
	});
});

describe('data on the screen', () => {
	const dueMs = jittered(firstPage, now, 10 * second) - now;

	test('is read again when its interval is over', () => {
		const state = reading();
		expect([started(state), nextIn(state)]).toEqual([[], dueMs]);
		const later = (ms: number) => ({now: now + ms, stillSince: now - minute});
		expect(started(state, later(dueMs - 1))).toEqual([]);
		expect(started(state, later(dueMs))).toEqual(['warm']);
	});

	test('has its rows read after the list, two at a time, once scrolling stops', () => {
		const state = reading({pageMs: minute, rowsMs: 10 * minute});
		expect(started(state)[0]).toBe('warm');
		expect(started(state)).toHaveLength(2);
		expect(started(reading({rowsMs: 10 * minute}))).toHaveLength(2);
		expect(started(state, {stillSince: now - 399})).toEqual(['warm']);
		expect(nextIn(reading(), {stillSince: now - 399})).toBe(1);
		expect(started(state, {stillSince: now - 400})).toHaveLength(2);
	});

	test('waits for a free slot, which awaited reads do not use', () => {
		const state = reading({pageMs: minute});
		expect(started(state, {flights: flying('hot', 'rows')})).toEqual([]);
		expect(started(state, {flights: flying('hot')})).toEqual(['warm']);
		expect(started(state, {flights: flying('awaited', 'awaited', 'awaited')})).toEqual(['warm']);
	});

	test('is read in the order of how overdue it is, unread rows first', () => {
		const state = reading({rowsMs: 10 * minute});
		const late = (id: string, ms: number) => newestRead(undefined, now - ms, hintOf(project(id)));
		const table = new Map(state.deployments.table).set('b', late('b', 15 * minute)).set('c', late('c', 12 * minute));
		expect(started({...state, deployments: {...state.deployments, table}})).toEqual(['rows b', 'rows c']);
		const unread = new Map(table);
		unread.delete('a');
		expect(started({...state, deployments: {...state.deployments, table: unread}})).toEqual([
			'fill a',
			'rows b',
			'rows c',
		]);
	});

	test('is read before an unread row if it is very overdue', () => {
		const state = reading({pageMs: 3 * minute});
		const table = new Map(state.deployments.table);
		table.delete('a');
		expect(started({...state, deployments: {...state.deployments, table}})).toEqual(['warm', 'fill a']);
	});

	test('is read list first, unless the rows are much more overdue', () => {
		const ages = (pageMs: number, rowsMs: number) => started(reading({pageMs, rowsMs}))[0];
		expect(ages(minute, 10 * minute)).toBe('warm');
		expect(ages(13 * second, 60 * minute)).toMatch(/^rows/);
	});
});

describe('a failed read', () => {
	const failing = (lastedMs: number, agoMs: number): State => {
		const error = new ApiError('E_SERVER', 'no', {phase: 'maybe-executed'});
		const failure = {error, at: now - agoMs, count: 2, since: now - agoMs - lastedMs};
		return connected({polling: {failures: new Map([[readKey(firstPage), failure]])}});
	};

	test('is retried when its backoff is over, and no sooner', () => {
		const failure = failing(3000, 0).polling.failures.get(readKey(firstPage));
		const pauseMs = failure ? retryAt(failure) - now : 0;
		expect(pauseMs).toBeGreaterThanOrEqual(1500);
		expect([started(failing(3000, 0)), nextIn(failing(3000, 0))]).toEqual([[], pauseMs]);
		expect(started(failing(3000, 3000))).toEqual(['awaited']);
	});

	test('is not retried before its interval is over', () => {
		const error = new ApiError('E_SERVER', 'no', {phase: 'maybe-executed'});
		const failure = {error, at: now - minute, count: 1, since: now - minute};
		const state = reading({polling: {failures: new Map([[readKey(firstPage), failure]])}});
		expect(nextIn(state)).toBe(jittered(firstPage, now, 10 * second) - now);
	});
});

describe('following all deployments', () => {
	const looking = (changes: Parameters<typeof reading>[0] = {}): State => {
		const state = reading(changes);
		return {...state, presence: {...state.presence, rules: {...state.presence.rules, scope: 'any'}}};
	};

	test('checks the projects off the screen for new deployments', () => {
		const state = looking({rowsMs: 30 * second});
		expect(started(state)).toHaveLength(1);
		expect(started(state)[0]).toMatch(/^cold/);
		expect(started(looking())).toEqual([]);
		expect(nextIn(looking())).toBe(5 * second);
	});

	test('checks an unread project every fourth time', () => {
		const state = looking({rowsMs: 30 * second});
		const table = new Map(state.deployments.table);
		table.delete('c');
		const begun = {...bareDeployment, createdAt: now - minute, concludedAt: now};
		for (const id of 'ab') table.set(id, newestRead(begun, now - 30 * second, ' '));
		const looked = (looks: number, others = 0) =>
			started(
				{...state, deployments: {...state.deployments, table}},
				{
					stillSince: now - 1,
					spent: [...spentOn('cold', looks, 2 * second), ...spentOn('hot', others)],
				},
			);
		expect([0, 1, 2, 3, 4].map(looks => looked(looks))).toEqual([
			['cold c'],
			['cold a'],
			['cold a'],
			['cold a'],
			['cold c'],
		]);
		expect(looked(4, 3)).toEqual(['cold c']);
	});

	test('waits until the limits allow a check', () => {
		expect(nextIn(looking(), {spent: spentOn('cold', 1)})).toBe(second);
		expect(started(looking({rowsMs: 30 * second}), {spent: spentOn('cold', 1)})).toEqual([]);
		expect(nextIn(looking({rowsMs: 30 * second}), {spent: spentOn('cold', 1)})).toBe(second);
		expect(started(looking({rowsMs: 30 * second}), {flights: flying('hot', 'hot')})).toEqual([]);
	});

	test('pauses with polling', () => {
		expect(nextIn(looking({rowsMs: 30 * second, polling: {isPaused: true}}))).toBe(never);
	});
});
