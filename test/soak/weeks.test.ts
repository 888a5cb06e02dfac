import {expect, test} from 'vitest';
import {faultsOf} from '../simulation/check.ts';
import {simulateWeek} from '../simulation/week.ts';

/** The seeds of the weeks that `npm run soak` simulates, such as `1-100`. A test run simulates none. */
const [first = 1, last = 0] = (process.env.SOAK_SEEDS ?? '').split('-').map(Number);
const seeds = Array.from({length: Math.max(1, last - first + 1)}, (_, index) => first + index);

test.skipIf(!process.env.SOAK_SEEDS).each(seeds)(
	'a simulated week meets all requirements (seed %d)',
	{timeout: 3_600_000},
	async seed => {
		const week = await simulateWeek({seed, days: Number(process.env.SOAK_DAYS)});
		expect(faultsOf(week, 60)).toEqual([]);
	},
);
