import {describe, expect, test} from 'vitest';
import type {CallRecord} from '../../../src/api/call-record.ts';
import {
	callsInMinute,
	createThrottle,
	idleAt,
	maxCounted,
	probeAt,
	rateOf,
	type Throttle,
	throttleAfter,
} from '../../../src/store/model/requests/throttle.ts';
import {plain} from '../../../src/text.ts';

const minute = 60_000;
const startsAt = 1_000_000;

/** A call that ended at `at`, after 100 ms. */
const call = (at: number, outcome: CallRecord['outcome'], status?: number): CallRecord => ({
	method: 'GET',
	path: plain`/`,
	attempt: 1,
	outcome,
	startedAt: at - 100,
	tookMs: 100,
	bytes: 0,
	...(status !== undefined && {status}),
});

const paced = (pace: Throttle, ...calls: readonly CallRecord[]): Throttle => calls.reduce(throttleAfter, pace);
const busyAt = (...times: readonly number[]) => times.map(at => call(at, 'answered', 429));

describe('how fast nobody is waited for', () => {
	test('begins as it was asked for', () => {
		expect(rateOf(createThrottle(60), 0)).toBe(60);
		expect(createThrottle(60)).toMatchObject({
			perMinute: 60,
			quietUntil: 0,
			outage: undefined,
			burden: undefined,
			recent: [],
		});
	});

	test.each([429, 500, 503, 599])('is halved by an answer of %d, and grows back within ten minutes', status => {
		const pace = paced(createThrottle(60), call(startsAt, 'answered', status));
		const minutes = [0, 1, 4, 5, 9];
		expect(minutes.map(count => rateOf(pace, startsAt + count * minute))).toEqual([30, 36, 54, 60, 60]);
		expect(rateOf(pace, startsAt - minute)).toBe(30);
	});

	test.each([200, 404, 428, 430, 499])('is not halved by an answer of %d', status => {
		expect(rateOf(paced(createThrottle(60), call(startsAt, 'answered', status)), startsAt)).toBe(60);
	});

	test('is halved once by what comes within five seconds', () => {
		expect(rateOf(paced(createThrottle(60), ...busyAt(startsAt, startsAt + 4999)), startsAt + 4999)).toBeCloseTo(
			30.5,
			1,
		);
		expect(rateOf(paced(createThrottle(60), ...busyAt(startsAt, startsAt + 5000)), startsAt + 5000)).toBe(15.25);
	});

	test('is never less than a tenth, and at least one a minute', () => {
		const often = Array.from({length: 10}, (_, index) => startsAt + index * 5000);
		const last = startsAt + 45_000;
		expect(rateOf(paced(createThrottle(60), ...busyAt(...often)), last)).toBe(6);
		expect(rateOf(paced(createThrottle(4), ...busyAt(...often)), last)).toBe(1);
	});
});

describe('after a service was out of reach', () => {
	test('it is tried after pauses that are never longer than that has lasted, two seconds at least and a minute at most', () => {
		let pace = createThrottle(60);
		expect(probeAt(pace)).toBe(0);
		for (const [lastedMs, minMs, maxMs] of [
			[0, 1000, 2000],
			[1500, 1000, 2000],
			[4000, 2000, 4000],
			[20_000, 14_000, 20_000],
			[60_000, 54_000, 60_000],
			[3_600_000, 54_000, 60_000],
		] as const) {
			pace = paced(pace, call(startsAt + lastedMs, 'not-sent'));
			expect(probeAt(pace) - startsAt - lastedMs).toBeGreaterThanOrEqual(minMs);
			expect(probeAt(pace) - startsAt - lastedMs).toBeLessThanOrEqual(maxMs);
		}

		expect(rateOf(pace, startsAt)).toBe(60);
		expect(idleAt(pace)).toBe(0);
	});

	test('a call that is served says that it is back, and the pauses begin anew', () => {
		const long = paced(createThrottle(60), call(startsAt, 'not-sent'), call(startsAt + 10 * minute, 'not-sent'));
		const back = paced(long, call(startsAt + 11 * minute, 'answered', 404));
		expect(back).toMatchObject({outage: undefined, failing: undefined});
		const again = paced(back, call(startsAt + 11 * minute + 1, 'not-sent'));
		expect(probeAt(again) - startsAt - 11 * minute).toBeLessThanOrEqual(2001);
	});

	test('an answer that is no success does not say so', () => {
		const pace = paced(createThrottle(60), call(startsAt, 'not-sent'), call(startsAt + 5000, 'answered', 500));
		expect(pace.outage).toEqual({since: startsAt, at: startsAt + 5000});
		expect(pace.burden).toEqual({since: startsAt + 5000, at: startsAt + 5000});
	});

	test('one answer that is lost does not say so, five in a row do, and while it is they count', () => {
		const lost = (count: number) => Array.from({length: count}, (_, index) => call(startsAt + index, 'lost'));
		expect(paced(createThrottle(60), ...lost(4)).outage).toBeUndefined();
		expect(paced(createThrottle(60), ...lost(5)).outage).toEqual({since: startsAt, at: startsAt + 4});
		const away = paced(createThrottle(60), call(startsAt, 'not-sent'), call(startsAt + 1, 'lost'));
		expect(away.outage).toEqual({since: startsAt, at: startsAt + 1});
	});

	test('a call that was given up says nothing', () => {
		const pace = paced(createThrottle(60), call(startsAt, 'not-sent'), call(startsAt + 1, 'aborted'));
		expect(pace.outage).toEqual({since: startsAt, at: startsAt});
	});
});

describe('a service that answers and fails', () => {
	const now = {since: startsAt, at: startsAt};
	const failing = (count: number) => Array.from({length: count}, () => call(startsAt, 'answered', 503));
	const served = (count: number) => Array.from({length: count}, () => call(startsAt, 'answered', 200));

	test('counts as out of reach after five failures in a row, and not after four', () => {
		expect(paced(createThrottle(60), ...failing(4)).outage).toBeUndefined();
		expect(paced(createThrottle(60), ...failing(5)).outage).toEqual(now);
		expect(paced(createThrottle(60), ...failing(7)).outage).toEqual(now);
		expect(paced(createThrottle(60), ...failing(4), ...served(1), ...failing(4)).outage).toBeUndefined();
	});

	test('counts as out of reach once half of twenty calls failed', () => {
		const mixed = Array.from({length: 9}, () => [...served(1), ...failing(1)]).flat();
		expect(paced(createThrottle(60), ...served(1), ...mixed).outage).toBeUndefined();
		expect(paced(createThrottle(60), ...served(1), ...mixed, ...failing(1)).outage).toEqual(now);
		expect(paced(createThrottle(60), ...served(2), ...mixed, ...failing(1)).outage).toEqual(now);
		expect(paced(createThrottle(60), ...mixed, ...served(3), ...failing(1)).outage).toBeUndefined();
	});

	test('is back with the first call that it serves, and is judged anew', () => {
		const back = paced(createThrottle(60), ...failing(5), ...served(1));
		expect(back).toMatchObject({outage: undefined, served: []});
		expect(paced(back, ...failing(4)).outage).toBeUndefined();
	});

	test('is not judged by calls that it put off or that were given up', () => {
		const putOff = [call(startsAt, 'answered', 429), call(startsAt, 'aborted')];
		expect(paced(createThrottle(60), ...failing(4), ...putOff).served).toEqual([false, false, false, false]);
		expect(paced(createThrottle(60), ...failing(4), ...putOff, ...failing(1)).outage).toEqual(now);
	});
});

test('what nobody would miss waits longer the longer the service answers that it is overburdened', () => {
	const once = paced(createThrottle(60), ...busyAt(startsAt));
	const later = paced(once, ...busyAt(startsAt + 5000));
	for (const [pace, at, minMs, maxMs] of [
		[once, startsAt, 1000, 2000],
		[later, startsAt + 5000, 2500, 5000],
		[paced(later, call(startsAt, 'aborted')), startsAt + 5000, 2500, 5000],
		[paced(later, call(startsAt, 'not-sent')), startsAt + 5000, 2500, 5000],
	] as const) {
		expect(idleAt(pace)).toBeGreaterThanOrEqual(at + minMs);
		expect(idleAt(pace)).toBeLessThanOrEqual(at + maxMs);
	}

	expect(idleAt(paced(later, call(startsAt, 'answered', 200)))).toBe(0);
});

describe('an answer that asks for fewer calls', () => {
	const asking = (at: number, status: number, pauseMs?: number): CallRecord => ({
		...call(at, 'answered', status),
		...(pauseMs !== undefined && {retryAt: at + pauseMs}),
	});

	test('without saying for how long, makes all reads wait for one pause that grows', () => {
		let pace = createThrottle(60);
		for (const [lastedMs, minMs, maxMs] of [
			[0, 1000, 2000],
			[4000, 2000, 4000],
			[600_000, 54_000, 60_000],
		] as const) {
			pace = paced(pace, asking(startsAt + lastedMs, 429));
			expect(pace.quietUntil - startsAt - lastedMs).toBeGreaterThanOrEqual(minMs);
			expect(pace.quietUntil - startsAt - lastedMs).toBeLessThanOrEqual(maxMs);
		}

		const served = paced(pace, call(startsAt + 700_000, 'answered', 200));
		expect(served.throttle).toBeUndefined();
		const again = paced(served, asking(startsAt + 700_001, 429));
		expect(again.quietUntil - startsAt - 700_001).toBeLessThanOrEqual(2000);
	});

	test('for no time at all, is left alone all the same', () => {
		expect(paced(createThrottle(60), asking(startsAt, 429, 0)).quietUntil).toBeGreaterThanOrEqual(startsAt + 1000);
		expect(paced(createThrottle(60), asking(startsAt, 503, 0))).toMatchObject({quietUntil: 0, throttle: undefined});
	});

	test.each([429, 503])('for a time of its own is left alone for as long (%d)', status => {
		const pace = paced(createThrottle(60), asking(startsAt, status, 30_000));
		expect(pace.quietUntil).toBeGreaterThanOrEqual(startsAt + 30_000);
		expect(pace.quietUntil).toBeLessThanOrEqual(startsAt + 33_000);
		expect(pace.throttle).toEqual({since: startsAt, at: startsAt});
	});

	test('is in force until a call is served', () => {
		const asked = paced(createThrottle(60), asking(startsAt, 429));
		for (const other of [call(startsAt, 'answered', 500), call(startsAt, 'lost'), call(startsAt, 'aborted')]) {
			expect(paced(asked, other).throttle).toBeDefined();
		}
	});
});

describe('the calls of the last minute', () => {
	const ended = (...times: readonly number[]) =>
		paced(createThrottle(60), ...times.map(at => call(at, 'answered', 200)));

	test('are counted, whatever came of them', () => {
		const outcomes = ['answered', 'lost', 'not-sent', 'aborted'] as const;
		const pace = paced(createThrottle(60), ...outcomes.map(outcome => call(startsAt, outcome)));
		expect(callsInMinute(pace, startsAt)).toBe(4);
	});

	test('are those that began within it', () => {
		const pace = ended(startsAt, startsAt + 1000);
		const begun = startsAt - 100;
		const moments = [begun - 1, begun, begun + 1000, begun + minute - 1, begun + minute, begun + minute + 1000];
		expect(moments.map(at => callsInMinute(pace, at))).toEqual([0, 1, 2, 2, 1, 0]);
	});

	test('are all that is remembered', () => {
		expect(ended(startsAt, startsAt + 1, startsAt + minute - 100).recent).toEqual([
			...[startsAt - 99, startsAt + minute - 200],
		]);
		expect(ended(startsAt, startsAt + 2 * minute).recent).toEqual([startsAt + 2 * minute - 100]);
	});

	test('are remembered up to a number', () => {
		const pace = ended(...Array.from({length: maxCounted + 5}, (_, index) => startsAt + index));
		expect(pace.recent).toHaveLength(maxCounted);
		expect(pace.recent[0]).toBe(startsAt - 100 + 5);
	});
});
