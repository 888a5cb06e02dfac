import {expect, test} from 'vitest';
import {simulateWeek} from './week.ts';

/** `npm run soak` names more seeds, such as `1-100`, and simulates each of them for longer. */
const [first = 1, last = first] = (process.env.SOAK_SEEDS ?? '1-1').split('-').map(Number);
const days = Number(process.env.SOAK_DAYS ?? 1);

test.each(Array.from({length: last - first + 1}, (_, index) => first + index))(
	'simulated days with faults, outages, sleep and clock changes meet all requirements (seed %d)',
	{tags: ['fault-41', 'fault-51'], timeout: 600_000},
	async seed => {
		const week = await simulateWeek({seed, days});
		expect(week.faults).toEqual([]);
		// Keys may exceed the sixty requests a minute of background reads.
		expect(week.maxInMinute).toBeLessThanOrEqual(60 + 30);
		// Six that fill rows, two in the background, and two that the user waits for.
		expect(week.maxInFlight).toBeLessThanOrEqual(10);
		expect(week.clock.maxPending()).toBeLessThanOrEqual(40);
		expect(week.clock.pending()).toBe(0);
		expect(week.writes).toBeLessThanOrEqual(week.intents);
		const ages = week.ages.toSorted((a, b) => a - b);
		expect(ages[Math.floor(ages.length / 2)]).toBeLessThanOrEqual(10_000);
		// Two consecutive reads without a response, and the pauses after them.
		expect(ages.at(-1)).toBeLessThanOrEqual(90_000);
		// The longest backoff delay or a requested pause, and a second attempt.
		expect(Math.max(...week.recoveries)).toBeLessThanOrEqual(150_000);
		expect(week.requests).toBeGreaterThan(1000);
		expect(ages.length).toBeGreaterThan(50);
	},
);
