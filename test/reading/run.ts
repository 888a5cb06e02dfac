/*
How stale the screen is under the order of reads, on simulated teams.

	npm run reading                       all teams, one seed each
	npm run reading -- --seeds 5          the mean of so many seeds
	npm run reading -- --team brief       only teams whose names begin so
	npm run reading -- --window           the real session and landfall wait instead, on a simulated service
*/
import {parseArgs} from 'node:util';
import {summaryOf} from './figures.ts';
import {simulate} from './simulation.ts';
import {teams} from './team.ts';
import {windowTables} from './window.ts';

const {values} = parseArgs({
	options: {
		seeds: {type: 'string', default: '1'},
		team: {type: 'string', default: ''},
		window: {type: 'boolean', default: false},
	},
});

if (values.window) {
	for await (const {title, rows} of windowTables()) {
		console.log(`\n${title}`);
		console.table(rows);
	}
} else {
	printTeams();
}

function printTeams() {
	const seeds = Array.from({length: Number(values.seeds)}, (_, index) => index + 1);
	const rows = teams
		.map(team => ({team, name: `${team.name}, ${team.hints}`}))
		.filter(({name}) => name.startsWith(values.team))
		.map(({team, name}) => {
			const figures = summaryOf(seeds.map(seed => simulate(team, seed)));
			const rounded = Object.entries(figures).map(([of, figure]) => [of, Number(figure.toFixed(2))]);
			return {team: name, ...Object.fromEntries(rounded)};
		});
	console.table(rows);
}
