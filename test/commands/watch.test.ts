import {expect, test} from 'vitest';
import {createDocsTeam, createLastingDocs, eventsIn, fieldsIn, startFollowing} from '../kit/app/team-commands.ts';
import {minute, second} from '../kit/fixtures/moment.ts';

test('watch prints each change in any project until a signal ends it', async () => {
	const {team, clock, start} = createDocsTeam();
	team.conclude(team.deploy('docs'), 'success');
	const running = team.deploy('shop');
	const command = await start('watch');
	await clock.advance(minute);
	const next = team.deploy('docs');
	await clock.advance(minute);
	team.change(next, {status: 'building'});
	await clock.advance(minute);
	team.conclude(next, 'failure');
	await clock.advance(minute);
	expect(await command.endBy(143)).toBe(143);
	expect(eventsIn(command)).toEqual([
		`shop ${running} seen`,
		`docs ${next} started`,
		`docs ${next} changed`,
		`docs ${next} concluded`,
	]);
});

test('watch prints a conclusion once, and again only for another outcome', {tags: ['fault-286']}, async () => {
	const {team, clock, start} = createLastingDocs();
	const id = team.deploy('docs');
	const command = await start('watch docs');
	await clock.advance(minute);
	const ended = {status: 'completed', conclusion: 'failure'};
	const date = (at: number) => ({concluded_at: new Date(at).toISOString()});
	const again = {status: 'building', conclusion: null, concluded_at: null};
	for (const fields of [ended, date(clock.now()), date(clock.now() + 1000), again, ended, {conclusion: 'success'}]) {
		team.change(id, fields);
		await clock.advance(2 * minute);
	}

	await command.endBy(130);
	const events = ['seen', 'concluded', 'changed', 'changed again'].map(event => `docs ${id} ${event}`);
	expect(eventsIn(command)).toEqual(events);
	const past = await start('watch docs --since 1h');
	await clock.advance(minute);
	expect(eventsIn(past)).toEqual(events.slice(1));
});

test.each(['watch docs', 'wait docs'])(
	'%s prints once that a deployment is stuck',
	{tags: ['fault-267']},
	async line => {
		const {team, clock, start} = createDocsTeam();
		for (const hours of [1, 2, 3, 4, 5]) team.deployedBefore('docs', 'success', hours * 60 * minute);
		const [id, terminal] = [team.deploy('docs', {status: 'building'}), {isTerminal: true, columns: 120}];
		const [command, shown] = [await start(line), await start(line, terminal)];
		await clock.advance(5 * minute);
		const [, , , , , , , event, outcome, after] = fieldsIn(command).at(-1) ?? [];
		expect([eventsIn(command), event, outcome]).toEqual([
			[`docs ${id} seen`, `docs ${id} stuck`],
			'stuck',
			'in progress',
		]);
		const printedAt = Date.parse(fieldsIn(command).at(-1)?.[0] ?? '');
		const startedAt = clock.now() - 5 * minute;
		expect(printedAt - startedAt).toBeGreaterThanOrEqual(3 * minute);
		expect(Date.parse(after ?? '') - startedAt).toBeLessThan(3 * minute);
		expect(shown.out()).toMatch(/docs v\d+ .*building 3m(?: \d\ds)? stuck/);
		team.conclude(id, 'success');
		await clock.advance(minute);
		await Promise.all([command.endBy(130), shown.endBy(130)]);
		expect(eventsIn(command).filter(each => each.endsWith('stuck'))).toHaveLength(1);
	},
);

test('watch does not call a deployment stuck that has concluded during a sleep', {tags: ['fault-269']}, async () => {
	const {team, clock, start} = createDocsTeam();
	for (const hours of [1, 2, 3, 4, 5]) team.deployedBefore('docs', 'success', hours * 60 * minute);
	const id = team.deploy('docs', {status: 'building'});
	const command = await start('watch docs');
	await clock.advance(minute);
	team.conclude(id, 'success');
	await clock.sleep(8 * 60 * minute);
	await clock.advance(minute);
	await command.endBy(130);
	expect(eventsIn(command)).toEqual([`docs ${id} seen`, `docs ${id} concluded`]);
});

test.each(['watch docs', 'watch -'])('%s prints and reads only the named projects', async line => {
	const {team, clock, start} = createDocsTeam();
	team.changeProject('docs', {name: 'The docs'});
	const command = await start(line, {input: 'docs\n\n'});
	await clock.advance(minute);
	const [docs] = [team.deploy('docs'), team.deploy('shop')];
	await clock.advance(2 * minute);
	team.conclude(docs, 'success');
	const concludedAt = clock.now();
	await clock.advance(20 * second);
	expect(await command.endBy(130)).toBe(130);
	expect(eventsIn(command)).toEqual([`docs ${docs} started`, `docs ${docs} concluded`]);
	expect(Date.parse(fieldsIn(command)[1]?.[0] ?? '') - concludedAt).toBeLessThan(15 * second);
	expect(team.requests.filter(request => request.includes('/shop')).length).toBeLessThanOrEqual(1);
	expect(fieldsIn(command).map(fields => fields[11])).toEqual(['The docs', 'The docs']);
});

test('watch --since begins with earlier observations and what has changed since', async () => {
	const {team, clock, start} = createLastingDocs();
	const old = team.deploy('shop');
	const first = await start('watch');
	await clock.advance(minute);
	team.conclude(old, 'success');
	await clock.advance(minute);
	const id = team.deploy('docs');
	await clock.advance(minute);
	await first.endBy(130);
	await clock.advance(10 * minute);
	team.conclude(id, 'failure');
	await clock.advance(10 * minute);

	const next = await start('watch --since 22m');
	await clock.advance(minute);
	await next.endBy(130);
	expect(eventsIn(next)).toEqual([`shop ${old} concluded`, `docs ${id} seen`, `docs ${id} concluded`]);
	const [, , concluded] = fieldsIn(next);
	expect(Date.parse(concluded?.[0] ?? '') - Date.parse(concluded?.[9] ?? '')).toBeGreaterThan(19 * minute);

	const named = await start('watch shop --since 50m');
	await clock.advance(minute);
	expect(new Set(fieldsIn(named).map(fields => fields[1]))).toEqual(new Set(['shop']));

	const environments = {env_1: 'production'};
	const shown = await start('watch shop --since 50m', {environments, isTerminal: true});
	await clock.advance(minute);
	expect(shown.out()).toMatch(/shop v\d+ production +success/);
});

test('watch --since names the project of a deployment started by a command', async () => {
	const {team, clock, start} = createLastingDocs();
	team.changeProject('docs', {name: 'The docs'});
	await (await start('deploy docs')).end();
	await clock.advance(minute);
	const watching = await start('watch --since 5m --json');
	await clock.advance(minute);
	const [first] = watching.out().split('\n');
	expect(JSON.parse(first ?? '')).toMatchObject({_landfall: {project: 'The docs', event: 'seen'}});
});

test.each(['watch docs', 'wait docs'])('%s exits with 3 after a 407 of a proxy', {tags: ['fault-242']}, async line => {
	const {fail, failures, command} = await startFollowing(line);
	fail({status: 407});
	expect(await command.end()).toBe(3);
	expect(command.err()).toContain('A proxy asks for a user name and password (407).');
	expect(failures).toHaveLength(1);
});

test.each([
	['ECONNREFUSED', /refused.*Retrying\.$/i],
	[{status: 401}, /401.*Retrying\.$/],
] as const)('watch reports the start and end of an outage (%o) and goes on', async (fault, begins) => {
	const {team, clock, fail, id, command} = await startFollowing('watch docs');
	fail(fault);
	await clock.advance(5 * minute);
	team.conclude(id, 'success');
	fail(undefined);
	await clock.advance(3 * minute);
	expect(eventsIn(command).at(-1)).toBe(`docs ${id} concluded`);
	const notes = command
		.err()
		.split('\n')
		.filter(line => !line.startsWith('watching '));
	const ends = /^Reading again after [4-6]m \d\ds\.$/;
	expect(notes).toEqual([expect.stringMatching(begins), expect.stringMatching(ends), '']);
});

test('watch shows that it is alive, in a log once a minute', async () => {
	const {team, clock, start} = createDocsTeam();
	team.deploy('docs');
	const log = await start('watch docs shop');
	const screen = await start('watch', {isTerminal: true});
	await clock.advance(4 * minute);
	const lines = log.err().trimEnd().split('\n');
	expect(lines.length).toBeGreaterThanOrEqual(3);
	expect(lines.length).toBeLessThanOrEqual(4);
	for (const line of lines) expect(line).toMatch(/^watching docs and 1 more · 1 in progress · read /);
	expect(screen.err().split('\r').at(-1)).toMatch(/^watching all projects · 1 in progress · read /);
});

test('watch leaves out an id that is too long for the terminal', async () => {
	const {team, clock, start} = createDocsTeam();
	team.deploy('docs', {id: 'dep_short'});
	team.deploy('docs', {id: `dep_${'long'.repeat(15)}`});
	const command = await start('watch docs', {isTerminal: true});
	await clock.advance(minute);
	const lines = command.out().split('\n').slice(0, -1);
	expect(lines).toHaveLength(2);
	for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
	expect(command.out()).toContain('dep_short');
	expect(command.out()).not.toContain('dep_long');
});

test('watch says once that a project is gone, and stops counting its deployments', async () => {
	const {team, clock, start} = createDocsTeam();
	for (const project of ['docs', 'shop']) team.deploy(project);
	const command = await start('watch docs shop');
	await clock.advance(2 * minute);
	expect(command.err()).toContain('watching docs and 1 more · 2 in progress');
	team.remove('docs');
	await clock.advance(12 * minute);
	const said = command.err().trimEnd().split('\n');
	expect(said.filter(line => line.startsWith('docs'))).toEqual([
		expect.stringContaining('docs: deployments not found; the project may have been deleted (404)'),
		'docs is gone: it was deleted elsewhere',
	]);
	expect(said.at(-1)).toMatch(/^watching docs and 1 more · 1 in progress · read /);
});
