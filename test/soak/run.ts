/*
Soak tests, which take too long for every test run: a simulated week for each of 200 seeds, the built program for 96 simulated hours, and every property with other cases.

	npm run soak -- [--only weeks|program|properties] [--seeds N] [--days N] [--hours N] [--speed N] [--rounds N]
*/
import {execFile} from 'node:child_process';
import {globSync, readFileSync} from 'node:fs';
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
		rounds: {type: 'string', default: '10'},
	},
});
const root = join(import.meta.dirname, '../..');

/** Runs test files with more in the environment, and prints what failed. Returns whether nothing did. */
async function runTests(what: string, files: readonly string[], env: Readonly<Record<string, string>>) {
	const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', ...files];
	const options = {cwd: root, env: {...process.env, ...env}, maxBuffer: 100_000_000};
	const {code = 0, stdout, stderr} = await promisify(execFile)(process.execPath, args, options).catch(error => error);
	console.log(`${what}: ${code === 0 ? 'passed' : `FAILED\n${stdout}${stderr}`}`);
	return code === 0;
}

/** Simulates a week for each seed, in two processes. */
async function soakWeeks(): Promise<boolean> {
	const seeds = Number(values.seeds);
	const half = Math.ceil(seeds / 2);
	const passed = await Promise.all(
		[`1-${half}`, `${half + 1}-${seeds}`].map(part =>
			runTests(`weeks of the seeds ${part}`, ['test/simulation/week.test.ts'], {
				SOAK_SEEDS: part,
				SOAK_DAYS: values.days,
			}),
		),
	);
	return passed.every(Boolean);
}

/** Checks every property with cases that no run had before. */
async function soakProperties(): Promise<boolean> {
	const files = globSync('test/**/*.test.{ts,tsx}', {cwd: root}).filter(file =>
		readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"),
	);
	const first = Date.now() % 2 ** 31;
	const passed: boolean[] = [];
	for (let seed = first; seed < first + Number(values.rounds); seed++) {
		passed.push(await runTests(`properties with LANDFALL_SEED=${seed}`, files, {LANDFALL_SEED: `${seed}`}));
	}

	return passed.every(Boolean);
}

const parts = {
	program: () => soakProgram({hours: Number(values.hours), speed: Number(values.speed)}),
	weeks: soakWeeks,
	properties: soakProperties,
};
let hasPassed = true;
for (const [name, soak] of Object.entries(parts)) {
	if (values.only === undefined || values.only === name) hasPassed = (await soak()) && hasPassed;
}

process.exit(hasPassed ? 0 : 1);
