import {spawnSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {keyboardPath} from '../../src/app/screen-app.ts';
import {exitCodes} from '../../src/base/exit-codes.ts';
import {findProgram} from '../kit/app/interactive-shell.ts';
import {preloading} from '../kit/app/program.ts';
import {openTerminal, program, programEnv} from '../kit/app/terminal.ts';
import {settingsDirectory, temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

/** Runs landfall in a terminal as if on another system. */
function openOn(platform: NodeJS.Platform, args: readonly string[], directory = temporaryDirectory()) {
	const env = preloading(`Object.defineProperty(process, 'platform', {value: '${platform}'})`);
	return openTerminal({args, directory, env});
}

test('on Windows the screens open and close', async () => {
	const terminal = openOn('win32', ['--demo', '--world', 'quiet']);
	await terminal.see('1 of 12');
	await terminal.press('q', 'q');
	expect(await terminal.exited).toMatchObject({code: 0});
});

test.each([
	['linux', /config\.json\s+\d+ B, mode 600$/m],
	['win32', /config\.json\s+\d+ B$/m],
] as const)('on %s landfall doctor reports files as %s', async (platform, shown) => {
	await openOn(platform, ['doctor'], settingsDirectory({})).see(shown);
});

test('with a piped key, the keyboard is the terminal of each system', () => {
	const paths = ['linux', 'darwin', 'win32'].map(keyboardPath);
	expect(paths).toEqual(['/dev/tty', '/dev/tty', String.raw`\\.\CONIN$`]);
});

const runtimes = {deno: ['run', '--allow-all'], bun: []};

for (const [name, args] of Object.entries(runtimes)) {
	const runtime = findProgram(name);
	test.skipIf(runtime === undefined)(`${name} runs landfall and ends with its exit code`, () => {
		const run = (...words: readonly string[]) =>
			spawnSync(runtime ?? '', [...args, program, ...words, '--demo'], {
				encoding: 'utf8',
				env: programEnv(temporaryDirectory(), {}),
			});
		expect(run('ls', '--limit', '2').stdout.trim().split('\n')).toHaveLength(2);
		expect(run('get', 'no-such-project').status).toBe(exitCodes.notFound);
		expect(run('deploy', 'event-microsite', '--yes').stdout).toContain('queued');
	});
}
