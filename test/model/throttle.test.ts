import {describe, expect, test} from 'vitest';
import type {LoggedRequest, SentRequest} from '../../src/api/transport.ts';
import {
	createThrottle,
	opensAt,
	probeAt,
	rateOf,
	requestsInMinute,
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

type Rate = [rule: string, perMinute: number, requests: readonly LoggedRequest[], minutes: number, rate: number];

test.each<Rate>([
	['starts at the configured maximum', 60, [], 0, 60],
	['is none if the user wants none', 0, [], 0, 0],
	...[425, 429, 500, 503, 599].map(
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

/** The throttle after requests, one a millisecond: each is served, redirected, answered by a web page, fails, cannot be sent, loses its response, comes too early or is aborted. */
const afterRequests = (letters: string): Throttle => {
	const outcomes = {
		s: (at: number) => request(at, 'answered', 200),
		r: (at: number) => ({...request(at, 'answered', 300), fault: 'E_HTTP' as const}),
		w: (at: number) => ({...request(at, 'answered', 200), fault: 'E_HTML' as const}),
		f: (at: number) => request(at, 'answered', 500),
		n: (at: number) => request(at, 'not-sent'),
		l: (at: number) => request(at, 'lost'),
		b: (at: number) => request(at, 'answered', 429),
		a: (at: number) => request(at, 'aborted'),
	};
	const all = [...letters].map((letter, index) => outcomes[letter as keyof typeof outcomes](startsAt + index));
	return throttleWith(createThrottle(60), ...all);
};

test.each<[rule: string, requests: string, known: string]>([
	['a request that cannot be sent', 'n', 'away'],
	['one, and an aborted one', 'na', 'away'],
	['one, and a lost response', 'nl', 'away'],
	['one, and a request that is served', 'ns', ''],
	['two lost responses', 'll', ''],
	['three', 'lll', 'away'],
	['a web page instead of an answer', 'nw', 'away'],
	['a redirect', 'nr', ''],
	['two failures', 'ff', ''],
	['three', 'fff', 'away'],
	['two and two', 'ffsff', ''],
	['three, and a request that is served', 'fffs', ''],
	['two again after that', 'fffsff', ''],
	['two, and requests that come too early or are aborted', 'ffba', 'limited'],
	['a third after these', 'ffbaf', 'away limited'],
	['one that comes too early, and a lost response', 'bl', 'limited'],
	['one that is served after that', 'bs', ''],
	['every second of twenty', 'sf'.repeat(10), ''],
])('after %s (%s), what is known of the service is “%s”', (_rule, requests, known) => {
	const {outage, limited} = afterRequests(requests);
	const words = [outage ? 'away' : [], limited ? 'limited' : []];
	expect(words.flat().join(' ')).toBe(known);
});

test('reads wait no longer than the service has asked for fewer so far, in 2–60 s', {tags: ['fault-90']}, () => {
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
	const failedAt = (at: number) => throttleWith(createThrottle(60), request(at, 'not-sent'));
	const delays = Array.from({length: 20}, (_, at) => probeAt(failedAt(at).outage) - at);
	expect(new Set(delays).size).toBeGreaterThan(15);
});

test.each([
	[425, 0, 1000, 2000],
	[429, 0, 1000, 2000],
	[429, 30_000, 30_000, 33_000],
	[503, 0, 0, 0],
	[503, 30_000, 30_000, 33_000],
])('the status %d with a retry time in %d ms imposes a delay of %d–%d ms', (status, pauseMs, minMs, maxMs) => {
	const asking = {...request(startsAt, 'answered', status), retryAt: startsAt + pauseMs};
	const {limited, quietUntil} = throttleAfter(createThrottle(60), asking);
	const delayMs = limited ? quietUntil - startsAt : quietUntil;
	expect(delayMs).toBeGreaterThanOrEqual(minMs);
	expect(delayMs).toBeLessThanOrEqual(maxMs);
});

describe('the next request', () => {
	/** What is about to be sent, how slow turns are, how many requests were sent before, and when it is. */
	type Moment = {unsent?: number; slowness?: number; count?: number; at?: number};
	type Case = [name: string, perMinute: number, moment: Moment, expected: Partial<ReturnType<typeof opensAt>>];
	const counted = minute + 500;
	const now = startsAt + 30_000;
	const paces = ['turn', 'asked', 'turn', 'asked'] as const;
	const [lastTurn, last] = [startsAt + 600, startsAt + 900];

	/** The throttle after requests of these kinds, one after each pause. */
	function afterSending(sent: readonly SentRequest['pace'][], pauseMs: number, perMinute = 60): Throttle {
		const requests = sent.map((pace, index) => ({at: startsAt + index * pauseMs, pace}));
		return requests.reduce(throttleAfterSending, createThrottle(perMinute));
	}

	test.each<Case>([
		['is sent at once at the start', 60, {count: 0}, {asked: 1000, withinBudget: 0, early: 130, turn: counted / 60}],
		['follows after a pause', 60, {}, {early: last + 130}],
		['follows what is about to be sent', 60, {unsent: 1}, {early: now + 130}],
		['follows after a shorter pause if the budget is large', 600, {}, {early: last + counted / 600}],
		['has its turn after an even share of what was not asked for', 60, {}, {turn: lastTurn + counted / 58}],
		['has its turn later while turns are slower', 60, {slowness: 4}, {turn: lastTurn + (counted / 58) * 4}],
		['waits for the budget', 2, {}, {withinBudget: startsAt + counted}],
		[
			'waits for the budget, of which what is about to be sent is part',
			3,
			{unsent: 1},
			{withinBudget: startsAt + counted},
		],
		['waits for the budget no longer than a request counts', 2, {at: startsAt + counted}, {withinBudget: 0}],
		['waits for a budget that was made smaller', 1, {}, {withinBudget: lastTurn + counted}],
		['is sent at once, whatever the budget, if somebody waits for it', 2, {}, {asked: 1000}],
		['has no turn without a budget', 0, {}, {withinBudget: 0, turn: Number.POSITIVE_INFINITY}],
	])('%s', (_name, perMinute, {count, at = now, ...limits}, expected) => {
		expect(opensAt(afterSending(paces.slice(0, count), 300, perMinute), at, limits)).toMatchObject(expected);
	});

	test('is shown beside those sent within the minute, at most 999, and those that somebody waited for', () => {
		const countsAt = (ms: number) => Object.values(requestsInMinute(afterSending(paces, 300), startsAt + ms)).join(' ');
		expect([600, minute - 1, minute, minute + 600].map(countsAt)).toEqual(['3 1', '4 2', '3 2', '1 1']);
		const full = afterSending(new Array(1100).fill('asked'), 1);
		expect(requestsInMinute(full, startsAt + 1100)).toEqual({all: 999, asked: 999});
	});

	test('waits for the second if ten were sent within it, or are about to be, even if the user waits', () => {
		expect(opensAt(afterSending(new Array(10).fill('asked'), 1), startsAt + 20).asked).toBe(startsAt + 1000);
		expect(opensAt(afterSending(new Array(8).fill('asked'), 1), startsAt + 20, {unsent: 2}).asked).toBe(
			startsAt + 1000,
		);
	});

	test.each<[rule: string, early: number, outcome: LoggedRequest['outcome'], share: number, waits: boolean]>([
		['needs no turn until two thirds of the budget are used', 38, 'answered', 22, false],
		['waits for its turn from then on', 39, 'answered', 21, true],
		['waits for its turn, to which a third of the budget is left', 50, 'answered', 20, true],
		['waits for its turn while requests fail', 38, 'lost', 22, true],
	])('%s (%d without a turn, the last %s)', (_rule, early, outcome, share, waits) => {
		const throttle = afterSending(['turn', ...new Array(early).fill('early')], 0);
		const {early: open, turn} = opensAt(throttleWith(throttle, request(startsAt, outcome, 200)), startsAt);
		expect([turn, open]).toEqual([startsAt + counted / share, waits ? turn : startsAt + 130]);
	});
});
