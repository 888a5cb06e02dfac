import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
	discoveryValue,
	hintValue,
	maxDiscoveryValue,
	rowValue,
} from '../../../src/store/polling/reading-plan/read-value.ts';

const seconds = fc.double({min: 0.01, max: 5000, noNaN: true});
const durations = fc.double({min: 2, max: 2000, noNaN: true});
const share = fc.double({min: 0.01, max: 1, noNaN: true});
const rate = fc.double({min: 1e-7, max: 1, noNaN: true});

/** Returns the integral of `s · f'(s)` from 0 to `to`, computed numerically: the value of a source with expected staleness `f`. */
function integrated(f: (since: number) => number, to: number): number {
	const steps = 4000;
	let sum = 0;
	for (let step = 0; step < steps; step++) {
		const [from, until] = [(to * step) / steps, (to * (step + 1)) / steps];
		sum += ((from + until) / 2) * (f(until) - f(from));
	}

	return sum;
}

describe('the value of a row', () => {
	test.each([
		[5, 20],
		[20, 20],
		[300, 20],
		[10, 400],
	])('equals the cost of its staleness, %d s after it was read in a state that lasts %d s', (since, duration) => {
		const staleness = (to: number) => to - duration * (1 - Math.exp(-to / duration));
		expect(rowValue(since, duration)).toBeCloseTo(integrated(staleness, since), 0);
	});

	test('grows with the time since it was read, and is higher for shorter states', () => {
		fc.assert(
			fc.property(seconds, durations, (since, duration) => {
				expect(rowValue(since * 1.1, duration)).toBeGreaterThan(rowValue(since, duration));
				expect(rowValue(since, duration)).toBeGreaterThanOrEqual(rowValue(since, duration * 1.1));
			}),
		);
	});
});

describe('the value of looking for new deployments', () => {
	test.each([
		[10, 0.01, 60],
		[100, 0.01, 60],
		[2000, 0.01, 60],
	])('equals the cost of unknown deployments, %d s after the last look', (since, begun, duration) => {
		const unknown = (to: number) => begun * duration ** 2 * (1 - (1 + to / duration) * Math.exp(-to / duration));
		const value = discoveryValue(since, begun, duration);
		expect(value / integrated(unknown, since)).toBeCloseTo(1, 2);
	});

	test('is bounded by the number of deployments in progress', () => {
		fc.assert(
			fc.property(seconds, rate, durations, (since, begun, duration) => {
				const value = discoveryValue(since, begun, duration);
				const limit = discoveryValue(Number.POSITIVE_INFINITY, begun, duration);
				expect(value).toBeGreaterThanOrEqual(0);
				expect(value).toBeLessThanOrEqual(limit * (1 + 1e-9));
				expect(value).toBeLessThanOrEqual(maxDiscoveryValue(since, begun, duration) * (1 + 1e-6));
				expect(limit).toBeCloseTo(2 * begun * duration ** 3, 5);
			}),
		);
	});
});

test('the newest of several hints has the highest value', () => {
	fc.assert(
		fc.property(seconds, durations, share, (age, duration, precision) => {
			expect(hintValue(age, duration, precision)).toBeGreaterThanOrEqual(hintValue(age + 1, duration, precision));
			expect(hintValue(age, duration, precision)).toBeLessThanOrEqual(precision * duration * duration);
		}),
	);
});
