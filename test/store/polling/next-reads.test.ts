import {describe, expect, test} from 'vitest';
import {ApiError, type ErrorCode} from '../../../src/api/errors.ts';
import {startPosition} from '../../../src/store/model/position.ts';
import {type Read, readKey} from '../../../src/store/model/requests/read-request.ts';
import {createThrottle, idleAt, probeAt, type Throttle} from '../../../src/store/model/requests/throttle.ts';
import {type Activity, isAskedFor, nextReads} from '../../../src/store/polling/read-schedule.ts';
import {type Reason, visibleReads} from '../../../src/store/polling/wants.ts';
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

type Changes = StateChanges & {readonly pageMs?: number; readonly rowsMs?: number};

/** What is started in a state, in milliseconds from now if not now, and when to ask again if that is set. */
type Case = readonly [
	what: string,
	state: State,
	activity: Partial<Activity>,
	starts: readonly string[],
	nextInMs?: number,
];

const inMs = (ms: number) => ({now: now + ms});
const later = (ms: number, ...inFlight: readonly Reason[]) => ({now: now + ms, inFlight: flying(...inFlight)});
const paced = (ms: number) => ({paceAt: now + ms});
const spent = paced(minute);
const throttled = (changes: Partial<Throttle>, state: Changes = {}): State =>
	reading({...state, polling: {...state.polling, throttle: {...createThrottle(60), ...changes}}});
const empty = (changes: Changes = {}) => reading({pageMs: -minute, deployments: {table: new Map()}, ...changes});
const fresh = {pageMs: -9 * minute};
const late = reading({pageMs: minute});
const four = ['ordered', 'due', 'ordered', 'ordered'] as const;
const fourAwaited = ['awaited', 'awaited', 'awaited', 'awaited'] as const;
const onRequest = {polling: {throttle: createThrottle(0)}};
const quietOnRequest = {polling: {throttle: {...createThrottle(0), quietUntil: now + 1}}};
const oldRows = {rowsMs: second, polling: {allRefreshedAt: now}};

/** The state after so many background requests were sent, `agoMs` before now. */
const afterSending = (state: State, count: number, agoMs: number): State =>
	Array.from({length: count}).reduce<State>(
		before => reduce(before, {type: 'request-sent', sent: {at: now - agoMs, isBackground: true}}),
		state,
	);

const listOf = (projectId: string): Read => ({kind: 'deployments', projectId});

/** The failures of a read, the last of them now. */
const failed = (read: Read, code: ErrorCode = 'E_SERVER', {count = 1, since = now} = {}) =>
	[readKey(read), {error: new ApiError(code, 'no', {phase: 'maybe-executed'}), at: now, count, since}] as const;

const watches = (ids: string) =>
	new Map([...ids].map(id => [id, {projectId: id, deploymentId: undefined, project: plain`x`, isMine: false}]));

const open = {kind: 'deployment', projectId: 'w', deploymentId: 'd'} as const;
const onDeployment = {interface: {screens: [{name: 'deployment' as const, projectId: 'w', deploymentId: 'd', top: 0}]}};

/** A list that is read again, up to a page that was requested `agoMs` ago. */
function sweeping(count: number, agoMs: number, isFocused = true): State {
	const {rows, pages, next, end} = alphabet(count);
	const read = {rows, next, end, pages: pages.map(each => ({...each, readAt: now - agoMs}))};
	const sweep = {...read, startedAt: now - minute, isRefused: false, isWhole: true, unreadable: 0};
	const list = alphabet(40);
	const current = list.pages.map(each => ({...each, readAt: now}));
	return connected({projects: {list: {...list, pages: current, end: 'reached', sweep}}, presence: {isFocused}});
}

/** The user follows all deployments on a screen without reads, of a list with another page; its last one was read `pageMs` ago. */
function following(pageMs: number, isPaused = false): State {
	const state = reading({polling: {isPaused}, interface: {screens: [{name: 'activity', position: startPosition}]}});
	const pages = state.projects.list.pages.map(each => ({...each, readAt: now - pageMs}));
	const list = {...state.projects.list, pages, end: 'open' as const};
	const presence = {...state.presence, rules: {...state.presence.rules, scope: 'any' as const}};
	return {...state, presence, projects: {...state.projects, list}};
}

const outage = {since: now - 60 * minute, at: now};
const down = {...createThrottle(60), outage, failing: outage};
const probeMs = probeAt(down) - now;

/** The changes of a state whose service is down, with these failures. */
const whenDown = (changes: Changes = {}, ...failures: ReadonlyArray<ReturnType<typeof failed>>): Changes => ({
	...changes,
	polling: {throttle: down, failures: new Map(failures), ...changes.polling},
});
const watching = {presence: {watches: watches('vw')}};
const paused = {polling: {isPaused: true}};
const overload = {since: now - minute, at: now};
const rested = throttled({overload}, fresh);
const restMs = idleAt({...createThrottle(60), overload}) - now;
const failing = {since: now - 4 * second, at: now};
const unsteady = throttled({failing}, {pageMs: minute});
const failingProbeMs = probeAt({...createThrottle(60), failing}) - now;

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
const keyProbeMs = (probingAt(refused(late)) ?? 0) - now;

const unfinishedRetry = failed(firstPage, 'E_SERVER', {count: 2, since: now - 3000});
const unfinished = connected({polling: {failures: new Map([unfinishedRetry])}});
const retryMs = retryAt(unfinishedRetry[1]) - now;
const slow = {...createThrottle(60), rate: 6, rateAt: now};
const failingRow = (count: number) => {
	const table = new Map([...reading().deployments.table].filter(([id]) => id !== 'a'));
	const failures = new Map([failed(listOf('a'), 'E_SERVER', {count})]);
	return reading({pageMs: -10 * minute, deployments: {table}, polling: {throttle: slow, failures}});
};

describe.each<readonly [string, readonly Case[]]>([
	[
		'what the user waits for',
		[
			['is nothing without a connection', initialState({columns: 80, rows: 24}, []), {}, [], never],
			['starts at once', connected(), {...spent, inFlight: flying(...four)}, ['awaited']],
			['is not started twice', connected(), {inFlight: new Map([[readKey(firstPage), 'awaited']])}, ['free']],
			['starts while polling is paused', connected({polling: {isPaused: true}}), {}, ['awaited']],
			['starts with no budget', connected(onRequest), {}, ['awaited']],
			['is all that starts then', empty(onRequest), {}, [], never],
			['is all that starts while paused', reading({pageMs: minute, polling: {isPaused: true}}), {}, [], never],
		],
	],
	[
		'a quiet period',
		[
			['is waited for', throttled({quietUntil: now + 1}, {pageMs: minute}), {}, [], 1],
			['ends', throttled({quietUntil: now}, {pageMs: minute}), {}, ['due']],
			['is not waited for if nobody waits', reading(quietOnRequest), {}, [], never],
			['is waited for if the user waits', connected(quietOnRequest), {}, [], 1],
		],
	],
	[
		'what is on the screen',
		[
			['is not yet due', reading(), inMs(10 * second - 1), ['free']],
			['is due after ten seconds', reading(), inMs(10 * second), ['due']],
			['is waited for', reading(), {paceAt: never}, [], 10 * second],
			['has its empty rows read once scrolling stops', empty(), {stillSince: now - 400}, ['ordered a']],
			['has none read before', empty(), {stillSince: now - 399}, ['free'], 1],
			['has its rows read after a refresh of everything', reading(oldRows), {}, ['ordered a']],
			['waits for a connection', late, {inFlight: flying(...four)}, [], never],
			['gets the fourth', late, {inFlight: flying(...four.slice(1))}, ['due']],
			['does not wait for what the user waits for', late, {inFlight: flying(...fourAwaited)}, ['due']],
			['keeps the even pace', late, paced(1), [], 1],
			['leaves the rest to the order of reads', reading(), {}, ['free'], 250],
			['which keeps the even pace too', reading(), paced(1), [], 1],
		],
	],
	[
		'an empty row',
		[
			['does not wait for the even pace', afterSending(empty(), 39, second), paced(1000), ['fill a']],
			['waits for it if little of the budget is left', afterSending(empty(), 40, second), paced(1000), [], 1000],
			['leaves a pause after the last request', afterSending(empty(), 1, 100), paced(1000), [], 30],
			['leaves a pause after one that is about to be sent', empty(), {...spent, unsent: 1}, [], 130],
			['gets the sixth connection', empty(), {...spent, inFlight: flying(...four, 'fill', 'awaited')}, ['fill a']],
			['gets no seventh', empty(), {...spent, inFlight: flying(...four, 'fill', 'fill')}, []],
		],
	],
	[
		'a long list',
		[
			['whose rows have moved is read again at once', sweeping(9, 0), {stillSince: now}, ['awaited']],
			['is read every other time from ten pages on', sweeping(10, 1999), {stillSince: now}, ['free']],
			['is then due', sweeping(10, 2000), {stillSince: now}, ['due']],
			['is not read while nobody looks', sweeping(10, 2000, false), {stillSince: now}, ['free']],
			['is not due while all deployments are followed', following(1999), {}, ['free']],
			['is then due, every other time', following(2000), {}, ['due']],
			['is not read while polling is paused', following(minute, true), {}, [], never],
		],
	],
	[
		'a failed read',
		[
			['waits for its backoff', unfinished, {paceAt: never}, [], retryMs],
			['leaves the turn to others', unfinished, {}, ['free']],
			['is retried', unfinished, inMs(retryMs), ['awaited']],
			['of a row is retried once', failingRow(1), {paceAt: never}, [], retryAt(failed(listOf('a'))[1]) - now],
			['of a row is then retried after twenty others', failingRow(2), {paceAt: never}, [], 200 * second],
		],
	],
	[
		'a service that is down',
		[
			['gets nothing before the next probe', reading(whenDown({pageMs: minute})), {}, [], probeMs],
			['gets one then', reading(whenDown({pageMs: 2 * minute, ...watching})), inMs(probeMs), ['due']],
			['gets what the user waits for once', connected(whenDown()), {}, ['awaited']],
			['gets it again with the probe', connected(whenDown({}, failed(firstPage))), {}, [], probeMs],
			['gets one at a time', connected(whenDown()), {inFlight: flying('due')}, [], never],
			[
				'gets what failed least',
				reading(whenDown({...fresh, ...watching}, failed(firstPage), failed(listOf('v')))),
				inMs(probeMs),
				['fill w'],
			],
			['gets the first page if nothing is due', reading(whenDown(fresh)), inMs(probeMs), ['due']],
			[
				'gets the first page if what is open fails',
				reading(whenDown(onDeployment, failed(open))),
				inMs(probeMs),
				['due'],
			],
			[
				'gets only what the user waits for while paused',
				connected(whenDown({...onDeployment, ...paused}, failed(open))),
				inMs(probeMs),
				['awaited'],
			],
			['gets nothing else then', reading(whenDown({pageMs: minute, ...paused})), inMs(probeMs), [], never],
		],
	],
	[
		'a service that refuses the key',
		[
			['is tried about once a minute', refused(late), {}, [], keyProbeMs],
			['is tried then', refused(late), inMs(keyProbeMs), ['due']],
			['is tried then if nothing is due', refused(reading(fresh)), inMs(keyProbeMs), ['due']],
			['is tried at once for what was never read', refused(connected()), {}, ['awaited']],
			['is tried after a refresh', refreshed(now - 999), {}, ['awaited']],
			['is not tried for one before the refusal', refreshed(now - 1000), {}, []],
			['is not tried twice for one', refreshed(now - 999, new Map([failed(firstPage, 'E_AUTH')])), {}, []],
		],
	],
	[
		'an overloaded service',
		[
			['gets a pause', rested, {}, [], restMs],
			['gets no empty rows either', throttled({overload}, {deployments: {table: new Map()}}), {}, []],
			['gets what is due', throttled({overload}, {pageMs: minute}), {}, ['due']],
			['gets the rest after the pause', rested, inMs(restMs), ['free']],
			['gets it one at a time', rested, later(restMs, 'due', 'ordered'), []],
			['gets it besides what is due', rested, later(restMs, 'due', 'awaited'), ['free']],
		],
	],
	[
		'a service that fails now and then',
		[
			['gets one read before the even pace', unsteady, spent, [], failingProbeMs],
			['which shows whether it has recovered', unsteady, {...spent, ...inMs(failingProbeMs)}, ['due']],
			['gets only one', unsteady, {...spent, ...later(failingProbeMs, 'ordered')}, []],
			['unlike one that works', late, {...spent, ...inMs(30 * second)}, []],
		],
	],
])('%s', (_noun, cases) => {
	for (const [what, state, activity, starts, nextInMs] of cases) {
		test(what, () => {
			expect(started(state, activity)).toEqual(starts);
			if (nextInMs !== undefined) expect(nextIn(state, activity)).toBe(nextInMs);
		});
	}
});

test('the page that has been due for longest goes first', () => {
	const list = alphabet(4);
	const pages = list.pages.map((each, at) => ({...each, readAt: now - minute * (at + 1)}));
	const {start} = nextReads(connected({projects: {list: {...list, pages, end: 'reached'}}}), occupied());
	expect(start).toMatchObject([{read: {kind: 'projects', cursor: pages.at(-1)?.cursor}}]);
});

test('a list whose rows have moved is read again within the budget', () => {
	const [start] = nextReads(sweeping(9, 0), occupied()).start;
	expect(start && isAskedFor(start, sweeping(9, 0), now)).toBe(false);
});

test('what is on the screen is not aborted, whatever keeps it from being read', () => {
	const keysOf = (state: State) => visibleReads(state).map(({read}) => readKey(read));
	expect(keysOf(connected())).toEqual([readKey(firstPage)]);
	expect(keysOf(throttled({quietUntil: now + 1}))).toEqual([readKey(firstPage)]);
	expect(keysOf(initialState({columns: 80, rows: 24}, []))).toEqual([]);
});

test('the countdown on the screen ends with the probe that tries again', () => {
	const [key, failure] = failed(firstPage);
	const state = connected(whenDown({}, [key, failure]));
	expect(nextTryAt(state, failure)).toBe(now + probeMs);
	expect(started(state, inMs(probeMs))).toEqual(['awaited']);
});

test('a failed read that nobody waits for leaves room for twenty others before it is made a third time', () => {
	const [, once] = failed(listOf('a'));
	expect(spacedRetryAt(once, slow)).toBe(retryAt(once));
	expect(spacedRetryAt({...once, count: 2}, slow)).toBe(now + 200 * second);
	expect(spacedRetryAt({...once, count: 2}, createThrottle(60))).toBe(now + 20 * second);
});
