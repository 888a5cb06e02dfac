/*
Runs mutation tests with Stryker: `node scripts/mutate.ts --mutate src/model/query.ts`, with a file or a pattern and Stryker's own options.

Stryker has 175 packages that nothing else needs. They are not dependencies, but installed once below node_modules, where they find this project's vitest.
*/
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';

const version = '10.1.1';

const root = join(import.meta.dirname, '..');
const tools = join(root, 'node_modules', '.cache', `stryker-${version}`);
const stryker = join(tools, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

function run(file: string, args: readonly string[]) {
	const {status, error} = spawnSync(file, args, {cwd: root, stdio: 'inherit'});
	if (error) throw error;
	if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(stryker)) {
	mkdirSync(tools, {recursive: true});
	const packages = ['core', 'vitest-runner'].map(name => `@stryker-mutator/${name}@${version}`);
	// Without peer dependencies, so that the project's own vitest runs.
	run('npm', ['install', '--prefix', tools, '--legacy-peer-deps', '--no-audit', '--no-fund', ...packages]);
}

run(process.execPath, [stryker, 'run', 'stryker.config.json', ...process.argv.slice(2)]);
