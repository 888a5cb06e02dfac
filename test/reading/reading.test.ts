import {expect, test} from 'vitest';
import {summaryOf} from './figures.ts';
import {simulate} from './simulation.ts';
import {type Hints, teams} from './team.ts';

/** Three simulations of the first hour and a half of what `npm run reading` measures. */
function run(name: string, hints: Hints) {
	const team = teams.find(each => each.name === name && each.hints === hints);
	if (!team) throw new Error(`There is no team ${name}, ${hints}.`);
	return summaryOf([1, 2, 3].map(seed => simulate({...team, to: team.from + 5400}, seed)));
}

const never = Number.POSITIVE_INFINITY;

/** Promised in seconds. Three simulations are few, so a tenth is allowed for chance. */
test.each([
	{name: 'brief', hints: 'begin', live: 0.9, watched: 3.7, board: 10.5, discovery: 62, seen: 0.46, any: 19.4},
	{name: 'brief', hints: 'lying', live: 0.85, watched: 3.7, board: 10, discovery: 86, seen: 0.36, any: 25},
	{name: 'brief, after 4 h', hints: 'none', live: 0.7, watched: 3.8, board: 10, discovery: never, seen: 0.36, any: 26},
	{name: 'overloaded', hints: 'begin', live: 1.5, watched: 5, board: 11.5, discovery: 125, seen: 0.22, any: 15.5},
	{name: '240 projects', hints: 'begin', live: 1.1, watched: 5.1, board: 12.4, discovery: 12, seen: 0.92, any: 3.8},
] as const)('team $name, hints $hints: deployments are seen as soon as promised', ({name, hints, ...promised}) => {
	const {seen, rpm, maxPause, ...reached} = run(name, hints);
	for (const key of ['live', 'watched', 'board', 'discovery', 'any'] as const)
		expect(reached[key], key).toBeLessThanOrEqual(promised[key] * 1.1);
	expect(seen).toBeGreaterThanOrEqual(promised.seen * 0.9);
	// The budget is used, and evenly.
	expect(rpm).toBeGreaterThanOrEqual(58);
	expect(rpm).toBeLessThanOrEqual(60.01);
	expect(maxPause).toBeLessThanOrEqual(2);
});
