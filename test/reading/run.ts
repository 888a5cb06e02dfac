/*
How stale the screen is under different ways to choose the next request, on simulated teams.

	npm run reading                       all teams and ways, one seed each
	npm run reading -- --seeds 5          the mean of so many seeds
	npm run reading -- --team brief       only teams whose names begin so
	npm run reading -- --worst            of each figure the worst of all seeds, not the mean
	npm run reading -- --plan simple      only one way to choose
*/
import {parseArgs} from 'node:util';
import {rowOf, title} from './figures.ts';
import {createOracle, createOrdered, createRoundRobin} from './plans.ts';
import {type CreatePlan, simulate} from './simulation.ts';
import {teams} from './team.ts';

const {values} = parseArgs({
	options: {
		seeds: {type: 'string', default: '1'},
		team: {type: 'string', default: ''},
		plan: {type: 'string', default: ''},
		worst: {type: 'boolean', default: false},
		'per-minute': {type: 'string', default: '60'},
	},
});

const plans: ReadonlyArray<readonly [name: string, create: CreatePlan]> = [
	['round robin', createRoundRobin],
	['simple order', createOrdered],
	['oracle', createOracle],
];

const perMinute = Number(values['per-minute']);
console.log(title);
for (const team of teams) {
	const name = `${team.name}, ${team.hints}`;
	if (!name.startsWith(values.team)) continue;
	for (const [plan, create] of plans) {
		if (!plan.startsWith(values.plan)) continue;
		const seeds = Array.from({length: Number(values.seeds)}, (_, index) => index + 1);
		const runs = seeds.map(seed => simulate(team, create, {seed, perMinute}));
		console.log(rowOf(name, plan, runs, values.worst));
	}
}
