import {spawn} from 'node:child_process';
import {expect, test} from 'vitest';
import {runInBash} from '../kit/app/program.ts';
import {program, programEnv} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {serveLocally, serveSandbox} from '../kit/services/local-services.ts';

test('landfall watch ends when it prints to nobody', {tags: ['fault-137']}, async () => {
	const {env} = await serveSandbox({world: 'busy'});
	const line = `landfall watch --quiet | head -n 1 > /dev/null; echo "\${PIPESTATUS[0]}"`;
	expect(await runInBash(line, {env})).toBe('0\n');
});

test.each(['SIGTERM', 'SIGINT'] as const)(
	'%s ends a command whose reader has stopped reading',
	{
		tags: ['fault-137'],
	},
	async signal => {
		const env = await serveLocally((_request, response) => response.end('x'.repeat(7_000_000)));
		const child = spawn(process.execPath, [program, 'api', 'GET', 'projects'], {
			env: programEnv(temporaryDirectory(), env),
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		await new Promise(resolve => child.stdout.once('readable', resolve));
		const exit = new Promise(resolve => child.once('exit', resolve));
		child.kill(signal);
		expect(await exit).toBe(signal === 'SIGINT' ? 130 : 143);
	},
);
