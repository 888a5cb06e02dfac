import {describe, expect, test} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import type {Project} from '../../../src/api/types.ts';
import {hintOf} from '../../../src/store/model/deployments/newest-deployments.ts';
import {pageArrived} from '../../../src/store/model/projects/project-pages.ts';
import {readKey} from '../../../src/store/model/requests/read-request.ts';
import {idleAt, probeAt, type Throttle} from '../../../src/store/model/requests/throttle.ts';
import {nextTryAt} from '../../../src/store/polling/freshness.ts';
import {pollPlan} from '../../../src/store/polling/poll-plan.ts';
import type {State} from '../../../src/store/state/state.ts';
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
import {alphabet, listed, page} from '../../kit/fixtures/project-pages.ts';
import {type StateChanges, withChanges} from '../../kit/fixtures/state-changes.ts';
import {newestRead} from '../../kit/fixtures/table.ts';

describe('the budget per minute', () => {
	const late = reading({pageMs: minute, rowsMs: 10 * minute});

	test('covers all reads that the user does not wait for', () => {
		expect(started(late, {spent: spentOn('warm', 59)})[0]).toBe('warm');
		expect(started(late, {spent: spentOn('warm', 59)})).toHaveLength(1);
		expect(started(late, {spent: spentOn('warm', 60)})).toEqual([]);
		expect(started(late, {spent: [...spentOn('hot', 30), ...spentOn('rows', 30)]})).toEqual([]);
		expect(started(late, {spent: spentOn('awaited', 60)})).toHaveLength(2);
	});

	test('allows the next read a minute after the oldest one', () => {
		expect(nextIn(late, {spent: spentOn('warm', 60)})).toBe(minute - second - 59 * 100);
		expect(nextIn(late, {spent: spentOn('warm', 62)})).toBe(minute - second - 59 * 100);
		expect(started(late, {spent: spentOn('warm', 60, minute)})).toHaveLength(2);
		expect(started(late, {spent: spentOn('warm', 60, -second * 7)})).toHaveLength(2);
	});

	test('allows seven tenths for rows', () => {
		expect(started(late, {spent: spentOn('rows', 41)})).toHaveLength(2);
		expect(started(late, {spent: spentOn('rows', 42)})).toEqual(['warm']);
		expect(nextIn(late, {spent: spentOn('rows', 42)})).toBe(minute - second - 41 * 100);
	});

	test('allows at least one read, however small it is', () => {
		const small = {...late, polling: {...late.polling, throttle: connected({}, 1).polling.throttle}};
		expect(started(small)).toEqual(['warm']);
		expect(started(small, {spent: spentOn('hot', 1)})).toEqual([]);
		expect(started(small, {spent: spentOn('hot', 1, minute)})).toEqual(['warm']);
	});
});

describe('data off the screen', () => {
	const known = (rows: readonly Project[], ageMs: (at: number) => number) =>
		new Map(rows.map((row, at) => [row.id, newestRead(undefined, now - ageMs(at), hintOf(row))]));

	/** Forty pages of one row each. The first page and the visible ones were read just now. */
	const manyPages = (changes: StateChanges = {}): State => {
		const list = alphabet(40);
		const pages = list.pages.map((each, at) => ({...each, readAt: at > 0 && at < 20 ? now - 3 * minute : now}));
		const rows = pages.flatMap(each => each.rows ?? []);
		const projects = {...list, pages, end: 'reached' as const};
		const position = {id: undefined, index: 30, top: 30, newAbove: []};
		const state = connected({
			projects: {list: projects, position},
			deployments: {table: known(rows, () => second)},
		});
		return withChanges(state, changes);
	};

	test('is read one page at a time, at an even pace', () => {
		expect(started(manyPages())).toEqual(['sweep']);
		const everyMs = Math.ceil(minute / 18);
		expect(started(manyPages(), {spent: spentOn('sweep', 1, everyMs - 1)})).toEqual([]);
		expect(nextIn(manyPages(), {spent: spentOn('sweep', 1, everyMs - 1)})).toBe(1);
		expect(started(manyPages(), {spent: spentOn('sweep', 1, everyMs)})).toEqual(['sweep']);
	});

	test('is not read without focus', () => {
		expect(started(manyPages({presence: {isFocused: false}}))).toEqual([]);
	});

	test('has its newest deployments read at an even pace', () => {
		const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
		const projects = pageArrived(listed(), page(letters), {cursor: undefined, readAt: now});
		const table = known(projects.pages[0]?.rows ?? [], at => (at === 40 ? 60 * minute : second));
		const state = connected({projects: {list: projects}, deployments: {table}});
		expect(started(state)).toEqual(['cold O']);
		expect(started(state, {spent: spentOn('cold', 1, 1999)})).toEqual([]);
		expect(nextIn(state, {spent: spentOn('cold', 1, 1999)})).toBe(1);
		expect(started(state, {spent: spentOn('cold', 1, 2000)})).toEqual(['cold O']);
	});
});

describe('a failing service', () => {
	const troubled = (lastedMs: number, agoMs: number) => ({since: now - agoMs - lastedMs, at: now - agoMs});
	const away = (lastedMs: number, agoMs: number): Throttle => {
		const outage = troubled(lastedMs, agoMs);
		return {...connected().polling.throttle, outage, failing: outage};
	};
	const burdened = (lastedMs: number, agoMs: number): Throttle => ({
		...connected().polling.throttle,
		burden: troubled(lastedMs, agoMs),
	});
	const late = (throttle: State['polling']['throttle']) =>
		reading({pageMs: minute, rowsMs: 10 * minute, polling: {throttle}});

	test('gets one request after the backoff if it is unreachable', () => {
		const pauseMs = probeAt(away(4000, 0)) - now;
		expect(pauseMs).toBeGreaterThanOrEqual(2000);
		expect([started(late(away(4000, 0))), nextIn(late(away(4000, 0)))]).toEqual([[], pauseMs]);
		expect(started(late(away(4000, 4000)))).toEqual(['warm']);
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
		expect(started(asked, {flights: flying('awaited')})).toEqual([]);
	});

	test('gets no further request while the probe is in flight', () => {
		const plan = pollPlan(late(away(4000, 4000)), occupied({flights: flying('awaited')}));
		expect([plan.start, plan.nextAt]).toEqual([[], never]);
		expect(plan.wanted).toEqual(new Set([readKey(firstPage)]));
	});

	test('gets no background reads for a while if it is overloaded', () => {
		const pauseMs = idleAt(burdened(4000, 0)) - now;
		expect(pauseMs).toBeGreaterThanOrEqual(2000);
		expect(started(late(burdened(4000, 0)))).toEqual(['warm']);
		expect(nextIn(late(burdened(4000, 0)))).toBe(pauseMs);
	});

	test('then gets one background read at a time while it is overloaded', () => {
		const rows = reading({rowsMs: 10 * minute, polling: {throttle: burdened(4000, 4000)}});
		expect(started(rows)).toHaveLength(1);
		expect(started(rows, {flights: flying('rows')})).toEqual([]);
		expect(started(rows, {flights: flying('hot')})).toHaveLength(1);
	});
});
