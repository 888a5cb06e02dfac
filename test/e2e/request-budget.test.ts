import {expect, test} from 'vitest';
import {runProgram, startProgram} from '../kit/app/program.ts';
import {serveSandbox} from '../kit/services/local-services.ts';

test.each([
	['SIGINT', 130],
	['SIGTERM', 143],
] as const)(
	'a long landfall ls that %s ends prints what it has read and exits with %i',
	{tags: ['fault-111']},
	async (signal, code) => {
		const {sandbox, env} = await serveSandbox({projects: 300, seed: 1});
		const program = startProgram(['ls', '--json', '--filter', 'outcome:failed', '--rpm', '600'], {env});
		await program.seeRemark(/^This takes 303 requests, about 30s at 600 a minute \(--rpm\)\.\n/);
		program.kill(signal);
		expect(await program.ended).toBe(code);
		expect(JSON.parse(program.stdout())).toMatchObject({_landfall: {is_complete: false}});
		expect(program.stderr()).toContain('Interrupted before everything was read, so projects may be missing.');
		expect(sandbox.requests.length).toBeLessThan(303);
	},
);

test('the demo, which is in the same process, has no budget', async () => {
	const {code, stderr} = await runProgram(['ls', '--demo', '--projects', '300', '--filter', 'outcome:failed']);
	expect(code).toBe(0);
	expect(stderr).not.toContain('requests');
});
