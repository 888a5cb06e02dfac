import {describe, expect, test} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import {readKey} from '../../../src/store/model/requests/read-request.ts';
import {idleAt, probeAt, type Throttle} from '../../../src/store/model/requests/throttle.ts';
import {nextTryAt} from '../../../src/store/polling/freshness.ts';
import {keysOnScreen} from '../../../src/store/polling/wants.ts';
import {reduce} from '../../../src/store/reducers/reduce.ts';
import type {State} from '../../../src/store/state/state.ts';
import {
	connected,
	firstPage,
	flying,
	minute,
	never,
	nextIn,
	now,
	reading,
	second,
	started,
} from '../../kit/fixtures/moment.ts';
import {alphabet} from '../../kit/fixtures/project-pages.ts';

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

	test('of none leaves only what the user waits for', () => {
		const none = connected({}, 0);
		expect(started(none)).toEqual(['awaited']);
		const read = {...late, polling: {...late.polling, throttle: none.polling.throttle}};
		expect([started(read), nextIn(read)]).toEqual([[], never]);
		expect(started({...read, deployments: {...read.deployments, table: new Map()}})).toEqual([]);
	});
});

test('rows that moved on a page off the screen are read again two reads after the latest page, while somebody looks', () => {
	const list = alphabet(40);
	const position = {id: undefined, index: 30, top: 30, newAbove: []};
	const outdated = (agoMs: number, isFocused = true) => {
		const pages = list.pages.map((each, at) => ({...each, readAt: now - agoMs, isOutdated: at === 7}));
		return connected({projects: {list: {...list, pages, end: 'reached'}, position}, presence: {isFocused}});
	};
	expect(started(outdated(1999), {stillSince: now})).toEqual(['free']);
	expect(started(outdated(2000), {stillSince: now})).toEqual(['due']);
	expect(started(outdated(2000, false), {stillSince: now})).toEqual(['free']);
});

describe('a failing service', () => {
	const troubled = (lastedMs: number, agoMs: number) => ({since: now - agoMs - lastedMs, at: now - agoMs});
	const away = (lastedMs: number, agoMs: number): Throttle => {
		const outage = troubled(lastedMs, agoMs);
		return {...connected().polling.throttle, outage, failing: outage};
	};
	const overloaded = (lastedMs: number, agoMs: number): Throttle => ({
		...connected().polling.throttle,
		overload: troubled(lastedMs, agoMs),
	});
	const late = (throttle: State['polling']['throttle']) =>
		reading({pageMs: minute, rowsMs: 10 * minute, polling: {throttle}});

	test('gets one request after the backoff if it is unreachable', () => {
		const pauseMs = probeAt(away(4000, 0)) - now;
		expect(pauseMs).toBeGreaterThanOrEqual(2000);
		expect([started(late(away(4000, 0))), nextIn(late(away(4000, 0)))]).toEqual([[], pauseMs]);
		expect(started(late(away(4000, 4000)))).toEqual(['due']);
	});

	test('gets one request at once for what the user waits for, even if it is unreachable', () => {
		const asked = connected({polling: {throttle: away(4000, 0)}});
		expect(started(asked)).toEqual(['awaited']);
		const error = new ApiError('E_CONNECT', 'no', {phase: 'not-sent'});
		const failed = {
			...asked,
			polling: {
				...asked.polling,
				failures: new Map([[readKey(firstPage), {error, at: now - minute, count: 1, since: now - minute}]]),
			},
		};
		expect(started(failed)).toEqual([]);
		// The countdown on the screen matches the plan.
		for (const failure of failed.polling.failures.values())
			expect(nextTryAt(failed, failure) - now).toBe(nextIn(failed));
		expect(started({...failed, polling: {...failed.polling, throttle: away(4000, 4000)}})).toEqual(['awaited']);
		expect(started(asked, {inFlight: flying('awaited')})).toEqual([]);
	});

	test('gets no further request while the probe is in flight', () => {
		const state = late(away(4000, 4000));
		expect([started(state, {inFlight: flying('awaited')}), nextIn(state, {inFlight: flying('awaited')})]).toEqual([
			[],
			never,
		]);
		expect(keysOnScreen(state)).toEqual(new Set([readKey(firstPage)]));
	});

	test('gets nothing that is not on the screen for a while if it is overloaded', () => {
		const pauseMs = idleAt(overloaded(4000, 0)) - now;
		expect(pauseMs).toBeGreaterThanOrEqual(2000);
		expect(started(late(overloaded(4000, 0)))).toEqual(['due']);
		const calm = reading({polling: {throttle: overloaded(4000, 0)}});
		expect([started(calm), nextIn(calm)]).toEqual([[], pauseMs]);
	});

	test('then gets one such read at a time while it is overloaded', () => {
		const calm = reading({polling: {throttle: overloaded(4000, 4000)}});
		expect(started(calm)).toEqual(['free']);
		expect(started(calm, {inFlight: flying('ordered')})).toEqual([]);
		expect(started(calm, {inFlight: flying('due')})).toEqual(['free']);
	});

	test('is asked again whatever the budget when its backoff is over', () => {
		const failing = {...connected().polling.throttle, failing: troubled(4000, 4000)};
		expect(started(late(failing), {paceAt: now + minute})).toEqual(['due']);
	});
});
