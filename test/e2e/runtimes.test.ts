import {spawnSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {exitCodes} from '../../src/base/exit-codes.ts';
import {findProgram} from '../kit/app/interactive-shell.ts';
import {program, programEnv} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

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
