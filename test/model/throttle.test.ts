import {describe, expect, test} from 'vitest';
import type {LoggedRequest} from '../../src/api/transport.ts';
import {
	createThrottle,
	opensAt,
	probeAt,
	rateOf,
	type Throttle,
	throttleAfter,
	throttleAfterSending,
} from '../../src/model/throttle.ts';
import {requestEnded as request} from '../kit/fixtures/facts.ts';

const minute = 60_000;
const startsAt = 1_000_000;

const throttleWith = (throttle: Throttle, ...requests: readonly LoggedRequest[]): Throttle =>
	requests.reduce(throttleAfter, throttle);
const busyAt = (...times: readonly number[]) => times.map(at => request(at, 'answered', 429));

const often = Array.from({length: 10}, (_, index) => startsAt + index * 5000);

type Rate = readonly [
	rule: string,
	perMinute: number,
	requests: readonly LoggedRequest[],
	minutes: number,
	rate: number,
];

test.each<Rate>([
	['starts at the configured maximum', 60, [], 0, 60],
	['is none if the user wants none', 0, [], 0, 0],
	...[429, 500, 503, 599].map(
		(code): Rate => [`is halved by ${code}`, 60, [request(startsAt, 'answered', code)], 0, 30],
	),
	...[200, 404, 428, 430, 499].map(
		(code): Rate => [`is not halved by ${code}`, 60, [request(startsAt, 'answered', code)], 0, 60],
	),
	['does not recover if the clock goes back', 60, busyAt(startsAt), -1, 30],
	['recovers in a minute', 60, busyAt(startsAt), 1, 36],
	['recovers in four', 60, busyAt(startsAt), 4, 54],
	['never exceeds the maximum', 60, busyAt(startsAt), 9, 60],
	['is halved once within five seconds', 60, busyAt(startsAt, startsAt + 4999), 0, 30],
	['is halved again after five', 60, busyAt(startsAt - 5000, startsAt), 0, 15.25],
	['never falls below a tenth', 60, busyAt(...often), 0.75, 6],
	['never falls below one', 4, busyAt(...often), 0.75, 1],
])('the rate of background reads %s (at most %d a minute)', (_rule, perMinute, requests, minutes, rate) => {
	const throttle = throttleWith(createThrottle(perMinute), ...requests);
	expect(rateOf(throttle, startsAt + minutes * minute)).toBeCloseTo(rate, 1);
});

/** The throttle after requests, one a millisecond: each is served, fails, cannot be sent, loses its response, comes too early or is aborted. */
const afterRequests = (letters: string): Throttle => {
	const outcomes = {
		s: (at: number) => request(at, 'answered', 200),
		f: (at: number) => request(at, 'answered', 503),
		n: (at: number) => request(at, 'not-sent'),
		l: (at: number) => request(at, 'lost'),
		b: (at: number) => request(at, 'answered', 429),
		a: (at: number) => request(at, 'aborted'),
	};
	const all = [...letters].map((letter, index) => outcomes[letter as keyof typeof outcomes](startsAt + index));
	return throttleWith(createThrottle(60), ...all);
};

test.each<[rule: string, requests: string, isAway: boolean]>([
	['a request that cannot be sent', 'n', true],
	['one, and an aborted one', 'na', true],
	['one, and a lost response', 'nl', true],
	['one, and a request that is served', 'ns', false],
	['two lost responses', 'll', false],
	['three', 'lll', true],
	['two failures', 'ff', false],
	['three', 'fff', true],
	['two and two', 'ffsff', false],
	['three, and a request that is served', 'fffs', false],
	['two again after that', 'fffsff', false],
	['two, and requests that come too early or are aborted', 'ffba', false],
	['a third after these', 'ffbaf', true],
	['every second of twenty', 'sf'.repeat(10), false],
])('after %s (%s), whether the service counts as unreachable is %j', (_rule, requests, isAway) => {
	expect(afterRequests(requests).outage !== undefined).toBe(isAway);
});

test('every read, once too many were sent, waits no longer than that has lasted so far, within 2–60 s', {
	tags: ['fault-90'],
}, () => {
	let throttle = createThrottle(60);
	expect(throttle.quietUntil).toBe(0);
	for (const [elapsedMs, minMs, maxMs] of [
		[0, 1000, 2000],
		[1500, 1000, 2000],
		[4000, 2000, 4000],
		[20_000, 14_000, 20_000],
		[3_600_000, 54_000, 60_000],
	] as const) {
		throttle = throttleAfter(throttle, request(startsAt + elapsedMs, 'answered', 429));
		expect(throttle.quietUntil - startsAt - elapsedMs).toBeGreaterThanOrEqual(minMs);
		expect(throttle.quietUntil - startsAt - elapsedMs).toBeLessThanOrEqual(maxMs);
	}
});

test('an unreachable service is probed after a different delay by each client', () => {
	const delays = Array.from(
		{length: 20},
		(_, at) => probeAt(throttleWith(createThrottle(60), request(at, 'not-sent')).outage) - at,
	);
	expect(new Set(delays).size).toBeGreaterThan(15);
});

describe('a response that asks for fewer requests', () => {
	const asking = (at: number, status: number, pauseMs?: number): LoggedRequest => ({
		...request(at, 'answered', status),
		...(pauseMs !== undefined && {retryAt: at + pauseMs}),
	});

	test('with a retry time of now, still imposes a delay if its status is 429', () => {
		const [busy, failed] = [429, 503].map(status => throttleAfter(createThrottle(60), asking(startsAt, status, 0)));
		expect(busy?.quietUntil).toBeGreaterThanOrEqual(startsAt + 1000);
		expect(failed).toMatchObject({quietUntil: 0, limited: undefined});
	});

	test.each(['bf', 'bl', 'ba'])('stays in force until a request is served (%s)', requests => {
		expect(afterRequests(requests).limited).toBeDefined();
	});
});

describe('the next request', () => {
	type Case = [name: string, perMinute: number, unsent: number, expected: Partial<ReturnType<typeof opensAt>>];
	const counted = minute + 500;
	const now = startsAt + 30_000;
	const sent = (['turn', 'extra', 'turn'] as const).map((kind, index) => ({at: startsAt + index * 5000, kind}));
	const last = startsAt + 10_000;

	test.each<Case>([
		['follows after a pause', 60, 0, {first: last + 130}],
		['follows what is about to be sent', 60, 1, {first: now + 130}],
		['follows after a shorter pause if the budget is large', 600, 0, {first: last + counted / 600}],
		['has its turn after an even share of what was not asked for', 60, 0, {turn: last + counted / 59}],
		['waits for the budget', 2, 0, {again: startsAt + counted}],
		['waits for a budget that was made smaller', 1, 0, {again: last + counted}],
		['is sent at once, whatever the budget, if somebody waits for it', 2, 0, {extra: 1000}],
		['has no turn without a budget', 0, 0, {turn: Number.POSITIVE_INFINITY}],
	])('%s', (_name, perMinute, unsent, expected) => {
		const throttle = sent.reduce(throttleAfterSending, createThrottle(perMinute));
		expect(opensAt(throttle, now, {unsent})).toMatchObject(expected);
	});

	test('waits for the second if twenty were sent within it, even if the user waits', () => {
		const many = Array.from({length: 20}, (_, index) => ({at: startsAt + index, kind: 'extra' as const}));
		const throttle = many.reduce(throttleAfterSending, createThrottle(60));
		expect(opensAt(throttle, startsAt + 20).extra).toBe(startsAt + 1000);
	});

	test('waits for its turn once two thirds of the budget were used without one, and a third is left to turns', () => {
		const firsts = Array.from({length: 40}, (_, index) => ({at: startsAt + index * 130, kind: 'early' as const}));
		const throttle = firsts.reduce(throttleAfterSending, createThrottle(60));
		const {first, turn, intervalMs} = opensAt(throttle, startsAt + 10_000);
		expect(first).toBe(turn);
		expect(intervalMs).toBe(counted / 20);
	});
});
