/*
Soak tests, which take too long for every test run: a simulated week for each of 200 seeds, the built program for 96 simulated hours, and every property with other cases.

	npm run soak -- [--only weeks|program|properties] [--seeds N] [--days N] [--hours N] [--speed N] [--rounds N]
*/
import {parseArgs} from 'node:util';
import {soakProgram} from './program.ts';
import {soakProperties} from './properties.ts';
import {soakWeeks} from './weeks.ts';

const {values} = parseArgs({
	options: {
		only: {type: 'string'},
		seeds: {type: 'string', default: '200'},
		days: {type: 'string', default: '7'},
		hours: {type: 'string', default: '96'},
		speed: {type: 'string', default: '300'},
		rounds: {type: 'string', default: '10'},
	},
});
const isSelected = (part: string) => values.only === undefined || values.only === part;
let hasPassed = true;
if (isSelected('program')) hasPassed = await soakProgram({hours: Number(values.hours), speed: Number(values.speed)});
if (isSelected('weeks'))
	hasPassed = (await soakWeeks({seeds: Number(values.seeds), days: Number(values.days)})) && hasPassed;
if (isSelected('properties')) hasPassed = (await soakProperties({rounds: Number(values.rounds)})) && hasPassed;
process.exit(hasPassed ? 0 : 1);
