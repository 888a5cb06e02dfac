import {describe, expect, test} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import {startPosition} from '../../../src/store/model/position.ts';
import {readKey} from '../../../src/store/model/requests/read-request.ts';
import {retryAt, spacedRetryAt} from '../../../src/store/polling/intervals.ts';
import {noOtherWindows} from '../../../src/store/polling/other-windows.ts';
import {pollPlan, readsForWindow, wantedKeys} from '../../../src/store/polling/poll-plan.ts';
import {initialState, type State} from '../../../src/store/state/state.ts';
import {plain} from '../../../src/text.ts';
import {newestRead} from '../../kit/fixtures/deployment-reads.ts';
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

describe('nothing is read', () => {
	const nothing = {start: [], isFree: false, nextAt: never};

	test('without a connection', () => {
		const state = initialState({columns: 80, rows: 24}, []);
		expect(pollPlan(state, occupied())).toEqual(nothing);
		expect(wantedKeys(state)).toEqual(new Set());
		expect(readsForWindow(state, occupied())).toEqual([]);
	});

	test('during a quiet period, but due reads start at its end', () => {
		const quiet = (until: number) =>
			connected({polling: {throttle: {...connected().polling.throttle, quietUntil: now + until}}});
		expect([started(quiet(1)), nextIn(quiet(1))]).toEqual([[], 1]);
		expect(wantedKeys(quiet(1))).toEqual(new Set([readKey(firstPage)]));
		expect([started(quiet(0)), nextIn(quiet(0))]).toEqual([['awaited'], never]);
	});

	test('before the end of a quiet period, whatever is on the screen', () => {
		const throttle = {...connected().polling.throttle, quietUntil: now + 1};
		expect(nextIn(connected({polling: {throttle}, interface: {screens: [{name: 'welcome'}]}}))).toBe(1);
	});
});

describe('a read that the user waits for', () => {
	test('starts at once, whatever the budget and the reads in flight', () => {
		const activity = {
			flights: flying('due', 'planned', 'fill', 'planned'),
			pace: {nextAt: now + minute, debt: 60},
		};
		expect(started(connected(), activity)).toEqual(['awaited']);
		expect(pollPlan(connected(), occupied()).start).toMatchObject([{request: firstPage, priority: 'awaited'}]);
		expect(wantedKeys(connected())).toEqual(new Set([readKey(firstPage)]));
	});

	test('is not started twice', () => {
		expect(started(connected(), {flights: new Map([[readKey(firstPage), 'awaited']])})).toEqual(['free']);
	});

	test('starts while polling is paused', () => {
		expect(started(connected({polling: {isPaused: true}}))).toEqual(['awaited']);
		const paused = reading({pageMs: minute, rowsMs: 10 * minute, polling: {isPaused: true}});
		expect(started(paused)).toEqual([]);
		expect(wantedKeys(paused)).toEqual(new Set([readKey(firstPage)]));
		expect(nextIn(paused)).toBe(never);
	});
});

describe('data on the screen', () => {
	test('is read again after ten seconds', () => {
		const later = (ms: number) => ({now: now + ms, stillSince: now - minute});
		expect(started(reading(), later(10 * second - 1))).toEqual(['free']);
		expect(started(reading(), later(10 * second))).toEqual(['due']);
		expect(nextIn(reading(), {pace: {nextAt: never, debt: 0}})).toBe(10 * second);
	});

	test('has its empty rows filled once scrolling stops', () => {
		const empty = reading({deployments: {table: new Map()}});
		expect(started(empty, {stillSince: now - 399})).toEqual(['free']);
		expect(nextIn(empty, {stillSince: now - 399, pace: {nextAt: never, debt: 0}})).toBe(1);
		expect(started(empty, {stillSince: now - 400})).toEqual(['planned a']);
	});

	test('has its rows filled again after everything was refreshed', () => {
		expect(started(reading({rowsMs: second, polling: {allRefreshedAt: now}}))).toEqual(['planned a']);
	});

	test('waits while four background reads are in flight', () => {
		const state = reading({pageMs: minute});
		expect(started(state, {flights: flying('planned', 'due', 'planned', 'planned')})).toEqual([]);
		expect(started(state, {flights: flying('planned', 'due', 'planned')})).toEqual(['due']);
		expect(started(state, {flights: flying('awaited', 'awaited', 'awaited', 'awaited')})).toEqual(['due']);
	});

	test('that has been due for longest goes first', () => {
		const watch = {projectId: 'w', deploymentId: undefined, project: plain`w`, isMine: false};
		const watched = (pageMs: number) => reading({pageMs, presence: {watches: new Map([['w', watch]])}});
		expect(started(watched(minute))).toEqual(['due w']);
		const table = new Map(watched(0).deployments.table).set('w', newestRead(undefined, now - 61 * second));
		const late = (pageMs: number) => ({...watched(pageMs), deployments: {...watched(0).deployments, table}});
		expect(started(late(10.5 * second))).toEqual(['due w']);
		expect(started(late(minute))).toEqual(['due']);
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
		expect([started(failing(3000, 0)), nextIn(failing(3000, 0))]).toEqual([['free'], pauseMs]);
		expect(started(failing(3000, 3000))).toEqual(['awaited']);
	});

	test('is not retried before its interval is over', () => {
		const error = new ApiError('E_SERVER', 'no', {phase: 'maybe-executed'});
		const failure = {error, at: now - minute, count: 1, since: now - minute};
		const state = reading({polling: {failures: new Map([[readKey(firstPage), failure]])}});
		expect(nextIn(state, {pace: {nextAt: never, debt: 0}})).toBe(10 * second);
	});

	test('that nobody waits for leaves room for twenty others before it is made a third time', () => {
		const error = new ApiError('E_SERVER', 'no', {phase: 'maybe-executed'});
		const failure = (count: number) => ({error, at: now, count, since: now});
		const slow = {...connected().polling.throttle, rate: 6, rateAt: now};
		expect(spacedRetryAt(failure(1), slow)).toBe(retryAt(failure(1)));
		expect(spacedRetryAt(failure(2), slow)).toBe(now + 200 * second);
		expect(spacedRetryAt(failure(2), connected().polling.throttle)).toBe(now + 20 * second);

		const latest = readKey({connectionId: 0, kind: 'latest', projectId: 'a'});
		const rest = new Map([...reading().deployments.table].filter(([id]) => id !== 'a'));
		const failing = (count: number) =>
			reading({
				pageMs: -10 * minute,
				deployments: {table: rest},
				polling: {throttle: slow, failures: new Map([[latest, failure(count)]])},
			});
		expect(nextIn(failing(1))).toBe(retryAt(failure(1)) - now);
		expect(nextIn(failing(2))).toBe(200 * second);
		expect(started(failing(2), {now: now + 200 * second})).toEqual(['planned a']);
	});
});

test.each([
	[0, 'w'],
	[3, 'w'],
	[4, undefined],
])(
	'if the most urgent read has failed %d times while the service is unusable, the next one is for %s',
	(count, projectId) => {
		const error = new ApiError('E_SERVER', 'no', {phase: 'maybe-executed'});
		const watch = {projectId: 'w', deploymentId: undefined, project: plain`w`, isMine: false};
		const failure = {error, at: now - minute, count, since: now - 2 * minute};
		const key = readKey({connectionId: 0, kind: 'latest', projectId: 'w'});
		const outage = {since: now - 2 * minute, at: now - minute};
		const state = reading({
			presence: {watches: new Map([['w', watch]])},
			polling: {
				failures: new Map(count > 0 ? [[key, failure]] : []),
				throttle: {...connected().polling.throttle, outage, failing: outage},
			},
		});
		const {start} = pollPlan(state, occupied());
		expect(start.map(({request}) => ('projectId' in request ? request.projectId : undefined))).toEqual([projectId]);
	},
);

test('a window that does not read leaves it to another one to find out whether the service is back', () => {
	const outage = {since: now - 2 * minute, at: now - minute};
	const throttle = {...connected().polling.throttle, outage, failing: outage};
	const state = reading({pageMs: minute, polling: {throttle}});
	expect(started(state)).toEqual(['due']);
	const others = {...noOtherWindows, isReader: false};
	expect(pollPlan(state, occupied({others}))).toEqual({start: [], isFree: false, nextAt: never});
});

describe('following all deployments', () => {
	const following = (changes: Parameters<typeof reading>[0] = {}): State => {
		const state = reading(changes);
		return {...state, presence: {...state.presence, rules: {...state.presence.rules, scope: 'any'}}};
	};
	const unfinished = (pageMs: number, changes = {}): State => {
		const state = following(changes);
		const {list} = state.projects;
		const pages = list.pages.map(each => ({...each, nextCursor: 'next', readAt: now - pageMs}));
		const position = {...state.projects.position, top: 0};
		return {...state, projects: {...state.projects, position, view: undefined, list: {...list, pages, end: 'open'}}};
	};
	const elsewhere = {interface: {screens: [{name: 'activity' as const, position: startPosition}]}};

	test('reads the next page of projects every other time', () => {
		expect(started(unfinished(1999, elsewhere))).toEqual(['free']);
		expect(started(unfinished(2000, elsewhere))).toEqual(['due']);
	});

	test('pauses with polling', () => {
		expect(nextIn(following({polling: {isPaused: true}}))).toBe(never);
		expect(started(unfinished(minute, {...elsewhere, polling: {isPaused: true}}))).toEqual([]);
	});
});
