import {expect, test} from 'vitest';
import {faultsOf} from './check.ts';
import {simulateWeek} from './week.ts';

test.each([1, 2])(
	'two simulated days with faults, outages, sleep and clock changes meet all requirements (seed %d)',
	{tags: ['fault-41', 'fault-51'], timeout: 120_000},
	async seed => {
		const week = await simulateWeek({seed, days: 2});
		expect(faultsOf(week, 60)).toEqual([]);
		expect(week.requests).toBeGreaterThan(1000);
		expect(week.ages.length).toBeGreaterThan(50);
	},
);
