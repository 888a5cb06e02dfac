import {cpSync, existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {leakyKey} from '../kit/app/leaks.ts';
import {preloading, startProgram} from '../kit/app/program.ts';
import {openTerminal, program} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {serveSandbox} from '../kit/services/local-services.ts';

/** A copy of the program that can be removed while it runs. */
function installed() {
	const directory = temporaryDirectory();
	const [folder, loaded] = [join(directory, 'dist'), join(directory, 'loaded')];
	cpSync(dirname(program), folder, {recursive: true});
	writeFileSync(loaded, '');
	const noting = `import {registerHooks} from 'node:module';
import {appendFileSync} from 'node:fs';
registerHooks({load: (url, context, next) => {
	const loaded = next(url, context);
	appendFileSync(${JSON.stringify(loaded)}, url + '\\n');
	return loaded;
}});`;
	return {
		script: join(folder, 'landfall.js'),
		env: preloading(noting),
		/** Removes the program once it has loaded the files with these names. */
		async remove(...names: readonly RegExp[]) {
			const awaited = [/\/report-bug-/, /\/context-/, /\/journal-/, ...names];
			let before = '';
			// Imports are noted after their file, so nothing new between two looks means that all are loaded.
			await expect
				.poll(() => {
					const earlier = before;
					before = readFileSync(loaded, 'utf8');
					return before === earlier && awaited.every(name => name.test(before));
				})
				.toBe(true);
			rmSync(folder, {recursive: true});
		},
	};
}

test('after its removal, every screen and dialog works, and settings are saved', {tags: ['fault-276']}, async () => {
	const {script, env, remove} = installed();
	const {address} = await serveSandbox();
	const terminal = openTerminal({script, env: {...env, LANDFALL_BASE_URL: address, LANDFALL_API_KEY: leakyKey}});
	await terminal.see('1 of 12');
	await remove(/\/conf-/, /\/lock-/, /\/sandbox-/, /\/programs-/, /\/in-process-/);
	await terminal.go('?', 'Help');
	await terminal.go('esc', 'enter deployments');
	await terminal.go('2', /Board|RUNNING|SUCCEEDED|FAILED/);
	await terminal.go('3', /Activity/);
	await terminal.go('4', /Versions/);
	await terminal.go('1', '1 of 12');
	await terminal.go('y', 'Copied');
	await terminal.go('!', 'export for support');
	await terminal.press('esc');
	await terminal.go(':', 'Commands');
	terminal.type('theme');
	await terminal.see(/[tT]heme/);
	await terminal.press('enter');
	await terminal.see(/light|dark/);
	await terminal.press('down', 'enter');
	await expect.poll(() => existsSync(join(terminal.directory, 'config.json'))).toBe(true);
	await terminal.go('a', 'New project');
	await terminal.press('esc');
	await terminal.press('q', 'q');
	expect(await terminal.exited).toMatchObject({code: 0});
});

test('after landfall was removed, a long command says why it fails', {tags: ['fault-276']}, async () => {
	const {script, env, remove} = installed();
	const served = await serveSandbox({latencyMs: 3000});
	const getting = startProgram(['get', 'nowhere', '--json'], {script, env: {...served.env, ...env}});
	await remove();
	expect(await getting.ended).toBe(4);
	expect(JSON.parse(getting.stderr())).toMatchObject({
		code: 'E_NOT_FOUND',
		next: expect.stringMatching(/^landfall ls /),
	});
});
