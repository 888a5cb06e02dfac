import fc from 'fast-check';
import {expect, test} from 'vitest';
import {lifecycleOf, outcomeOf, phaseAt} from '../../src/sandbox/world/deployment-lifecycle.ts';

const lives = Array.from({length: 4000}, (_, at) => lifecycleOf(1, 1 + (at % 200), 1 + Math.floor(at / 200)));

test('three of four deployments succeed, one of six fails, the rest are cancelled', () => {
	const share = (outcome: string) => lives.filter(life => life.outcome === outcome).length / lives.length;
	expect(share('success')).toBeCloseTo(0.75, 1);
	expect(share('failure')).toBeCloseTo(0.17, 1);
	expect(share('cancelled')).toBeCloseTo(0.08, 1);
});

test('a deployment is queued for one to four seconds, and a successful one takes 15 to 70', () => {
	for (const {phasesBeginMs, concludedAfterMs, outcome} of lives) {
		expect(phasesBeginMs).toHaveLength(5);
		expect(phasesBeginMs[1]).toBeGreaterThanOrEqual(1000);
		expect(phasesBeginMs[1]).toBeLessThanOrEqual(4000);
		expect(concludedAfterMs).toBeGreaterThan(phasesBeginMs[1] ?? 0);
		expect(concludedAfterMs).toBeLessThanOrEqual(70_000);
		if (outcome === 'success') expect(concludedAfterMs).toBeGreaterThanOrEqual(15_000);
	}
});

test('a deployment lifecycle is fixed at creation and never goes back', () => {
	const whole = fc.integer({min: 1, max: 2 ** 30});
	fc.assert(
		fc.property(fc.integer(), whole, whole, fc.nat(100_000), fc.nat(100_000), (seed, seq, ordinal, age, more) => {
			const life = lifecycleOf(seed, seq, ordinal);
			expect(lifecycleOf(seed, seq, ordinal)).toEqual(life);
			expect(outcomeOf(seed, seq, ordinal)).toBe(life.outcome);
			const [earlier, later] = [phaseAt(life, age), phaseAt(life, age + more)];
			if (earlier === 'concluded') expect(later).toBe('concluded');
			else if (later !== 'concluded') expect(later).toBeGreaterThanOrEqual(earlier);
			expect(phaseAt(life, -age - 1)).toBe(0);
			expect(phaseAt(life, life.concludedAfterMs)).toBe('concluded');
		}),
	);
});
