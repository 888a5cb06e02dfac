import {join} from 'node:path';
import {expect, test} from 'vitest';
import {runProgram, startProgram} from '../kit/app/program.ts';
import {temporaryDirectory, writePrivate} from '../kit/fixtures/temporary-directory.ts';
import {serveSandbox} from '../kit/services/local-services.ts';

test('a long landfall ls, at the rpm of its profile, that a signal ends prints what it has read', {
	tags: ['fault-111'],
}, async () => {
	const {sandbox, address, env} = await serveSandbox({projects: 300, seed: 1});
	const directory = temporaryDirectory();
	writePrivate(join(directory, 'config.json'), {profiles: {acme: {baseUrl: address, rpm: 600}}});
	const args = ['ls', '--json', '--filter', 'outcome:failed', '--profile', 'acme'];
	const program = startProgram(args, {env, directory});
	await program.seeRemark(/^This takes 303 requests, about 30s at 600 a minute \(--rpm\)\.\n/);
	program.kill('SIGINT');
	expect(await program.ended).toBe(130);
	expect(JSON.parse(program.stdout())).toMatchObject({_landfall: {is_complete: false}});
	expect(program.stderr()).toContain('Interrupted before everything was read, so projects may be missing.');
	expect(sandbox.requests.length).toBeLessThan(303);
});

test('the demo, which is in the same process, has no budget', async () => {
	const {code, stderr} = await runProgram(['ls', '--demo', '--projects', '300', '--filter', 'outcome:failed']);
	expect(code).toBe(0);
	expect(stderr).not.toContain('requests');
});
