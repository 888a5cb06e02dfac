import {spawn} from 'node:child_process';
import {expect, test} from 'vitest';
import {preloading, runInBash} from '../kit/app/program.ts';
import {program, programEnv} from '../kit/app/terminal.ts';
import {reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';
import {serveSandbox} from '../kit/services/local-services.ts';

test.skipIf(process.platform !== 'linux').each(['watch prj_1', 'watch prj_1 --json', 'watch - <<< prj_1'])(
	'landfall %s ends without printing once nobody reads its output',
	{tags: ['fault-137']},
	async line => {
		const {env} = await startFaulty(({target}) =>
			reply(200, target.includes('/deployments') ? {deployments: []} : projectOnTheWire),
		);
		const status = `echo "\${PIPESTATUS[0]}"`;
		expect(await runInBash(`landfall ${line} | head -c 0; ${status}`, {env})).toBe('0\n');
		expect(await runInBash(`landfall ${line} | sleep 1; ${status}`, {env})).toBe('0\n');
	},
);

test('a project is deleted, though nobody reads that it was', {tags: ['fault-137']}, async () => {
	// Slow, so that the reader is gone before anything was sent.
	const {env, sandbox} = await serveSandbox({latencyMs: 300});
	await runInBash('landfall delete "$(landfall ls --limit 1 | cut -f 1)" --yes | true', {env});
	expect(sandbox.requests.filter(request => request.startsWith('DELETE'))).toHaveLength(1);
});

test.each([
	['without its internal functions', 'delete process.binding;'],
	['with other internal functions', 'process.binding = () => ({constants: {}});'],
	['that warns of deprecated functions', ''],
])('landfall watch runs on a Node.js %s, and ends when it prints to nobody', {tags: ['fault-137']}, async (_, code) => {
	const {env} = await serveSandbox({world: 'busy'});
	const NODE_OPTIONS = `--pending-deprecation ${preloading(code).NODE_OPTIONS}`;
	const line = `{ landfall watch --quiet | head -n 1 > /dev/null; } 2>&1; echo "\${PIPESTATUS[0]}"`;
	expect(await runInBash(line, {env: {...env, NODE_OPTIONS}})).toBe('0\n');
});

test.each(['SIGTERM', 'SIGINT'] as const)(
	'%s ends a command whose reader has stopped reading',
	{tags: ['fault-137']},
	async signal => {
		const {env} = await startFaulty(() => reply(200, 'x'.repeat(7_000_000)));
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
