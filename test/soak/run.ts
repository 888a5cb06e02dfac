/*
Soak tests, which take too long for every test run: a simulated week for each of 200 seeds, and the built program for 48 simulated hours.

	npm run soak -- [--only weeks|program] [--seeds N] [--days N] [--hours N] [--speed N]
*/
import {parseArgs} from 'node:util';
import {soakProgram} from './program.ts';
import {soakWeeks} from './weeks.ts';

const {values} = parseArgs({
	options: {
		only: {type: 'string'},
		seeds: {type: 'string', default: '200'},
		days: {type: 'string', default: '7'},
		hours: {type: 'string', default: '48'},
		speed: {type: 'string', default: '300'},
	},
});
const isSelected = (part: string) => values.only === undefined || values.only === part;
let hasPassed = true;
if (isSelected('program')) hasPassed = await soakProgram({hours: Number(values.hours), speed: Number(values.speed)});
if (isSelected('weeks'))
	hasPassed = (await soakWeeks({seeds: Number(values.seeds), days: Number(values.days)})) && hasPassed;
process.exit(hasPassed ? 0 : 1);
