import {spawn} from 'node:child_process';
import {existsSync, globSync, statSync} from 'node:fs';
import {join} from 'node:path';

const root = join(import.meta.dirname, '..');
const program = join(root, 'dist', 'landfall.js');

/** Whether the bundle is missing or older than any of its sources. */
function isOutdated(): boolean {
	if (!existsSync(program)) return true;
	const builtAt = statSync(program).mtimeMs;
	const sources = globSync(['src/**/*', 'scripts/bu*.ts', 'package.json'], {cwd: root});
	return sources.some(path => statSync(join(root, path)).mtimeMs > builtAt);
}

/** Runs this Node and returns its exit code; a signal counts as 128 plus its number. */
function run(args: readonly string[], stdio: 'inherit' | ['ignore', 'ignore', 'inherit']): Promise<number> {
	const child = spawn(process.execPath, args, {stdio, cwd: root});
	const passOn = (signal: NodeJS.Signals) => child.kill(signal);
	const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	for (const signal of signals) process.on(signal, passOn);
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('exit', (code, signal) => {
			for (const known of signals) process.off(known, passOn);
			resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
		});
	});
}

const args = process.argv.slice(2);
const built = isOutdated() ? await run([join(root, 'scripts', 'build.ts')], ['ignore', 'ignore', 'inherit']) : 0;
// Without arguments, shows the demo.
process.exitCode = built || (await run([program, ...(args.length === 0 ? ['--demo'] : args)], 'inherit'));
