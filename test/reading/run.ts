/*
How stale the screen is under the order of reads, and if all is read in turn, on simulated teams.

	npm run reading                       all teams and both ways, one seed each
	npm run reading -- --seeds 5          the mean of so many seeds
	npm run reading -- --team brief       only teams whose names begin so
*/
import {parseArgs} from 'node:util';
import {summaryOf} from './figures.ts';
import {createOrdered, createRoundRobin} from './plans.ts';
import {simulate} from './simulation.ts';
import {teams} from './team.ts';

const {values} = parseArgs({
	options: {
		seeds: {type: 'string', default: '1'},
		team: {type: 'string', default: ''},
		'per-minute': {type: 'string', default: '60'},
	},
});

const perMinute = Number(values['per-minute']);
const rows = teams
	.filter(team => `${team.name}, ${team.hints}`.startsWith(values.team))
	.flatMap(team =>
		Object.entries({'in order': createOrdered, 'in turn': createRoundRobin}).map(([plan, create]) => {
			const seeds = Array.from({length: Number(values.seeds)}, (_, index) => index + 1);
			const figures = summaryOf(seeds.map(seed => simulate(team, create, {seed, perMinute})));
			const rounded = Object.entries(figures).map(([name, figure]) => [name, Number(figure.toFixed(2))]);
			return {team: `${team.name}, ${team.hints}`, plan, ...Object.fromEntries(rounded)};
		}),
	);
console.table(rows);
