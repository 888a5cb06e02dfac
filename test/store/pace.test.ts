import {describe, expect, test} from 'vitest';
import type {CallRecord} from '../../src/api/call-record.ts';
import {
	callsInMinute,
	createPace,
	idleAt,
	mostCounted,
	type Pace,
	paceAfter,
	probeAt,
	rateOf,
} from '../../src/store/pace.ts';
import {plain} from '../../src/text.ts';

const minute = 60_000;
const startsAt = 1_000_000;

/** A call that ended at `at`, after 100 ms. */
const call = (at: number, outcome: CallRecord['outcome'], status?: number): CallRecord => ({
	method: 'GET',
	path: plain`/`,
	outcome,
	startedAt: at - 100,
	tookMs: 100,
	bytes: 0,
	...(status !== undefined && {status}),
});

const paced = (pace: Pace, ...calls: readonly CallRecord[]): Pace => calls.reduce(paceAfter, pace);
const busyAt = (...times: readonly number[]) => times.map(at => call(at, 'answered', 429));

describe('how fast nobody is waited for', () => {
	test('begins as it was asked for', () => {
		expect(rateOf(createPace(60), 0)).toBe(60);
		expect(createPace(60)).toMatchObject({
			perMinute: 60,
			quietUntil: 0,
			outage: undefined,
			burden: undefined,
			recent: [],
		});
	});

	test.each([429, 500, 503, 599])('is halved by an answer of %d, and grows back within ten minutes', status => {
		const pace = paced(createPace(60), call(startsAt, 'answered', status));
		const minutes = [0, 1, 4, 5, 9];
		expect(minutes.map(count => rateOf(pace, startsAt + count * minute))).toEqual([30, 36, 54, 60, 60]);
		expect(rateOf(pace, startsAt - minute)).toBe(30);
	});

	test.each([200, 404, 428, 430, 499])('is not halved by an answer of %d', status => {
		expect(rateOf(paced(createPace(60), call(startsAt, 'answered', status)), startsAt)).toBe(60);
	});

	test('is halved once by what comes within five seconds', () => {
		expect(rateOf(paced(createPace(60), ...busyAt(startsAt, startsAt + 4999)), startsAt + 4999)).toBeCloseTo(30.5, 1);
		expect(rateOf(paced(createPace(60), ...busyAt(startsAt, startsAt + 5000)), startsAt + 5000)).toBe(15.25);
	});

	test('is never less than a tenth, and at least one a minute', () => {
		const often = Array.from({length: 10}, (_, index) => startsAt + index * 5000);
		const last = startsAt + 45_000;
		expect(rateOf(paced(createPace(60), ...busyAt(...often)), last)).toBe(6);
		expect(rateOf(paced(createPace(4), ...busyAt(...often)), last)).toBe(1);
	});
});

describe('after a service was out of reach', () => {
	test('it is tried after 1, 2, 4 … 60 seconds', () => {
		let pace = createPace(60);
		expect(probeAt(pace)).toBe(0);
		const pauses = Array.from({length: 9}, () => {
			pace = paced(pace, call(startsAt, 'not-sent'));
			return probeAt(pace) - startsAt;
		});
		expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
		expect(rateOf(pace, startsAt)).toBe(60);
		expect(idleAt(pace)).toBe(0);
	});

	test('any answer says that it is back', () => {
		const pace = paced(createPace(60), call(startsAt, 'lost'), call(startsAt, 'answered', 500));
		expect(pace.outage).toBeUndefined();
		expect(pace.burden).toEqual({count: 1, at: startsAt});
	});

	test('a call that was given up says nothing', () => {
		const pace = paced(createPace(60), call(startsAt, 'lost'), call(startsAt + 1, 'aborted'));
		expect(pace.outage).toEqual({count: 1, at: startsAt});
	});
});

test('what nobody would miss waits 1, 2, 4 … seconds after each answer that the service is overburdened', () => {
	const once = paced(createPace(60), ...busyAt(startsAt));
	const thrice = paced(once, ...busyAt(startsAt, startsAt + 5));
	expect([idleAt(once), idleAt(thrice)]).toEqual([startsAt + 1000, startsAt + 5 + 4000]);
	expect(idleAt(paced(thrice, call(startsAt, 'answered', 200)))).toBe(0);
	expect(idleAt(paced(thrice, call(startsAt, 'aborted')))).toBe(startsAt + 5 + 4000);
	expect(idleAt(paced(thrice, call(startsAt, 'not-sent')))).toBe(startsAt + 5 + 4000);
});

describe('the calls of the last minute', () => {
	const ended = (...times: readonly number[]) => paced(createPace(60), ...times.map(at => call(at, 'answered', 200)));

	test('are counted, whatever came of them', () => {
		const outcomes = ['answered', 'lost', 'not-sent', 'aborted'] as const;
		const pace = paced(createPace(60), ...outcomes.map(outcome => call(startsAt, outcome)));
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
		const pace = ended(...Array.from({length: mostCounted + 5}, (_, index) => startsAt + index));
		expect(pace.recent).toHaveLength(mostCounted);
		expect(pace.recent[0]).toBe(startsAt - 100 + 5);
	});
});
