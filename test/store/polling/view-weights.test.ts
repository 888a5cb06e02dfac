import fc from 'fast-check';
import {expect, test} from 'vitest';
import {initialWeights, weightsAfter, wrongSeconds} from '../../../src/store/polling/reading-plan/view-weights.ts';

/** Returns the weight after many reads at the given interval, in seconds. */
function weightAfter(view: 'live' | 'watched' | 'visible', since: number): number {
	let weights = initialWeights;
	for (let read = 0; read < 1000; read++) weights = weightsAfter(weights, {view, since, stateDuration: 20});
	return weights[view];
}

test.each(['live', 'watched', 'visible'] as const)(
	'the weight of %s rows grows while they get too old, and falls otherwise',
	view => {
		expect(weightAfter(view, 60)).toBeGreaterThan(initialWeights[view]);
		expect(weightAfter(view, 1)).toBeLessThan(initialWeights[view]);
	},
);

test('weights stay within bounds, so that discovery continues', () => {
	expect(weightAfter('visible', 1e6)).toBeLessThanOrEqual(40);
	expect(weightAfter('live', 1e6)).toBeLessThanOrEqual(4000);
	expect(weightAfter('visible', 0)).toBeGreaterThan(0);
});

test('rows off the screen change no weight', () => {
	expect(weightsAfter(initialWeights, {view: 'rest', since: 1000, stateDuration: 5})).toBe(initialWeights);
});

test('a row is wrong no longer than the time since it was read', () => {
	const seconds = fc.double({min: 0, max: 1e5, noNaN: true});
	fc.assert(
		fc.property(seconds, fc.double({min: 2, max: 1e4, noNaN: true}), seconds, (since, stateDuration, limit) => {
			const wrong = wrongSeconds(since, stateDuration, limit);
			expect(wrong).toBeGreaterThanOrEqual(-1e-6);
			expect(wrong).toBeLessThanOrEqual(Math.max(0, since - limit) + 1e-6);
		}),
	);
});
