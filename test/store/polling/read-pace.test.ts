import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	initialPace,
	paceAfterRead,
	paceAfterRequest,
	type ReadPace,
} from '../../../src/store/polling/reading-plan/read-pace.ts';

const start = Date.UTC(2026, 5, 1);
const minute = 60_000;

/** Returns the times of background reads, each late by the given number of milliseconds. */
function timesOf(perMinute: number, lateness: readonly number[], pace: ReadPace = initialPace): readonly number[] {
	const times: number[] = [];
	let now = start;
	for (const lateMs of lateness) {
		now = Math.max(now, pace.nextAt) + lateMs;
		times.push(now);
		pace = paceAfterRead(pace, now, perMinute);
	}

	return times;
}

const gaps = (times: readonly number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0));

const indebted = (requests: number): ReadPace => {
	let pace = initialPace;
	for (let request = 0; request < requests; request++) pace = paceAfterRequest(pace);
	return pace;
};

test('background reads keep a minimum spacing, however late each is', () => {
	const late = fc.array(fc.integer({min: 0, max: 20_000}), {minLength: 2, maxLength: 50});
	fc.assert(
		fc.property(late, fc.integer({min: 1, max: 600}), (lateness, perMinute) => {
			for (const gap of gaps(timesOf(perMinute, lateness)))
				expect(gap).toBeGreaterThanOrEqual(minute / perMinute / 2 - 0.01);
		}),
	);
});

test('background reads never exceed the budget, however late each is', () => {
	const late = fc.array(fc.integer({min: 0, max: 3000}), {minLength: 10, maxLength: 300});
	fc.assert(
		fc.property(late, fc.integer({min: 6, max: 300}), (lateness, perMinute) => {
			const times = timesOf(perMinute, lateness);
			for (const [index, from] of times.entries()) {
				const inMinute = times.slice(index).filter(at => at < from + minute).length;
				expect(inMinute).toBeLessThanOrEqual(perMinute + 1);
			}
		}),
	);
});

test('small delays do not waste any of the budget', () => {
	const times = timesOf(
		60,
		Array.from({length: 600}, (_, index) => (index * 37) % 30),
	);
	const minutes = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / minute;
	expect((times.length - 1) / minutes).toBeGreaterThan(59.5);
});

test('a long idle time is not followed by a burst', () => {
	const [first = 0, second = 0, third = 0] = timesOf(60, [10 * minute, 0, 0]);
	expect(second - first).toBeGreaterThanOrEqual(500);
	expect(third - second).toBe(1000);
});

test('requested reads slow background reads down evenly, and never stop them', () => {
	const times = timesOf(
		60,
		Array.from({length: 200}, () => 0),
		indebted(30),
	);
	for (const gap of gaps(times)) expect(gap).toBeLessThanOrEqual(1500);
	expect(new Set(gaps(times.slice(1, 50)))).toEqual(new Set([1500]));
	// Background reads make up for all thirty requested ones.
	const ms = (times.at(-1) ?? 0) - (times[0] ?? 0);
	expect(Math.abs(ms / 1000 - (times.length - 1) - 30)).toBeLessThanOrEqual(1);
	expect(gaps(times).at(-1)).toBe(1000);
});

test('background reads are back to full speed three minutes after any number of requested ones', () => {
	const times = timesOf(
		60,
		Array.from({length: 200}, () => 0),
		indebted(1000),
	);
	const slow = gaps(times).filter(gap => gap > 1000).length;
	expect(slow * 1500).toBeLessThanOrEqual(3 * minute);
});
