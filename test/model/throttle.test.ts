import {expect, test} from 'vitest';
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

type Rate = [rule: string, rpm: number, requests: readonly LoggedRequest[], minutes: number, rate: number];

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
])('the rate of background reads %s (at most %d a minute)', (_rule, rpm, requests, minutes, rate) => {
	const throttle = throttleWith(createThrottle(rpm), ...requests);
	expect(rateOf(throttle, startsAt + minutes * minute)).toBeCloseTo(rate, 1);
});

type Pace = SentRequest['pace'] & keyof ReturnType<typeof opensAt>;

const after = (throttle: Throttle, pace: Pace, count: number, pauseMs: number): Throttle =>
	Array.from({length: count}, (_, index) => ({at: startsAt + index * pauseMs, pace})).reduce(
		throttleAfterSending,
		throttle,
	);

/** The times, from now on, of requests of one pace that are each sent as soon as the throttle allows. */
function timesOf(pace: Pace, ms: number, before: Throttle, slowness = 1): readonly number[] {
	const now = before.recent.at(-1)?.at ?? startsAt;
	const times: number[] = [];
	let throttle = before;
	for (let at = now; at < now + ms; at = Math.max(at, opensAt(throttle, at, slowness)[pace])) {
		if (opensAt(throttle, at, slowness)[pace] > at) continue;
		throttle = throttleAfterSending(throttle, {at, pace});
		times.push(at - now);
	}

	return times;
}

test.each([1, 2, 60, 600])('a budget of %d a minute is used evenly and never exceeded', rpm => {
	const times = timesOf('turn', 3 * minute, createThrottle(rpm));
	// Half a second later than the others, a request may arrive in the next minute.
	const counts = times.map(from => times.filter(at => at >= from && at < from + minute + 499).length);
	expect(Math.max(...counts)).toBe(rpm);
	const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
	expect(Math.max(...pauses) - Math.min(...pauses)).toBeLessThan(0.01);
});

const fresh = createThrottle(60);
const spent = after(fresh, 'early', 39, 1);

test.each<[what: string, count: number, pace: Pace, ms: number, before: Throttle, slowness?: number]>([
	['no turn without a budget', 0, 'turn', minute, createThrottle(0)],
	['fewer turns while they are four times slower', 15, 'turn', minute, fresh, 4],
	['half of the turns after the user used half of the budget', 14, 'turn', minute / 2, after(fresh, 'asked', 30, 1)],
	['a third of the turns after the user used all of it', 9, 'turn', minute / 2, after(fresh, 'asked', 60, 1)],
	['no turn beyond a budget that was made smaller', 0, 'turn', minute, {...after(fresh, 'turn', 4, 1), rpm: 2}],
	['ten requests of the user a second, whatever the budget', 20, 'asked', 2001, after(fresh, 'turn', 60, 1)],
	['eight reads in the first second for a new screen', 8, 'early', 1000, fresh],
	['two thirds of the budget for a new screen', 1, 'early', 1000, spent],
	['no more than that at once', 0, 'early', 1000, after(spent, 'early', 40, 1)],
	['no read before its turn while requests fail', 0, 'early', 1000, throttleAfter(spent, request(startsAt, 'lost'))],
])('the service gets %s', (_what, count, pace, ms, before, slowness) => {
	expect(timesOf(pace, ms, before, slowness)).toHaveLength(count);
});

test('counts at most 999 requests of the last minute, and those of the user apart', () => {
	const throttle = after(after(fresh, 'turn', 2, 1), 'asked', 1100, 1);
	expect(requestsInMinute(throttle, startsAt + 1100)).toEqual({all: 999, asked: 999});
	const counts = [0, minute - 1, minute].map(ms => requestsInMinute(after(fresh, 'turn', 2, 1), startsAt + ms).all);
	expect(counts).toEqual([1, 2, 1]);
});
