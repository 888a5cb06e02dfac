/*
Soak tests, which take too long for every test run: a simulated week for each of 200 seeds, and the built program for 96 simulated hours.

	npm run soak -- [--only weeks|program] [--seeds N] [--days N] [--hours N] [--speed N]
*/
import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {parseArgs, promisify} from 'node:util';
import {soakProgram} from './program.ts';

const {values} = parseArgs({
	options: {
		only: {type: 'string'},
		seeds: {type: 'string', default: '200'},
		days: {type: 'string', default: '7'},
		hours: {type: 'string', default: '96'},
		speed: {type: 'string', default: '300'},
	},
});
const root = join(import.meta.dirname, '../..');

/** Simulates a week for each seed, and prints failures. Returns whether there are none. */
async function soakWeeksOf(seeds: string): Promise<boolean> {
	const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', 'test/simulation/week.test.ts'];
	const env = {...process.env, SOAK_SEEDS: seeds, SOAK_DAYS: values.days};
	const run = promisify(execFile)(process.execPath, args, {cwd: root, env, maxBuffer: 100_000_000});
	const {code = 0, stdout, stderr} = await run.catch(error => error);
	console.log(`weeks of the seeds ${seeds}: ${code === 0 ? 'passed' : `FAILED\n${stdout}${stderr}`}`);
	return code === 0;
}

async function soakWeeks(): Promise<boolean> {
	const seeds = Number(values.seeds);
	const half = Math.ceil(seeds / 2);
	const passed = await Promise.all([`1-${half}`, `${half + 1}-${seeds}`].map(soakWeeksOf));
	return passed.every(Boolean);
}

const parts = {
	program: () => soakProgram({hours: Number(values.hours), speed: Number(values.speed)}),
	weeks: soakWeeks,
};
let hasPassed = true;
for (const [name, soak] of Object.entries(parts)) {
	if (values.only === undefined || values.only === name) hasPassed = (await soak()) && hasPassed;
}

process.exit(hasPassed ? 0 : 1);
