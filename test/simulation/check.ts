import type {Week} from './week.ts';

const quantile = (sorted: readonly number[], share: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Lists the requirements that a simulated week violates. */
export function faultsOf(week: Week, requestsPerMinute: number): readonly string[] {
	const ages = week.ages.toSorted((a, b) => a - b);
	const recoveries = week.recoveries.toSorted((a, b) => a - b);
	const faults = [...week.faults];
	const check = (isMet: boolean, fault: string) => isMet || faults.push(fault);
	// Requests caused by keys may exceed the limit of background reads.
	check(week.maxInMinute <= requestsPerMinute + 30, `${week.maxInMinute} requests in a minute`);
	// Six that fill rows, two in the background, and two that the user waits for.
	check(week.maxInFlight <= 10, `${week.maxInFlight} concurrent requests`);
	check(week.maxTimers <= 40, `${week.maxTimers} timers`);
	check(week.timersLeft === 0, `${week.timersLeft} timers after the end`);
	check(week.writes <= week.intents, `${week.writes} writes arrived for ${week.intents} intents`);
	check(quantile(ages, 0.5) <= 10_000, `half of the displayed data was older than ${quantile(ages, 0.5)} ms`);
	// Two consecutive reads without a response, and the pauses after them.
	check(quantile(ages, 1) <= 90_000, `some displayed data was ${quantile(ages, 1)} ms old`);
	// The longest backoff delay or a requested pause, and a second attempt.
	check(quantile(recoveries, 1) <= 150_000, `reading resumed only ${quantile(recoveries, 1)} ms after a fault`);
	return faults;
}
