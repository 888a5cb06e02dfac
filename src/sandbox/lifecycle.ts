import {createDice, type Dice} from './random.ts';
import type {Outcome} from './world/rows.ts';

/** The phases of a deployment, fixed when it is created. Times are milliseconds after its creation. */
export type Lifecycle = {
	/** When each of the five phases (queued, uploading, building, verifying, releasing) begins; the first at 0. */
	readonly phasesBeginMs: readonly number[];
	readonly concludedAfterMs: number;
	readonly outcome: Outcome;
};

const maxMs = 70_000;
const minMs = 16_000;

/** Returns the lifecycle of a deployment: 15 to 70 seconds for a success, shorter otherwise. */
export function lifecycleOf(seed: number, projectSeq: number, ordinal: number): Lifecycle {
	const roll = createDice(seed, 'life', projectSeq, ordinal);
	const outcome = outcomeBy(roll);
	const queuedMs = 1000 + roll() * 3000;
	// Squared, because most deployments are quick and a few are slow.
	const wholeMs = minMs + roll() ** 2 * (maxMs - minMs);
	const shares = [0.6 + roll() * 0.6, 1.5 + roll(), 0.5 + roll() * 0.5, 0.2 + roll() * 0.4];
	const sum = shares.reduce((total, share) => total + share, 0);

	const phasesBeginMs = [0];
	let beginsMs = queuedMs;
	for (const share of shares) {
		phasesBeginMs.push(Math.round(beginsMs));
		beginsMs += (share / sum) * (wholeMs - queuedMs);
	}

	const fraction = outcome === 'success' ? 1 : 0.35 + roll() * 0.6;
	return {phasesBeginMs, concludedAfterMs: Math.round(wholeMs * fraction), outcome};
}

/** Returns only the outcome, which is cheaper. */
export const outcomeOf = (seed: number, projectSeq: number, ordinal: number): Outcome =>
	outcomeBy(createDice(seed, 'life', projectSeq, ordinal));

function outcomeBy(roll: Dice): Outcome {
	const chance = roll();
	return chance < 0.75 ? 'success' : chance < 0.92 ? 'failure' : 'cancelled';
}

/** Returns the index of the current phase, or `concluded`. A negative age is in the first phase. */
export function phaseAt({phasesBeginMs, concludedAfterMs}: Lifecycle, ageMs: number): number | 'concluded' {
	if (ageMs >= concludedAfterMs) return 'concluded';
	return Math.max(
		0,
		phasesBeginMs.findLastIndex(beginMs => beginMs <= ageMs),
	);
}
