import {expect, test} from 'vitest';
import {createTeamCommands} from '../kit/app/team-commands.ts';
import '../../src/commands/api.ts';

const lines = [
	...['ls', 'get x', 'create x', 'edit x --name y', 'delete x --yes', 'deploy x --yes', 'wait x', 'watch x'],
	...['ls deployments x', 'api GET projects'],
];

const faults = [
	['cannot be reached', 'ECONNREFUSED', 5],
	['refuses the key', {status: 401}, 3],
	['is behind a proxy that refuses the password', {status: 407}, 3],
] as const;

test.each(lines.flatMap(line => faults.map(fault => [line, ...fault] as const)))(
	'landfall %s --give-up-after 0 gives up at once, and prints no result but a reason, if the service %s',
	async (line, _how, fault, expected) => {
		const {clock, fail, run} = createTeamCommands({projects: ['x']});
		fail(fault);
		const startedAt = clock.now();
		const {code, out, err} = await run(`${line} --give-up-after 0`);
		expect(code).toBe(expected);
		expect(clock.now() - startedAt).toBeLessThanOrEqual(1100);
		// It prints what the service says, also in a refusal.
		if (!(line.startsWith('api') && expected === 3)) expect(out).toBe('');
		expect(err).not.toBe('');
	},
);

test.each(['get', 'wait', 'watch', 'ls deployments', 'edit --name y', 'deploy --yes', 'delete --yes'])(
	'landfall %s of a project that is deleted ends with 4 and a reason',
	async line => {
		const {team, run} = createTeamCommands({projects: ['x']});
		team.remove('x');
		expect(await run(`${line} x`)).toMatchObject({code: 4, out: '', err: expect.stringContaining('x')});
	},
);
