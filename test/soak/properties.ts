import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {runToEnd} from '../../scripts/run-to-end.ts';

const root = join(import.meta.dirname, '../..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** The test files with properties. */
const filesWithProperties = () =>
	globSync('test/**/*.test.{ts,tsx}', {cwd: root}).filter(file =>
		readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"),
	);

/** Checks every property with cases that no run had before, `rounds` times. Prints the failures with the seed that repeats them. Returns whether there were none. */
export async function soakProperties({rounds}: {readonly rounds: number}): Promise<boolean> {
	const files = filesWithProperties();
	const first = Date.now() % 2 ** 31;
	let failedCount = 0;
	for (let seed = first; seed < first + rounds; seed++) {
		const args = [vitest, 'run', '--reporter=dot', ...files];
		const {code, printed} = await runToEnd(process.execPath, args, {...process.env, LANDFALL_SEED: `${seed}`});
		console.log(`properties with seed ${seed}: ${code === 0 ? 'passed' : 'FAILED'}`);
		if (code === 0) continue;
		failedCount++;
		console.log(`${printed}\nRepeat with LANDFALL_SEED=${seed} npm test`);
	}

	return failedCount === 0;
}
