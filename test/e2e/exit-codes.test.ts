import {expect, test} from 'vitest';
import {leakyKey} from '../kit/app/leaks.ts';
import {runProgram} from '../kit/app/program.ts';
import {type Behaviour, reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';

const always =
	(status: number, body: unknown = {error: {message: `no, ${leakyKey}`}}): Behaviour =>
	() =>
		reply(status, body);

/** Answers reads with a project and its only deployment. Connections of writes are lost. */
const withConclusion =
	(conclusion: string): Behaviour =>
	({method, target}, socket) => {
		if (method !== 'GET') return void socket.destroy();
		const deployment = {...deploymentOnTheWire, project_id: projectOnTheWire.id, conclusion};
		return reply(200, target.includes('/deployments') ? {deployments: [deployment]} : projectOnTheWire);
	};

test.each<[code: number, meaning: string, command: string, service: Behaviour]>([
	[1, 'a deployment that failed', 'wait prj_1 --last', withConclusion('failure')],
	[1, 'a rejected request', 'create docs', always(422)],
	[3, 'a rejected key', 'ls', always(401)],
	[6, 'an unusable answer', 'ls', always(200, 'hello')],
	[7, 'a write without an answer', 'edit prj_1 --name x --wait-for-outcome 0', withConclusion('success')],
	[8, 'a service that is too busy for a write', 'create docs --give-up-after 0', always(429)],
])('exit code %i means %s', async (code, _meaning, command, service) => {
	const ended = await runProgram(command.split(' '), {env: (await startFaulty(service)).env});
	expect(ended.code, ended.stderr).toBe(code);
	expect(ended.stdout + ended.stderr).not.toContain(leakyKey);
	expect(ended.stdout + ended.stderr).not.toBe('');
});

test('a missing key ends with exit code 3', async () => {
	const {baseUrl} = await startFaulty(always(200));
	const ended = await runProgram(['ls', '--base-url', baseUrl]);
	expect(ended).toMatchObject({code: 3, stdout: '', stderr: expect.stringContaining('no key for this address')});
	expect(ended.stderr).toContain('in the team settings of your service. Creating keys requires a Pro or Studio plan.');
});

test('only --json explains a wrong command line in JSON', {tags: ['fault-166']}, async () => {
	const [json, text] = [await runProgram(['ls', '--json', '--frob']), await runProgram(['ls', '--frob'])];
	expect([json.code, json.stdout, text.code]).toEqual([2, '', 2]);
	const message = text.stderr.trimEnd();
	expect(JSON.parse(json.stderr)).toMatchObject({code: 'E_USAGE', exit_code: 2, message, next: 'landfall help ls'});
	expect(message).toContain('There is no option --frob.');
});
