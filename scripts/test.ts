import {execFile, spawn} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';

const root = join(import.meta.dirname, '..');

/** On Windows, the files in .bin need a shell. */
const tool = (path: string, ...args: readonly string[]) => [join(root, 'node_modules', path), ...args];

const steps = [
	{name: 'types', command: tool('typescript/bin/tsc')},
	{name: 'format and lint', command: tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')},
	{name: 'unused code', command: tool('knip/bin/knip.js')},
	{name: 'bundle', command: [join(root, 'scripts', 'build.ts')]},
] as const;

async function run({name, command}: {readonly name: string; readonly command: readonly string[]}) {
	const startedAt = performance.now();
	const options = {cwd: root, maxBuffer: 100_000_000};
	const ended = promisify(execFile)(process.execPath, command, options);
	const {code = 0, stdout, stderr} = await ended.catch(error => error);
	console.log(
		`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
	);
	if (code === 0) return;
	console.log(stdout + stderr);
	process.exit(1);
}

// With arguments, runs only the tests that they choose.
const args = process.argv.slice(2);
if (args.length === 0) await Promise.all(steps.map(run));
const tests = spawn(process.execPath, tool('vitest/vitest.mjs', 'run', ...args), {
	cwd: root,
	stdio: 'inherit',
});
tests.on('exit', code => process.exit(code ?? 1));
