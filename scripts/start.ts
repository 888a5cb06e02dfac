import {spawnSync} from 'node:child_process';
import {existsSync, globSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const root = join(import.meta.dirname, '..');
const program = join(root, 'dist', 'landfall.js');

function isOutdated(): boolean {
	if (!existsSync(program)) return true;
	const builtAt = statSync(program).mtimeMs;
	const sources = globSync(['src/**/*', 'scripts/bu*.ts', 'package.json'], {cwd: root});
	return sources.some(path => statSync(join(root, path)).mtimeMs > builtAt);
}

if (isOutdated()) {
	const build = spawnSync(process.execPath, [join(root, 'scripts', 'build.ts')], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	if (build.status !== 0) process.exit(build.status ?? 1);
}

// Without arguments, shows the demo.
const args = process.argv.slice(2);
process.argv = [process.execPath, program, ...(args.length === 0 ? ['--demo'] : args)];
await import(pathToFileURL(program).href);
