import type {Week} from './week.ts';

const at = (sorted: readonly number[], share: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** What a week must keep to, as sentences about what it did not. */
export function faultsOf(week: Week, requestsPerMinute: number): readonly string[] {
	const ages = week.ages.toSorted((a, b) => a - b);
	const recoveries = week.recoveries.toSorted((a, b) => a - b);
	const faults = [...week.faults];
	const hold = (isSo: boolean, otherwise: string) => isSo || faults.push(otherwise);
	// A person who moves about is not held back by the budget.
	hold(week.maxInMinute <= requestsPerMinute + 30, `${week.maxInMinute} calls in a minute`);
	// Six that fill in rows, two that nobody waits for, and two that somebody does.
	hold(week.maxInFlight <= 10, `${week.maxInFlight} calls at once`);
	hold(week.maxTimers <= 40, `${week.maxTimers} timers`);
	hold(week.timersLeft === 0, `${week.timersLeft} timers after the end`);
	hold(week.writes <= week.intents, `${week.writes} writes arrived, ${week.intents} were meant`);
	hold(at(ages, 0.5) <= 10_000, `half of what was shown was older than ${at(ages, 0.5)} ms`);
	// Two reads in a row that get no answer, and the pauses after them.
	hold(at(ages, 1) <= 90_000, `something that was shown was ${at(ages, 1)} ms old`);
	// The pause at the top of the ladder, or the quiet that was asked for, and a second try.
	hold(at(recoveries, 1) <= 150_000, `reading went on only ${at(recoveries, 1)} ms after a fault`);
	return faults;
}

/** Half, nearly all, and the worst of some times, in seconds. */
export const spreadOf = (times: readonly number[]): readonly [number, number, number] => {
	const sorted = times.toSorted((a, b) => a - b);
	return [at(sorted, 0.5) / 1000, at(sorted, 0.99) / 1000, at(sorted, 1) / 1000];
};
