import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Handle} from '../../src/api/in-process.ts';
import {plain} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {defaultGuards, type OpenedService, type WriteGuards} from '../../src/model/connection.ts';
import {createLastingCommands, createTeamCommands, intentIn} from '../kit/app/team-commands.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const withGuards = (guards: () => Partial<WriteGuards>) => ({
	onService: (service: OpenedService): OpenedService => ({
		...service,
		readGuards: () => ({isReadOnly: false, guards: defaultGuards, ...guards()}),
	}),
});

const protecting = (...protects: readonly string[]) => ({guards: {...defaultGuards, protects}});

test('delete stops if the project gets a protected name while it asks', {tags: ['fault-173']}, async () => {
	const {team, start, clock} = createTeamCommands(withGuards(() => protecting('prod-*')));
	const command = await start('delete api', {isTerminal: true, isInputOpen: true, input: ''});
	await clock.advance(1000);
	expect(command.err()).toContain('Permanently delete api?');
	team.changeProject('api', {name: 'prod-api'});
	command.type('api\n');
	expect([await command.end(), team.writes()]).toEqual([1, []]);
	expect(command.err()).toContain('prod-api is protected by your settings');
});

test.each([
	['delete api --yes', protecting('api'), 'api is protected by your settings and cannot be deleted'],
	['deploy api', protecting('api'), 'api is protected by your settings: deploy it separately.'],
	['edit api --name core', {isReadOnly: true}, 'This connection is read-only, so nothing was sent.'],
	['create shop', {isReadOnly: true}, 'This connection is read-only, so nothing was sent.'],
	[
		'delete api --yes',
		{isReadOnly: true, readOnlyReason: plain`The settings were not used: config.json is not a file.`},
		'Read-only: The settings were not used: config.json is not a file. Nothing was sent.',
	],
])('%s obeys guards added to the settings after its start', {tags: ['fault-174']}, async (line, added, said) => {
	let guards: Partial<WriteGuards> = {};
	const {team, run} = createTeamCommands({
		...withGuards(() => guards),
		onRequest() {
			guards = added;
		},
	});
	expect(await run(line)).toMatchObject({code: 1, err: expect.stringContaining(said)});
	expect(team.writes()).toEqual([]);
});

test('edit does not overwrite what somebody saved during a pause after 429', {tags: ['fault-173']}, async () => {
	const {team, start, clock} = createTeamCommands();
	team.fail('busy');
	const command = await start('edit api --name mine');
	await clock.advance(1000);
	expect(team.writes()).toHaveLength(1);
	team.changeProject('api', {name: 'theirs'});
	expect(await command.end()).toBe(1);
	expect(command.err()).toContain('Someone else changed it in the meantime, so nothing was sent. name is now theirs.');
	expect(team.names().get('api')).toBe('theirs');
});

test('a raw request is not repeated after 429, because it may overwrite anything', async () => {
	const {team, run} = createTeamCommands();
	team.fail('busy');
	expect((await run('api PATCH projects/api --json -', {input: '{"name":"mine","other":1}'})).code).toBe(8);
	expect(team.writes()).toHaveLength(1);
});

test.each([
	['deploy api --wait', '{"deployments":[EARLIER],"request_id":"r"}', 'dep_old'],
	['deploy api --wait', '{"deployments":[],"request_id":"r"}', 'dep_ancient'],
	['create shop', '', 'api'],
] as const)('%s does not take an older record for its own: %s', {tags: ['fault-175']}, async (line, list, id) => {
	const clockless = {project_id: 'api', status: 'completed', conclusion: 'success', request_id: 'r'};
	const old = (name: string) => JSON.stringify({...clockless, id: name, name, created_at: '2025-06-01T12:00:00Z'});
	const {team, run} = createTeamCommands({
		handle(request) {
			if (request.method === 'POST') return {status: 200, headers: {}, body: old(id)};
			if (list !== '' && request.target.includes('/deployments'))
				return {status: 200, headers: {}, body: list.replace('EARLIER', old('dep_old'))};
			return team.handle(request);
		},
	});
	const {code, err} = await run(line);
	expect(code).toBe(7);
	expect(err).toContain(`The service answered with ${id}, which existed before the request.`);
});

test.each([
	['create shop', 'shop'],
	['edit api --name core', 'core'],
	['delete api --yes', 'api'],
	['deploy api', 'dep_0001'],
	['deploy api --wait', 'dep_0001'],
	['api POST projects/api/deployments', 'dep_0001'],
])('%s forgets its change only after printing it', async (line, printed) => {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const {start, team, clock} = createTeamCommands({journalPath});
	let unconfirmed = 0;
	const command = await start(line, {
		journalPath,
		onOutput(text) {
			if (!text.includes(printed)) return;
			const journal = openJournal({path: journalPath, now: clock.now});
			unconfirmed = Math.max(unconfirmed, journal.unconfirmed('http://demo.invalid:/').length);
			journal.close();
		},
	});
	await clock.advance(1000);
	if (line.endsWith('--wait')) team.conclude('dep_0001', 'success');
	expect(await command.end()).toBe(0);
	expect(unconfirmed).toBe(1);
	const journal = openJournal({path: journalPath, now: clock.now});
	expect(journal.unconfirmed('http://demo.invalid:/')).toEqual([]);
	journal.close();
});

test.each([
	['trims names', {name: '  shop '}, 7, 'it may be yours'],
	['has a clock that is an hour slow', {created_at: '2026-06-01T11:00:00Z'}, 7, 'it may be yours'],
	['sends dates without a time', {created_at: '2026-06-01'}, 7, 'it may be yours'],
	['changes names', {name: 'x1'}, 7, 'No project has its name, but 1 project in the list may be new'],
])('a lost creation is not called absent if the service %s', {tags: ['fault-176']}, async (...row) => {
	const [, fields, code, said] = row;
	const {team, run, clock} = createLastingCommands();
	team.fail('after');
	const lost = await run('create shop --wait-for-outcome 0');
	team.changeProject('prj_1', fields);
	await clock.advance(140_000);
	const {code: found, out} = await run(['reconcile', intentIn(lost.err)]);
	expect([found, out]).toEqual([code, expect.stringContaining(said)]);
});

test('delete says that the service has only accepted it', {tags: ['fault-247']}, async () => {
	const {team, run} = createTeamCommands();
	const handle: Handle = request =>
		request.method === 'DELETE' ? {status: 202, headers: {}, body: ''} : team.handle(request);
	const {code, err, out} = await run('delete api --yes', {handle});
	expect([code, out + err]).toEqual([0, expect.stringContaining('The service accepted to delete api (202)')]);
});
