/*
How stale the screen is with the order of reads, on simulated teams.

	npm run reading                       all teams, one seed each
	npm run reading -- --seeds 5          the mean of so many seeds
	npm run reading -- --team brief       only teams whose names begin so
	npm run reading -- --worst            of each figure the worst of all seeds, not the mean
*/
import {parseArgs} from 'node:util';
import {rowOf, title} from './figures.ts';
import {simulate} from './simulation.ts';
import {teams} from './team.ts';

const {values} = parseArgs({
	options: {
		seeds: {type: 'string', default: '1'},
		team: {type: 'string', default: ''},
		worst: {type: 'boolean', default: false},
		'per-minute': {type: 'string', default: '60'},
	},
});

console.log(title);
for (const team of teams) {
	const name = `${team.name}, ${team.hints}`;
	if (!name.startsWith(values.team)) continue;
	const seeds = Array.from({length: Number(values.seeds)}, (_, index) => index + 1);
	const runs = seeds.map(seed => simulate(team, seed, Number(values['per-minute'])));
	console.log(rowOf(name, runs, values.worst));
}
