import {statSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {preloading, runProgram} from '../kit/app/program.ts';
import {program} from '../kit/app/terminal.ts';
import {serveSandbox} from '../kit/services/local-services.ts';

/** Prints to standard error, at the end of a program, which files and modules of Node it has loaded. */
const reporting = `import {registerHooks} from 'node:module';
const urls = [];
registerHooks({load: (url, context, next) => (urls.push(url), next(url, context))});
const print = () => process.stderr.write('\\nloaded ' + JSON.stringify({urls, builtIn: process.moduleLoadList}));
process.on('exit', print)`;

/** Runs the built program and returns which of its files and of Node's modules it loaded. */
async function loadedBy(args: readonly string[], env: Readonly<Record<string, string>>) {
	const {code, stderr} = await runProgram(args, {env: {...env, ...preloading(reporting)}});
	const {urls, builtIn}: Readonly<Record<'urls' | 'builtIn', readonly string[]>> = JSON.parse(
		stderr.split('\nloaded ')[1] ?? '{}',
	);
	return {code, builtIn, files: urls.flatMap(url => url.split('/dist/')[1] ?? [])};
}

/** The size of files of the bundle in bytes. */
const sizeOf = (files: readonly string[]) =>
	files.reduce((sum, file) => sum + statSync(join(dirname(program), file)).size, 0);

test.each([
	[['ls', '--limit', '1'], 0, 6, 168_000],
	[['get', 'nowhere'], 4, 6, 168_000],
	[['completion', 'bash'], 0, 4, 37_000],
	[['complete', 'bash', 'landfall get ', ''], 0, 2, 48_400],
	[['help'], 0, 2, 25_600],
	[['help', 'wait'], 0, 2, 25_600],
	[['--version'], 0, 3, 34_900],
])('landfall %j, which ends with %i, loads few files, none for screens', async (args, exitCode, maxFiles, maxBytes) => {
	const {env} = await serveSandbox();
	const {code, files, builtIn} = await loadedBy(args, env);
	expect(code).toBe(exitCode);
	expect(files).toContain('landfall.js');
	expect(files.length).toBeLessThanOrEqual(maxFiles);
	expect(sizeOf(files)).toBeLessThan(maxBytes);
	expect(files.filter(file => /^(?:ink|app|sandbox|conf)\d*-[\w-]+\.js$/.test(file))).toEqual([]);
	expect(builtIn).not.toContain('NativeModule sqlite');
	expect(builtIn.filter(name => /undici/.test(name))).toEqual([]);
});
