import {spawn} from 'node:child_process';
import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

const root = join(import.meta.dirname, '../..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** The test files with properties. */
const filesWithProperties = () =>
	globSync('test/**/*.test.{ts,tsx}', {cwd: root}).filter(file =>
		readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"),
	);

/** Runs the files with a seed. Returns what they printed, or undefined if they passed. */
async function failureOf(files: readonly string[], seed: number): Promise<string | undefined> {
	const child = spawn(process.execPath, [vitest, 'run', '--reporter=dot', ...files], {
		cwd: root,
		env: {...process.env, LANDFALL_SEED: `${seed}`},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const output: Buffer[] = [];
	child.stdout.on('data', chunk => output.push(chunk));
	child.stderr.on('data', chunk => output.push(chunk));
	const code = await new Promise<number>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', status => resolve(status ?? 1));
	});
	return code === 0 ? undefined : Buffer.concat(output).toString();
}

/** Checks every property with cases that no run had before, `rounds` times. Prints the failures with the seed that repeats them. Returns whether there were none. */
export async function soakProperties({rounds}: {readonly rounds: number}): Promise<boolean> {
	const files = filesWithProperties();
	const first = Date.now() % 2 ** 31;
	let failedCount = 0;
	for (let seed = first; seed < first + rounds; seed++) {
		const failure = await failureOf(files, seed);
		console.log(`properties with seed ${seed}: ${failure === undefined ? 'passed' : 'FAILED'}`);
		if (failure === undefined) continue;
		failedCount++;
		console.log(`${failure}\nRepeat with LANDFALL_SEED=${seed} npm test`);
	}

	return failedCount === 0;
}
