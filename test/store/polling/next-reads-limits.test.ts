import {describe, expect, test} from 'vitest';
import {createThrottle, idleAt, probeAt} from '../../../src/store/model/requests/throttle.ts';
import {connected, flying, minute, never, nextIn, now, reading, second, started} from '../../kit/fixtures/moment.ts';
import type {StateChanges} from '../../kit/fixtures/state-changes.ts';

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

describe('the next look at the plan', () => {
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
