import {expect, test} from 'vitest';
import {createTeamCommands} from '../kit/app/team-commands.ts';
import '../../src/commands/api.ts';

const lines = [
	...['ls', 'get x', 'create x', 'edit x --name y', 'delete x --yes', 'deploy x --yes', 'wait x', 'watch x'],
	...['ls deployments x', 'api GET projects'],
];

const faults = [
	['cannot be reached', 'ECONNREFUSED', 5],
	['rejects the key', {status: 401}, 3],
	['is behind a proxy that rejects the password', {status: 407}, 3],
] as const;

const failures = lines.flatMap(line => faults.map(fault => [line, ...fault] as const));

test.each(failures)('%s --give-up-after 0 says at once why if the service %s', async (line, _how, fault, expected) => {
	const {clock, fail, run} = createTeamCommands({projects: ['x']});
	fail(fault);
	const startedAt = clock.now();
	const {code, out, err} = await run(`${line} --give-up-after 0`);
	expect(code).toBe(expected);
	expect(clock.now() - startedAt).toBeLessThanOrEqual(1100);
	// It prints what the service says, also in a rejection.
	if (!(line.startsWith('api') && expected === 3)) expect(out).toBe('');
	expect(err).not.toBe('');
});

const namers = ['get', 'wait', 'watch', 'ls deployments', 'edit --name y', 'deploy --yes', 'delete --yes'];

test.each(namers)('%s of a deleted project exits with 4', async line => {
	const {team, run} = createTeamCommands({projects: ['x']});
	team.remove('x');
	expect(await run(`${line} x`)).toMatchObject({code: 4, out: '', err: expect.stringContaining('x')});
});

const writes = ['create y', 'edit x --name y', 'delete x --yes', 'deploy x --yes', 'api POST projects/x/deployments'];

test.each(
	writes.flatMap(line => [
		...[{status: 401}, {status: 403}, {status: 500}, {status: 429}, 'ECONNREFUSED' as const].flatMap(fault =>
			[/./, /deployments|cursor|projects\/x/].map(path => [line, fault, path] as const),
		),
	]),
)('%s says that nothing was sent if its reads fail with %j at %s', {tags: ['fault-233']}, async (line, fault, path) => {
	const {team, fail, run} = createTeamCommands({projects: ['x']});
	fail(fault, path);
	const {code, err} = await run(`${line} --give-up-after 0`);
	if (team.writes().length === 0) expect([code > 0, err]).toEqual([true, expect.stringMatching(/nothing was sent/i)]);
	else expect([code, err]).toEqual([0, '']);
});

test.each(writes)('%s says that guards have kept it from sending', async line => {
	for (const options of [{isReadOnly: true}, {guards: {protects: ['*']}}]) {
		const {team, run} = createTeamCommands({projects: ['x'], ...options});
		const {code, err} = await run(line);
		if (code === 0) continue;
		expect([team.writes(), err]).toEqual([[], expect.stringMatching(/nothing was sent/i)]);
	}
});
