import {describe, expect, test} from 'vitest';
import {ApiError, type ErrorCode} from '../../../src/api/errors.ts';
import {startPosition} from '../../../src/store/model/position.ts';
import {readKey} from '../../../src/store/model/requests/read-request.ts';
import {createThrottle, idleAt, probeAt} from '../../../src/store/model/requests/throttle.ts';
import {isAskedFor, nextReads} from '../../../src/store/polling/read-schedule.ts';
import {keysOnScreen} from '../../../src/store/polling/wants.ts';
import {reduce} from '../../../src/store/reducers/reduce.ts';
import {nextTryAt, probingAt, retryAt, spacedRetryAt} from '../../../src/store/state/retries.ts';
import {initialState, type State} from '../../../src/store/state/state.ts';
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
import {alphabet} from '../../kit/fixtures/project-pages.ts';
import type {StateChanges} from '../../kit/fixtures/state-changes.ts';

describe('nothing is read', () => {
	const nothing = {start: [], nextAt: never};

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

/** The state after so many background requests were sent, `agoMs` before now. */
const afterSending = (state: State, count: number, agoMs: number): State =>
	Array.from({length: count}).reduce<State>(
		before => reduce(before, {type: 'request-sent', sent: {at: now - agoMs, isBackground: true}}),
		state,
	);

describe('the budget', () => {
	const late = reading({pageMs: minute});
	const paced = (inMs: number) => ({paceAt: now + inMs});

	test('spaces all reads that the user does not wait for', () => {
		expect(started(late)).toEqual(['due']);
		expect(started(late, paced(1))).toEqual([]);
		expect(nextIn(late, paced(1))).toBe(1);
		expect(started(connected(), paced(1))).toEqual(['awaited']);
	});

	test('goes to the order of reads when nothing is due', () => {
		expect(started(reading())).toEqual(['free']);
		expect(started(reading(), paced(1))).toEqual([]);
		expect(nextIn(reading(), paced(1))).toBe(1);
	});

	test('goes to empty rows first, which are filled faster while enough of it is left for other reads', () => {
		const empty = reading({deployments: {table: new Map()}});
		expect(started(empty)).toEqual(['ordered a']);
		expect(started(afterSending(empty, 39, second), paced(1000))).toEqual(['fill a']);
		expect(started(afterSending(empty, 40, second), paced(1000))).toEqual([]);
		expect(started(afterSending(empty, 1, 100), paced(1000))).toEqual([]);
		expect(nextIn(afterSending(empty, 1, 100), paced(1000))).toBe(30);
	});
});

describe('a list whose rows have moved', () => {
	const list = alphabet(40);
	/** A list that is read again, up to a page that was requested `agoMs` ago. */
	const sweeping = (count: number, agoMs: number, isFocused = true) => {
		const {rows, pages, next, end} = alphabet(count);
		const read = {rows, next, end, pages: pages.map(each => ({...each, readAt: now - agoMs}))};
		const sweep = {...read, startedAt: now - minute, isRefused: false, isWhole: true, unreadable: 0};
		const current = list.pages.map(each => ({...each, readAt: now}));
		return connected({
			projects: {list: {...list, pages: current, end: 'reached', sweep}},
			presence: {isFocused},
		});
	};

	test('is read again at once, within the budget', () => {
		expect(started(sweeping(9, 0), {stillSince: now})).toEqual(['awaited']);
		const [start] = nextReads(sweeping(9, 0), occupied()).start;
		expect(start && isAskedFor(start, sweeping(9, 0), now)).toBe(false);
	});

	test('is read again as every other read if it is long, while somebody looks', () => {
		expect(started(sweeping(10, 1999), {stillSince: now})).toEqual(['free']);
		expect(started(sweeping(10, 2000), {stillSince: now})).toEqual(['due']);
		expect(started(sweeping(10, 2000, false), {stillSince: now})).toEqual(['free']);
	});
});

/** A state whose three rows are empty. */
const empty = (changes: StateChanges = {}) => reading({pageMs: -minute, deployments: {table: new Map()}, ...changes});

const spent = {paceAt: now + minute};

describe('filling empty rows', () => {
	test('does not wait for the even pace', () => {
		expect(started(empty(), spent)).toEqual(['fill a']);
		expect(started(reading({pageMs: -minute}), spent)).toEqual([]);
	});

	test('leaves a pause after a read that is about to be sent', () => {
		expect([started(empty(), {...spent, unsent: 1}), nextIn(empty(), {...spent, unsent: 1})]).toEqual([[], 130]);
	});

	test('uses at most six connections, besides those of the reads that the user waits for', () => {
		const five = ['ordered', 'due', 'fill', 'fill', 'fill'] as const;
		expect(started(empty(), {...spent, inFlight: flying(...five, 'awaited')})).toEqual(['fill a']);
		expect(started(empty(), {...spent, inFlight: flying(...five, 'fill')})).toEqual([]);
	});
});

describe('the next time to look', () => {
	test('comes when a page on the screen falls due', () => {
		expect(nextIn(reading(), {paceAt: never})).toBe(10 * second);
		expect(nextIn(reading({pageMs: -9 * minute}), {paceAt: never})).toBe(9 * minute + 10 * second);
	});

	test('does not come at once for a read that has to wait for the budget or a connection', () => {
		expect(nextIn(reading({pageMs: 10 * second}), spent)).toBe(minute);
		const inFlight = flying('ordered', 'due', 'ordered', 'ordered');
		expect(nextIn(reading({pageMs: minute}), {inFlight})).toBe(never);
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
		expect([started(failing(3000, 0)), nextIn(failing(3000, 0), {paceAt: never})]).toEqual([['free'], pauseMs]);
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

		const latest = readKey({connectionId: 0, kind: 'deployments', projectId: 'a'});
		const rest = new Map([...reading().deployments.table].filter(([id]) => id !== 'a'));
		const failing = (count: number) =>
			reading({
				pageMs: -10 * minute,
				deployments: {table: rest},
				polling: {throttle: slow, failures: new Map([[latest, failure(count)]])},
			});
		expect(nextIn(failing(1), {paceAt: never})).toBe(retryAt(failure(1)) - now);
		expect(nextIn(failing(2), {paceAt: never})).toBe(200 * second);
		expect(started(failing(2), {now: now + 200 * second})).toEqual(['ordered a']);
	});
});

const outage = {since: now - 60 * minute, at: now};
const throttle = {...createThrottle(60), outage, failing: outage};
const probeInMs = probeAt(throttle) - now;

const down = (changes: StateChanges & {pageMs?: number} = {}): State =>
	reading({...changes, polling: {throttle, ...changes.polling}});

/** The failures of a read at `at`. */
const failed = (projectId: string | undefined, code: ErrorCode = 'E_CONNECT', count = 1, at = now) => {
	const error = new ApiError(code, 'no', {phase: 'not-sent'});
	const request = projectId === undefined ? firstPage : {connectionId: 0, kind: 'deployments' as const, projectId};
	return [readKey(request), {error, at, count, since: at}] as const;
};

const watches = (ids: string) =>
	new Map([...ids].map(id => [id, {projectId: id, deploymentId: undefined, project: plain`x`, isMine: false}]));

describe('while the service is down', () => {
	test('nothing is read before the next probe', () => {
		expect(nextReads(down({pageMs: minute}), occupied())).toEqual({start: [], nextAt: now + probeInMs});
		expect(started(down({pageMs: minute}), {now: now + probeInMs})).toEqual(['due']);
		expect(started(down({pageMs: 10 * second - probeInMs}), {now: now + probeInMs})).toEqual(['due']);
	});

	test('a read that the user waits for is tried once at once', () => {
		const waiting = (failures = new Map()) => connected({polling: {throttle, failures}});
		expect(started(waiting())).toEqual(['awaited']);
		const tried = waiting(new Map([failed(undefined)]));
		expect([started(tried), nextIn(tried)]).toEqual([[], probeInMs]);
		// The countdown on the screen says the same.
		const failure = tried.polling.failures.get(readKey(firstPage));
		expect(failure && nextTryAt(tried, failure)).toBe(now + probeInMs);
		expect(started(tried, {now: now + probeInMs})).toEqual(['awaited']);
	});

	test('one read is in flight at a time', () => {
		const waiting = connected({polling: {throttle}});
		expect(nextReads(waiting, occupied({inFlight: flying('due')}))).toEqual({start: [], nextAt: never});
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
		expect(nextReads(state, occupied({now: now + probeInMs}))).toEqual({start: [], nextAt: never});
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

describe('an overloaded service', () => {
	const overload = {since: now - minute, at: now};
	const throttle = {...createThrottle(60), overload};
	const restMs = idleAt(throttle) - now;
	const busy = (changes: StateChanges & {pageMs?: number} = {}) => reading({polling: {throttle}, ...changes});

	test('gets a pause before anything that is not due', () => {
		expect([started(busy()), nextIn(busy({pageMs: -9 * minute}))]).toEqual([[], restMs]);
		expect(started(busy({deployments: {table: new Map()}}))).toEqual([]);
		expect(started(busy({pageMs: -9 * minute}), {now: now + restMs})).toEqual(['free']);
	});

	test('gets what is due during that pause', () => {
		expect(started(busy({pageMs: minute}))).toEqual(['due']);
	});

	test('gets one read at a time that is not due', () => {
		const later = now + restMs;
		const fresh = busy({pageMs: -9 * minute});
		expect(started(fresh, {now: later, inFlight: flying('due', 'awaited')})).toEqual(['free']);
		expect(started(fresh, {now: later, inFlight: flying('due', 'ordered')})).toEqual([]);
		expect(started(fresh, {now: later, inFlight: flying('fill')})).toEqual([]);
		expect(started(reading({pageMs: -9 * minute}), {inFlight: flying('fill')})).toEqual(['free']);
	});
});

describe('while the service fails now and then', () => {
	const failing = {since: now - 4 * second, at: now};
	const throttle = {...createThrottle(60), failing};
	const probeInMs = probeAt(throttle) - now;
	const state = reading({pageMs: minute, polling: {throttle}});

	test('one read ignores the budget, to show whether it has recovered', () => {
		expect([started(state, spent), nextIn(state, spent)]).toEqual([[], probeInMs]);
		expect(started(state, {...spent, now: now + probeInMs})).toEqual(['due']);
		expect(started(state, {...spent, now: now + probeInMs, inFlight: flying('ordered')})).toEqual([]);
		expect(started(state, {paceAt: now})).toEqual(['due']);
	});

	test('unlike a service that works', () => {
		expect(started(reading({pageMs: minute}), {...spent, now: now + 30 * second})).toEqual([]);
	});
});

describe('reading on request only', () => {
	test('leaves rows empty and what is due unread', () => {
		const throttle = createThrottle(0);
		expect(started(empty({polling: {throttle}}))).toEqual([]);
		expect(nextIn(reading({pageMs: minute, polling: {throttle}}))).toBe(never);
		expect(started(connected({polling: {throttle}}))).toEqual(['awaited']);
	});
});

test('a window that reads on request waits for the end of a quiet period only if its user waits for a read', () => {
	const throttle = {...createThrottle(0), quietUntil: now + second};
	expect(nextIn(reading({pageMs: minute, polling: {throttle}}))).toBe(never);
	expect(nextIn(connected({polling: {throttle}}))).toBe(second);
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
