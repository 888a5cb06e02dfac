import fc from 'fast-check';
import {expect, test} from 'vitest';
import {initialWeights, weightsAfter, wrongSeconds} from '../../../src/store/polling/reading-plan/view-weights.ts';

/** The weight after rows were read every so often for long. */
function weightAfter(view: 'live' | 'watched' | 'visible', since: number): number {
	let weights = initialWeights;
	for (let read = 0; read < 1000; read++) weights = weightsAfter(weights, {view, since, stateLasts: 20});
	return weights[view];
}

test.each(['live', 'watched', 'visible'] as const)(
	'what is %s counts more while it gets too old, and less while it does not',
	view => {
		expect(weightAfter(view, 60)).toBeGreaterThan(initialWeights[view]);
		expect(weightAfter(view, 1)).toBeLessThan(initialWeights[view]);
	},
);

test('weights stay within bounds, so that discovery goes on', () => {
	expect(weightAfter('visible', 1e6)).toBeLessThanOrEqual(40);
	expect(weightAfter('live', 1e6)).toBeLessThanOrEqual(4000);
	expect(weightAfter('visible', 0)).toBeGreaterThan(0);
});

test('rows that nobody sees change no weight', () => {
	expect(weightsAfter(initialWeights, {view: 'rest', since: 1000, stateLasts: 5})).toBe(initialWeights);
});

test('a row is wrong for no longer than it was not read', () => {
	const seconds = fc.double({min: 0, max: 1e5, noNaN: true});
	fc.assert(
		fc.property(seconds, fc.double({min: 2, max: 1e4, noNaN: true}), seconds, (since, stateLasts, limit) => {
			const wrong = wrongSeconds(since, stateLasts, limit);
			expect(wrong).toBeGreaterThanOrEqual(-1e-6);
			expect(wrong).toBeLessThanOrEqual(Math.max(0, since - limit) + 1e-6);
		}),
	);
});
