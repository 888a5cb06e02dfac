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
	attempt: 1,
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
	test('it is tried after pauses of which the longest possible doubles, up to a minute and a fifth', () => {
		let pace = createPace(60);
		expect(probeAt(pace)).toBe(0);
		for (const [least, most] of [
			[250, 1000],
			[250, 2000],
			[250, 4000],
			[250, 8000],
			[250, 16_000],
			[250, 32_000],
			[60_000, 72_000],
			[60_000, 72_000],
		] as const) {
			pace = paced(pace, call(startsAt, 'not-sent'));
			expect(probeAt(pace) - startsAt).toBeGreaterThanOrEqual(least);
			expect(probeAt(pace) - startsAt).toBeLessThanOrEqual(most);
		}

		expect(rateOf(pace, startsAt)).toBe(60);
		expect(idleAt(pace)).toBe(0);
	});

	test('any answer says that it is back', () => {
		const pace = paced(createPace(60), call(startsAt, 'not-sent'), call(startsAt, 'answered', 500));
		expect(pace.outage).toBeUndefined();
		expect(pace.burden).toEqual({count: 1, at: startsAt});
	});

	test('one answer that is lost does not say so, five in a row do, and while it is they count', () => {
		const lost = (count: number) => Array.from({length: count}, () => call(startsAt, 'lost'));
		expect(paced(createPace(60), ...lost(4)).outage).toBeUndefined();
		expect(paced(createPace(60), ...lost(5)).outage).toEqual({count: 1, at: startsAt});
		expect(paced(createPace(60), call(startsAt, 'not-sent'), ...lost(1)).outage).toEqual({count: 2, at: startsAt});
	});

	test('a call that was given up says nothing', () => {
		const pace = paced(createPace(60), call(startsAt, 'not-sent'), call(startsAt + 1, 'aborted'));
		expect(pace.outage).toEqual({count: 1, at: startsAt});
	});
});

describe('a service that answers and fails', () => {
	const failing = (count: number) => Array.from({length: count}, () => call(startsAt, 'answered', 503));
	const served = (count: number) => Array.from({length: count}, () => call(startsAt, 'answered', 200));

	test('counts as out of reach after five failures in a row, and not after four', () => {
		expect(paced(createPace(60), ...failing(4)).outage).toBeUndefined();
		expect(paced(createPace(60), ...failing(5)).outage).toEqual({count: 1, at: startsAt});
		expect(paced(createPace(60), ...failing(7)).outage).toEqual({count: 3, at: startsAt});
		expect(paced(createPace(60), ...failing(4), ...served(1), ...failing(4)).outage).toBeUndefined();
	});

	test('counts as out of reach once half of twenty calls failed', () => {
		const mixed = Array.from({length: 9}, () => [...served(1), ...failing(1)]).flat();
		expect(paced(createPace(60), ...served(1), ...mixed).outage).toBeUndefined();
		expect(paced(createPace(60), ...served(1), ...mixed, ...failing(1)).outage).toEqual({count: 1, at: startsAt});
		expect(paced(createPace(60), ...served(2), ...mixed, ...failing(1)).outage).toEqual({count: 1, at: startsAt});
		expect(paced(createPace(60), ...mixed, ...served(3), ...failing(1)).outage).toBeUndefined();
	});

	test('is back with the first call that it serves, and is judged anew', () => {
		const back = paced(createPace(60), ...failing(5), ...served(1));
		expect(back).toMatchObject({outage: undefined, served: []});
		expect(paced(back, ...failing(4)).outage).toBeUndefined();
	});

	test('is not judged by calls that it put off or that were given up', () => {
		const putOff = [call(startsAt, 'answered', 429), call(startsAt, 'aborted')];
		expect(paced(createPace(60), ...failing(4), ...putOff).served).toEqual([false, false, false, false]);
		expect(paced(createPace(60), ...failing(4), ...putOff, ...failing(1)).outage).toEqual({count: 1, at: startsAt});
	});

	test('goes on where it was if it fails again within two minutes after a long outage', () => {
		const away = (at: number) => call(at, 'not-sent');
		const long = paced(createPace(60), away(startsAt), away(startsAt), away(startsAt), ...served(1));
		expect(long.lastOutage).toEqual({count: 3, at: startsAt});
		expect(paced(long, away(startsAt + 2 * minute - 1)).outage?.count).toBe(4);
		expect(paced(long, away(startsAt + 2 * minute)).outage?.count).toBe(1);
		const short = paced(createPace(60), away(startsAt), away(startsAt), ...served(1));
		expect(paced(short, away(startsAt + 1)).outage?.count).toBe(1);
	});
});

test('what nobody would miss waits longer after each answer that the service is overburdened', () => {
	const once = paced(createPace(60), ...busyAt(startsAt));
	const thrice = paced(once, ...busyAt(startsAt, startsAt + 5));
	for (const [pace, at, most] of [
		[once, startsAt, 1000],
		[thrice, startsAt + 5, 4000],
		[paced(thrice, call(startsAt, 'aborted')), startsAt + 5, 4000],
		[paced(thrice, call(startsAt, 'not-sent')), startsAt + 5, 4000],
	] as const) {
		expect(idleAt(pace)).toBeGreaterThanOrEqual(at + 250);
		expect(idleAt(pace)).toBeLessThanOrEqual(at + most);
	}

	expect(idleAt(paced(thrice, call(startsAt, 'answered', 200)))).toBe(0);
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
