/*
Soak tests, which take too long for every test run: the built program for 96 simulated hours, and a simulated week for each of 200 seeds.
*/
import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {soakProgram} from './program.ts';

const root = join(import.meta.dirname, '../..');

/** Simulates a week for each seed, and prints failures. Returns whether there are none. */
async function soakWeeks(seeds: string): Promise<boolean> {
	const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', 'test/simulation/week.test.ts'];
	const env = {...process.env, SOAK_SEEDS: seeds, SOAK_DAYS: '7'};
	const run = promisify(execFile)(process.execPath, args, {cwd: root, env, maxBuffer: 100_000_000});
	const {code = 0, stdout, stderr} = await run.catch(error => error);
	console.log(`weeks of the seeds ${seeds}: ${code === 0 ? 'passed' : `FAILED\n${stdout}${stderr}`}`);
	return code === 0;
}

const isFlat = await soakProgram();
const passed = await Promise.all(['1-100', '101-200'].map(soakWeeks));
process.exit(isFlat && passed.every(Boolean) ? 0 : 1);
