import {describe, expect, test} from 'vitest';
import type {LoggedRequest, SentRequest} from '../../src/api/transport.ts';
import {
	createThrottle,
	opensAt,
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
	['is zero if the user sets zero', 0, [], 0, 0],
	...[425, 429, 500, 503, 599].map(
		(code): Rate => [`is halved by ${code}`, 60, [request(startsAt, 'answered', code)], 0, 30],
	),
	...[200, 404, 428, 430, 499].map(
		(code): Rate => [`is not halved by ${code}`, 60, [request(startsAt, 'answered', code)], 0, 60],
	),
	['does not recover if the clock goes back', 60, busyAt(startsAt), -1, 30],
	['recovers', 60, busyAt(startsAt), 0.5, 45],
	['has recovered after a minute', 60, busyAt(startsAt), 1, 60],
	['never exceeds the maximum', 60, busyAt(startsAt), 9, 60],
	['has recovered two minutes after the last of many', 60, busyAt(...often), 2.75, 60],
	['is halved once within five seconds', 60, busyAt(startsAt, startsAt + 4999), 0, 30],
	['is halved again after five', 60, busyAt(startsAt - 5000, startsAt), 0, 16.25],
	['never falls below a tenth', 60, busyAt(...often), 0.75, 6],
	['never falls below one', 4, busyAt(...often), 0.75, 1],
])('the rate of background reads %s (at most %d a minute)', (_rule, perMinute, requests, minutes, rate) => {
	const throttle = throttleWith(createThrottle(perMinute), ...requests);
	expect(rateOf(throttle, startsAt + minutes * minute)).toBeCloseTo(rate, 1);
});

describe('the next request', () => {
	/** How slow turns are, how many requests were sent before, and when it is. */
	type Moment = {slowness?: number; count?: number; at?: number};
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
		['follows after a shorter pause if the budget is large', 600, {}, {early: last + counted / 600}],
		['has its turn after an even share of what was not asked for', 60, {}, {turn: lastTurn + counted / 58}],
		['has its turn later while turns are slower', 60, {slowness: 4}, {turn: lastTurn + (counted / 58) * 4}],
		['waits for the budget', 2, {}, {withinBudget: startsAt + counted}],
		['waits for the budget no longer than a request counts', 2, {at: startsAt + counted}, {withinBudget: 0}],
		['waits for a budget that was made smaller', 1, {}, {withinBudget: lastTurn + counted}],
		['is sent at once beyond the budget if somebody waits for it', 2, {}, {asked: 1000}],
		['has no turn without a budget', 0, {}, {withinBudget: 0, turn: Number.POSITIVE_INFINITY}],
	])('%s', (_name, perMinute, {count, at = now, slowness}, expected) => {
		expect(opensAt(afterSending(paces.slice(0, count), 300, perMinute), at, slowness)).toMatchObject(expected);
	});

	test('is counted among at most 999 in a minute, those that the user asked for apart', () => {
		const countsAt = (ms: number) => Object.values(requestsInMinute(afterSending(paces, 300), startsAt + ms)).join(' ');
		expect([600, minute - 1, minute, minute + 600].map(countsAt)).toEqual(['3 1', '4 2', '3 2', '1 1']);
		const full = afterSending(new Array(1100).fill('asked'), 1);
		expect(requestsInMinute(full, startsAt + 1100)).toEqual({all: 999, asked: 999});
	});

	test('waits if ten were sent within a second, even if the user waits', () => {
		expect(opensAt(afterSending(new Array(10).fill('asked'), 1), startsAt + 20).asked).toBe(startsAt + 1000);
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
