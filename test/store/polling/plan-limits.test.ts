import {describe, expect, test} from 'vitest';
import {createThrottle, idleAt, probeAt} from '../../../src/store/model/requests/throttle.ts';
import {noOtherWindows} from '../../../src/store/polling/other-windows.ts';
import {readsForWindow} from '../../../src/store/polling/poll-plan.ts';
import {plain} from '../../../src/text.ts';
import {
	connected,
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

/** A state whose three rows are empty. */
const empty = (changes: StateChanges = {}) => reading({pageMs: -minute, deployments: {table: new Map()}, ...changes});

const spent = (debt = 0) => ({pace: {nextAt: now + minute, debt}});

describe('filling empty rows', () => {
	test('does not wait until what the user asked for is paid back', () => {
		expect(started(empty(), spent(60))).toEqual(['fill a']);
		expect(started(reading({pageMs: -minute}), spent())).toEqual([]);
	});

	test('leaves a pause after a read that is about to be sent', () => {
		expect([started(empty(), {...spent(), unsent: 1}), nextIn(empty(), {...spent(), unsent: 1})]).toEqual([[], 130]);
	});

	test('uses at most six connections, besides those of the reads that the user waits for', () => {
		const five = ['planned', 'due', 'fill', 'fill', 'fill'] as const;
		expect(started(empty(), {...spent(), flights: flying(...five, 'awaited')})).toEqual(['fill a']);
		expect(started(empty(), {...spent(), flights: flying(...five, 'fill')})).toEqual([]);
	});
});

describe('the next look at the plan', () => {
	test('comes when the first of several reads falls due', () => {
		const watch = {projectId: 'a', deploymentId: undefined, project: plain`a`, isMine: false};
		const state = reading({presence: {watches: new Map([['a', watch]])}});
		expect(nextIn(state, {pace: {nextAt: never, debt: 0}})).toBe(10 * second);
		const watchFirst = reading({pageMs: -9 * minute, presence: {watches: new Map([['a', watch]])}});
		expect(nextIn(watchFirst, {pace: {nextAt: never, debt: 0}})).toBe(minute);
	});

	test('does not come at once for a read that has to wait for the budget or a connection', () => {
		expect(nextIn(reading({pageMs: 10 * second}), spent())).toBe(minute);
		const flights = flying('planned', 'due', 'planned', 'planned');
		expect(nextIn(reading({pageMs: minute}), {flights})).toBe(never);
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
		expect(started(fresh, {now: later, flights: flying('due', 'awaited')})).toEqual(['free']);
		expect(started(fresh, {now: later, flights: flying('due', 'planned')})).toEqual([]);
		expect(started(fresh, {now: later, flights: flying('fill')})).toEqual([]);
		expect(started(reading({pageMs: -9 * minute}), {flights: flying('fill')})).toEqual(['free']);
	});
});

describe('while the service fails now and then', () => {
	const failing = {since: now - 4 * second, at: now};
	const throttle = {...createThrottle(60), failing};
	const probeInMs = probeAt(throttle) - now;
	const state = reading({pageMs: minute, polling: {throttle}});

	test('one read ignores the budget, to show whether it has recovered', () => {
		expect([started(state, spent()), nextIn(state, spent())]).toEqual([[], probeInMs]);
		expect(started(state, {...spent(), now: now + probeInMs})).toEqual(['due']);
		expect(started(state, {...spent(), now: now + probeInMs, flights: flying('planned')})).toEqual([]);
		expect(started(state, {pace: {nextAt: now, debt: 0}})).toEqual(['due']);
	});

	test('unlike a service that works', () => {
		expect(started(reading({pageMs: minute}), {...spent(), now: now + 30 * second})).toEqual([]);
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

test('a window asks the one that reads for what is due and for empty rows, but reads itself what its user waits for', () => {
	const asked = (state: ReturnType<typeof reading>) =>
		readsForWindow(state, occupied()).map(({request, priority}) => [request.kind, priority]);
	expect(asked(reading({pageMs: minute}))).toEqual([['projects', 'due']]);
	expect(asked(reading({pageMs: minute, polling: {refreshedAt: now}}))).toEqual([]);
	expect(asked(empty()).slice(1)).toEqual(Array.from({length: 3}, () => ['latest', 'fill']));
	expect(asked(reading({pageMs: minute, polling: {isPaused: true}}))).toEqual([]);
});

test('a window that does not read waits for the end of a quiet period only if its user waits for a read', () => {
	const throttle = {...createThrottle(60), quietUntil: now + second};
	const others = {...noOtherWindows, isReader: false};
	expect(nextIn(reading({pageMs: minute, polling: {throttle}}), {others})).toBe(never);
	expect(nextIn(connected({polling: {throttle}}), {others})).toBe(second);
});
