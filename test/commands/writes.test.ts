import {describe, expect, test} from 'vitest';
import type {OpenedService} from '../../src/model/connection.ts';
import {runCommandLine} from '../kit/app/command.ts';
import {createTeamCommands} from '../kit/app/team-commands.ts';

const createdFields = /^prj_1\tshop\tprj_1\thttps:[^\t]+(?:\t[^\t]*){6}\n$/;
const startedFields = /^dep_0001\tapi\t[^\t]+\tqueued\t\t1\t/;
const startedText = /^Deploying api · v1 to \S+, dep_0001\n$/;

test.each([
	['create shop', 'POST /v1/projects', createdFields, /^Added shop · prj_1\n$/],
	['delete api --yes', 'DELETE /v1/projects/api', /^api\tapi\t/, /^Deleted api\n$/],
	['deploy api', 'POST /v1/projects/api/deployments', startedFields, startedText],
])('%s sends %s, and prints fields in a pipe and a sentence on a terminal', async (line, request, fields, sentence) => {
	const {team, run} = createTeamCommands();
	expect(await run(line)).toMatchObject({code: 0, out: expect.stringMatching(fields), err: ''});
	expect(team.writes()).toEqual([request]);
	expect((await createTeamCommands().run(line, {isTerminal: true})).out).toMatch(sentence);
});

describe('landfall create', () => {
	test('does not take - for a name', async () => {
		const {team, run} = createTeamCommands();
		const {code, err} = await run('create --json -', {input: '{"name": "shop"}'});
		expect([code, JSON.parse(err).message]).toEqual([
			2,
			'landfall create takes a name, and reads nothing from standard input.',
		]);
		expect(team.writes()).toEqual([]);
	});

	test('reports why the service rejected it, with the request id', async () => {
		const {code, out, err} = await runCommandLine(['create', 'x'.repeat(101)]);
		expect([code, out]).toEqual([1, '']);
		expect(err.split('name must be text of 1 to 100 characters')).toHaveLength(2);
		expect(err).toMatch(/Request id: req_/);
	});
});

describe('landfall edit', () => {
	test('sends only the fields that differ, or nothing', async () => {
		const {team, run} = createTeamCommands();
		const {code, out} = await run(['edit', 'api', '--name', 'api', '--slug', 'api-2'], {isTerminal: true});
		expect([code, out]).toEqual([0, 'Saved api\n']);
		expect(team.writes()).toEqual(['PATCH /v1/projects/api']);
		const same = await run('edit api --name api');
		expect([same.code, same.err]).toEqual([0, 'api already has these values, so nothing was sent.\n']);
		expect(same.out).toMatch(/^api\tapi\t/);
		expect(team.writes()).toHaveLength(1);
	});

	test('takes fields from a file, or a whole record as get printed it', async () => {
		const {team, run} = createTeamCommands();
		const files = {'changes.json': '{"name": "core", "upload_mode": "manual"}'};
		const {code, out} = await run('edit api --json changes.json', {files});
		expect([code, out.split('\t')[1]]).toEqual([0, 'core']);
		const record = {...JSON.parse((await run('get api --json')).out), name: 'api'};
		expect(Object.keys(record)).toContain('latest_upload_version');
		expect(await run('edit api --json -', {input: JSON.stringify(record)})).toMatchObject({code: 0, err: ''});
		expect(team.writes()).toHaveLength(2);
	});

	const cannot = (names: string) =>
		`Nothing was sent: landfall edit cannot change ${names}. It only sets the text of name, slug, url, upload_mode. To send other fields: landfall api PATCH /v1/projects/api --json FILE`;
	const nothing = 'There is nothing to change: the fields are name, slug, url, upload_mode. Nothing was sent.';

	test.each([
		['{"slug": "new", "branch": "main"}', cannot('branch')],
		['{"slug": "new", "status": "gone", "latest_upload_version": null}', cannot('status, latest_upload_version')],
		['{"slug": "new", "name": 1}', cannot('name')],
		[
			'{"branch": "main"}',
			`${cannot('branch')} --base-url https://api.example.com`,
			'--base-url https://api.example.com',
		],
		['{"branch": "main"}', `${cannot('branch')} --demo --world odd`, '--demo --world odd'],
		['[1]', 'The changes must be a JSON object. Nothing was sent.'],
		['{}', nothing],
		['{"updated_at": "2026-01-01T00:00:00Z"}', nothing],
	])('rejects a file that holds %s', async (input, sentence, service = '') => {
		const {team, run} = createTeamCommands();
		expect(await run(`edit api --json - ${service}`.trim(), {input})).toMatchObject({code: 2, err: `${sentence}\n`});
		expect(team.writes()).toEqual([]);
	});

	test('says what the service kept instead', async () => {
		const {team, run} = createTeamCommands();
		const handle: typeof team.handle = request => {
			const {body, ...answer} = team.handle(request);
			return {...answer, body: request.method === 'GET' ? body : body.replace(/"(name|slug)":"NEW"/, '"$1":"new"')};
		};
		const {code, err} = await run('edit api --slug NEW', {handle});
		expect([code, err]).toEqual([0, 'api: slug: sent NEW, the service kept new\n']);
		const onTerminal = await run('edit web --slug NEW', {handle, isTerminal: true});
		expect(onTerminal.out).toBe('Saved web · slug: sent NEW, the service kept new\n');
		const created = await run('create NEW', {handle, isTerminal: true});
		expect(created.out).toBe('Added NEW · name: sent NEW, the service kept new · prj_1\n');
	});

	test('does not overwrite what someone else has just changed', async () => {
		const {team, run} = createTeamCommands();
		const handle: typeof team.handle = request => {
			const answer = team.handle(request);
			if (team.requests.length === 1) team.changeProject('api', {slug: 'theirs'});
			return answer;
		};
		const {code, err} = await run('edit api --slug mine', {handle});
		expect(code).toBe(1);
		expect(err).toBe('Someone else changed it in the meantime, so nothing was sent. slug is now theirs.\n');
		expect(team.writes()).toEqual([]);
	});

	test('does not overwrite what changed after the record in the file was read', async () => {
		const {team, run, clock} = createTeamCommands();
		const {out} = await run('get api --json');
		await clock.advance(1000);
		team.changeProject('api', {url: 'https://theirs.example'});
		const input = JSON.stringify({...JSON.parse(out), slug: 'mine'});
		const {code, err} = await run('edit api --json -', {input});
		expect([code, team.writes()]).toEqual([1, []]);
		expect(err).toMatch(/^The project was changed after the updated_at of the file, so nothing was sent\./);
		const {out: current} = await run('get api --json');
		const again = await run('edit api --json -', {input: JSON.stringify({...JSON.parse(current), slug: 'mine'})});
		expect(again.code).toBe(0);
	});
});

describe('landfall delete', () => {
	test('needs --yes where nobody can be asked', async () => {
		const {team, run} = createTeamCommands();
		const {code, err} = await run('delete api');
		expect(code).toBe(2);
		expect(err).toContain('Use landfall delete with --yes.');
		expect(team.requests).toEqual([]);
	});

	test('asks on a terminal for the name, or for the id if the name is hard to type', async () => {
		const {team, run} = createTeamCommands();
		const answering = (input: string) => run('delete api', {isTerminal: true, input});
		const wrong = await answering('web\n');
		expect(wrong.code).toBe(1);
		expect(wrong.err).toContain('Permanently delete api? Type api to confirm: ');
		expect(wrong.err).toContain('That does not match. Nothing was sent.');
		expect((await answering('')).code).toBe(1);
		team.changeProject('api', {name: '\u202e\u200b', slug: ' '});
		expect((await answering('\n')).err).toContain('Type api to confirm');
		expect(team.writes()).toEqual([]);
		expect((await answering(' api \n')).code).toBe(0);
		expect(team.writes()).toEqual(['DELETE /v1/projects/api']);
	});
});

describe('landfall deploy', () => {
	const linesWithBody = ['deploy api --json -', 'api POST projects/api/deployments --json -'];

	test.each(linesWithBody)('%s keeps exact numbers', async line => {
		const bodies: Array<string | undefined> = [];
		const {team, run} = createTeamCommands({
			handle(request) {
				if (request.method === 'POST') bodies.push(request.body);
				return team.handle(request);
			},
		});
		const input = '{"version":9007199254740993,"weight":1.10}';
		expect((await run(line, {input})).code).toBe(0);
		expect(bodies).toEqual([input]);
	});

	const withDeploys = (opened: OpenedService) => ({
		...opened,
		deploys: [
			{name: 'to staging', body: {environment_id: 'env_2'}},
			{name: 'again', body: {upload_version: '$VERSION'}},
		],
	});

	test('deploys as the profile names it, and says what the service chose instead', {tags: ['fault-167']}, async () => {
		const {team, clock, run, start} = createTeamCommands({onService: withDeploys});
		const {code, out, err} = await run(['deploy', 'api', '--as', 'to staging', '--json']);
		const reason = 'env_2 was asked for, but the service chose env_1';
		expect([code, team.bodies, err]).toEqual([0, [{environment_id: 'env_2'}], `api: ${reason}\n`]);
		expect(JSON.parse(out)._landfall).toMatchObject({outcome: 'done', reason});
		const waiting = await start(['deploy', 'web', '--as', 'to staging', '--wait', '--json']);
		await clock.advance(2000);
		team.conclude('dep_0002', 'success');
		await waiting.end();
		expect(waiting.err()).toContain(`web: ${reason}\n`);
	});

	test.each([
		['to stagin', 'There is no deploy to stagin. The profile has: to staging, again.'],
		['again', 'again: no $VERSION is selected.'],
	])('refuses --as “%s” and sends nothing', async (name, why) => {
		const {team, run} = createTeamCommands({onService: withDeploys});
		expect(await run(['deploy', 'api', '--as', name])).toMatchObject({code: 2, err: `${why} Nothing was sent.\n`});
		const none = await createTeamCommands().run(['deploy', 'api', '--as', name]);
		expect(none.err).toContain('No profile with `deploys` is open.');
		expect(team.writes()).toEqual([]);
	});

	test('deploys a protected project only with --yes or an answer on a terminal', async () => {
		const {team, run} = createTeamCommands({guards: {protects: ['api']}});
		const unasked = await run('deploy api');
		expect(unasked.code).toBe(2);
		expect(unasked.err).toBe(
			'Nothing was sent: landfall cannot ask you here to confirm the deployment of a protected project. Use landfall deploy with --yes.\n',
		);
		expect((await run('deploy api', {isTerminal: true, input: 'no\n'})).code).toBe(1);
		expect(team.writes()).toEqual([]);
		expect((await run('deploy api', {isTerminal: true, input: 'api\n'})).code).toBe(0);
		expect((await run('deploy api --yes')).code).toBe(0);
		expect(team.bodies).toEqual([{}, {}]);
	});
});

test.each([
	...['create shop', 'edit api --name x', 'delete api --yes', 'deploy api'].map(
		line => [`${line} --read-only`, '', 1, 'This connection is read-only, so nothing was sent.\n'] as const,
	),
	...['3', '3.0', '[]', 'x'].map(
		input => ['deploy api --json -', input, 2, 'The request body must be a JSON object. Nothing was sent.\n'] as const,
	),
	['create ', '', 2, 'A project needs a name.\n'],
] as const)('%s with the input %j sends nothing', async (line, input, code, err) => {
	const {team, run} = createTeamCommands();
	expect(await run(line.split(' '), {input})).toMatchObject({code, err});
	expect(team.requests).toEqual([]);
});

const writingLines = ['deploy api', 'edit api --name x', 'delete api --yes'];

test.each(writingLines)('%s says if it is interrupted before it sends', async line => {
	const {team, clock, start} = createTeamCommands();
	const command = await start(line, {latencyMs: 20_000});
	await clock.advance(1000);
	expect(await command.endBy(130)).toBe(130);
	expect(command.err()).toBe('Interrupted. Nothing was sent.\n');
	expect(team.writes()).toEqual([]);
});

test('edit that is interrupted while it waits for a busy service says that nothing was changed', async () => {
	const {team, clock, start} = createTeamCommands();
	team.fail('busy', 'busy');
	const command = await start('edit api --name x');
	while (!command.err().includes('Retrying')) await clock.advance(50);
	expect(await command.endBy(130)).toBe(130);
	expect(command.err()).toMatch(/\nInterrupted\. Nothing was changed\.\n$/);
});
