import {describe, expect, test} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import {startPosition} from '../../../src/store/model/position.ts';
import {readKey} from '../../../src/store/model/requests/read-request.ts';
import {retryAt, spacedRetryAt} from '../../../src/store/polling/intervals.ts';
import {nextReads} from '../../../src/store/polling/next-reads.ts';
import {keysOnScreen} from '../../../src/store/polling/wants.ts';
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
	started,
} from '../../kit/fixtures/moment.ts';
import {alphabet} from '../../kit/fixtures/project-pages.ts';

describe('nothing is read', () => {
	const nothing = {start: [], isFree: false, nextAt: never};

	test('without a connection', () => {
		const state = initialState({columns: 80, rows: 24}, []);
		expect(nextReads(state, occupied())).toEqual(nothing);
		expect(keysOnScreen(state)).toEqual(new Set());
	});

	test('during a quiet period, but due reads start at its end', () => {
		const quiet = (until: number) =>
			connected({polling: {throttle: {...connected().polling.throttle, quietUntil: now + until}}});
		expect([started(quiet(1)), nextIn(quiet(1))]).toEqual([[], 1]);
		expect(keysOnScreen(quiet(1))).toEqual(new Set([readKey(firstPage)]));
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
			inFlight: flying('due', 'ordered', 'fill', 'ordered'),
			paceAt: now + minute,
		};
		expect(started(connected(), activity)).toEqual(['awaited']);
		expect(nextReads(connected(), occupied()).start).toMatchObject([{request: firstPage, reason: 'awaited'}]);
		expect(keysOnScreen(connected())).toEqual(new Set([readKey(firstPage)]));
	});

	test('is not started twice', () => {
		expect(started(connected(), {inFlight: new Map([[readKey(firstPage), 'awaited']])})).toEqual(['free']);
	});

	test('starts while polling is paused', () => {
		expect(started(connected({polling: {isPaused: true}}))).toEqual(['awaited']);
		const paused = reading({pageMs: minute, rowsMs: 10 * minute, polling: {isPaused: true}});
		expect(started(paused)).toEqual([]);
		expect(keysOnScreen(paused)).toEqual(new Set([readKey(firstPage)]));
		expect(nextIn(paused)).toBe(never);
	});
});

describe('data on the screen', () => {
	test('is read again after ten seconds', () => {
		const later = (ms: number) => ({now: now + ms, stillSince: now - minute});
		expect(started(reading(), later(10 * second - 1))).toEqual(['free']);
		expect(started(reading(), later(10 * second))).toEqual(['due']);
		expect(nextIn(reading(), {paceAt: never})).toBe(10 * second);
	});

	test('has its empty rows filled once scrolling stops', () => {
		const empty = reading({deployments: {table: new Map()}});
		expect(started(empty, {stillSince: now - 399})).toEqual(['free']);
		expect(nextIn(empty, {stillSince: now - 399, paceAt: never})).toBe(1);
		expect(started(empty, {stillSince: now - 400})).toEqual(['ordered a']);
	});

	test('has its rows filled again after everything was refreshed', () => {
		expect(started(reading({rowsMs: second, polling: {allRefreshedAt: now}}))).toEqual(['ordered a']);
	});

	test('waits while four background reads are in flight', () => {
		const state = reading({pageMs: minute});
		expect(started(state, {inFlight: flying('ordered', 'due', 'ordered', 'ordered')})).toEqual([]);
		expect(started(state, {inFlight: flying('ordered', 'due', 'ordered')})).toEqual(['due']);
		expect(started(state, {inFlight: flying('awaited', 'awaited', 'awaited', 'awaited')})).toEqual(['due']);
	});

	test('that has been due for longest goes first', () => {
		const state = alphabet(4);
		const pages = state.pages.map((each, at) => ({...each, readAt: now - minute * (at + 1)}));
		const shown = connected({projects: {list: {...state, pages, end: 'reached'}}});
		expect(nextReads(shown, occupied()).start.map(({request}) => 'cursor' in request && request.cursor)).toEqual([
			pages.at(-1)?.cursor,
		]);
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
		expect(nextIn(state, {paceAt: never})).toBe(10 * second);
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
		expect(started(failing(2), {now: now + 200 * second})).toEqual(['ordered a']);
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
		const failure = {error, at: now - minute, count, since: now - 2 * minute};
		const open = {projectId: 'w', deploymentId: 'd'};
		const key = readKey({connectionId: 0, kind: 'deployment', ...open});
		const outage = {since: now - 2 * minute, at: now - minute};
		const state = reading({
			interface: {screens: [{name: 'deployment', ...open, top: 0}]},
			polling: {
				failures: new Map(count > 0 ? [[key, failure]] : []),
				throttle: {...connected().polling.throttle, outage, failing: outage},
			},
		});
		const {start} = nextReads(state, occupied());
		expect(start.map(({request}) => ('projectId' in request ? request.projectId : undefined))).toEqual([projectId]);
	},
);

test('a paused window does not find out whether the service is back', () => {
	const outage = {since: now - 2 * minute, at: now - minute};
	const throttle = {...connected().polling.throttle, outage, failing: outage};
	const state = reading({pageMs: minute, polling: {throttle}});
	expect(started(state)).toEqual(['due']);
	const paused = {...state, polling: {...state.polling, isPaused: true}};
	expect(nextReads(paused, occupied())).toEqual({start: [], isFree: false, nextAt: never});
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
