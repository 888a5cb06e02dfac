import {describe, expect, test} from 'vitest';
import {summaryOf} from './figures.ts';
import {simulate} from './simulation.ts';
import {type Hints, teams} from './team.ts';

/** The means of three simulations, each of the first hour and a half of what `npm run reading` measures. */
function run(name: string, hints: Hints) {
	const team = teams.find(each => each.name === name && each.hints === hints);
	if (!team) throw new Error(`There is no team ${name}, ${hints}.`);
	return summaryOf([1, 2, 3].map(seed => simulate({...team, to: team.from + 5400}, seed)));
}

const never = Number.POSITIVE_INFINITY;

/** What is promised, and a tenth for chance: three simulations are few. */
describe.each([
	{name: 'brief', hints: 'begin', live: 0.6, watched: 3.7, board: 10.5, discovery: 62, seen: 0.46, any: 19.4},
	{name: 'brief', hints: 'lying', live: 0.6, watched: 3.7, board: 10, discovery: 86, seen: 0.36, any: 25},
	{name: 'brief, after 4 h', hints: 'none', live: 0.6, watched: 3.8, board: 10, discovery: never, seen: 0.38, any: 25},
	{name: 'overloaded', hints: 'begin', live: 1.2, watched: 5, board: 11.5, discovery: 125, seen: 0.22, any: 15.5},
	{name: '240 projects', hints: 'begin', live: 1, watched: 5.1, board: 12.4, discovery: 11, seen: 0.95, any: 3.2},
] as const)('team $name, hints $hints', ({name, hints, ...promised}) => {
	const reached = run(name, hints);

	test.each(['live', 'watched', 'board', 'discovery', 'any'] as const)(
		'%s: what goes on is seen as soon as promised',
		key => {
			expect(reached[key]).toBeLessThanOrEqual(promised[key] * 1.1);
		},
	);

	test('as many deployments are seen in progress as promised', () => {
		expect(reached.seen).toBeGreaterThanOrEqual(promised.seen * 0.9);
	});

	test('the budget is used, and evenly', () => {
		expect(reached.perMinute).toBeGreaterThanOrEqual(58);
		expect(reached.perMinute).toBeLessThanOrEqual(60.01);
		expect(reached.maxPause).toBeLessThanOrEqual(2);
	});
});
