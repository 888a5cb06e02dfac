import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {safe} from '../../src/base/text.ts';
import {commandNamed} from '../../src/cli/command-table.ts';
import {outcomeNames} from '../../src/model/status-words.ts';
import {type CommandOptions, idsIn, linesOf, runCommandLine} from '../kit/app/command.ts';
import {createLastingCommands, createTeamCommands} from '../kit/app/team-commands.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {minute} from '../kit/fixtures/moment.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';
import {createPagingService} from '../kit/services/paging-service.ts';
import type {Answer} from '../kit/services/team.ts';

const answering = (body: string | object) => ({
	handle: () => ({status: 200, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body)}),
});

const only = (end: string, status: number) => (path: string) => (path.endsWith(end) ? status : undefined);

const endless = (path: string, answered: () => Answer) =>
	path === '/v1/projects'
		? {...answered(), body: JSON.stringify({...JSON.parse(answered().body), next_cursor: 'c'})}
		: undefined;

describe('landfall ls', () => {
	test('prints a line of fields for each project in a pipe', async () => {
		const {code, out, requests} = await runCommandLine('ls --limit 3');
		expect(code).toBe(0);
		expect(linesOf(out)).toHaveLength(3);
		for (const line of linesOf(out)) expect(line).toMatch(/^prj_\w+\t[^\t]+\t[^\t]+\thttps:[^\t]+(?:\t[^\t]*){6}$/);
		expect(requests).toEqual(['GET /v1/projects?limit=3']);
	});

	test('shows the newest deployments if the order depends on them', async () => {
		const {team, run} = createTeamCommands({projects: ['api', 'docs', 'web'], isTerminal: true});
		team.changeProject('docs', {name: 'documentation-nordwind-eu'});
		team.conclude(team.deploy('docs', {upload_version: 7, environment_id: 'production'}), 'failure');
		expect((await run('ls')).out).not.toContain('failure');
		expect(team.requests).toEqual(['GET /v1/projects?limit=100']);
		const {out} = await run('ls --sort -deployed --limit 2', {columns: 200});
		expect(linesOf(out)[0]).toMatch(/ UPDATED +CREATED /);
		expect(linesOf(out)[1]).toMatch(/^✖ documentation-nordwind-eu .* failure +v7 +production .*just now/);
	});

	test('shows whole ids and start times of deployments in 80 columns', async () => {
		const {team, run} = createTeamCommands({isTerminal: true});
		const ids = ['018f2a6c-7b1e-7c3d-9a55-0c2f4e6b8d10', 'dep_1'];
		for (const id of ids) team.conclude(team.deploy('api', {id, environment_id: 'env_of_the_production'}), 'success');
		const {out} = await run('ls deployments api');
		for (const id of ids) expect(out).toContain(id);
		for (const line of linesOf(out)) expect(line.length).toBeLessThanOrEqual(80);
		expect(out).toMatch(/^ {2}OUTCOME +ENVIRONMENT +STARTED +ID *\n.*just now/);
	});

	describe('of the deployments of all projects', () => {
		function createWorld(options: Parameters<typeof createTeamCommands>[0] = {}) {
			const world = createTeamCommands({projects: ['api', 'docs', 'web'], ...options});
			const {deployedBefore} = world.team;
			const known = {environment_id: 'production', by: 1};
			deployedBefore('api', 'success', 50 * minute, {...known, id: 'd1'});
			deployedBefore('docs', 'failure', 20 * minute, {...known, id: 'd2'});
			deployedBefore('web', 'success', 30 * minute, {...known, id: 'd3'});
			deployedBefore('api', 'success', 10 * minute, {...known, id: 'd4'});
			return world;
		}

		test('lists the newest first, in lines, a table with projects, and JSON', async () => {
			const {team, run} = createWorld();
			const {code, out, err} = await run('ls deployments');
			expect([code, err]).toEqual([0, '']);
			const printed = linesOf(out).map(line => line.split('\t').slice(0, 2).join(' '));
			expect(printed).toEqual(['d4 api', 'd2 docs', 'd3 web', 'd1 api']);
			expect(team.requests).toHaveLength(4);
			const [head, row] = linesOf((await run('ls deployments --limit 1', {isTerminal: true})).out);
			expect(head).toMatch(/^PROJECT +OUTCOME +ENVIRONMENT +VERSION/);
			expect(row).toMatch(/^api +✔ success +production .*d4/);
			const json = await run('ls deployments --json --limit 2');
			expect(linesOf(json.out)).toHaveLength(1);
			expect(json.err).toBe('2 older deployments: raise --limit.\n');
			const rest = await run('ls deployments --limit 3');
			expect(rest.err).toBe('1 older deployment: raise --limit.\n');
			expect(JSON.parse(json.out)).toEqual({
				deployments: [
					expect.objectContaining({id: 'd4', by: 1, _landfall: {project: 'api'}}),
					expect.objectContaining({id: 'd2', _landfall: {project: 'docs'}}),
				],
				_landfall: {read_at: expect.any(String), is_complete: false},
			});
			expect(JSON.parse((await run('ls deployments --json')).out)._landfall.is_complete).toBe(true);
		});

		test('reads the deployments of each matching project once', async () => {
			const {team, run} = createWorld();
			const {out} = await run(['ls', 'deployments', '--filter', 'outcome:failed']);
			expect(idsIn(out)).toEqual(['d2']);
			expect(team.requests).toHaveLength(4);
			expect(linesOf((await run('ls deployments --filter outcome:succeeded')).out)).toHaveLength(3);
			const none = await run('ls deployments --filter outcome:stopped');
			expect([none.code, none.out, none.err]).toEqual([0, '', 'No deployments match.\n']);
		});

		test.each([
			['ls deployments docs --filter outcome:failed', ['d2'], ''],
			['ls deployments api --filter age<20m', ['d4'], ''],
			['ls deployments api --filter outcome:failed', [], 'No deployments match.\n'],
			['ls deployments api --filter name:docs', [], 'No deployments match.\n'],
			['ls deployments - --filter outcome:succeeded', ['d1', 'd4'], 'No deployments match.\n'],
			['ls deployments --filter name:docs', ['d2'], ''],
			['ls deployments --filter !docs', ['d1', 'd3', 'd4'], ''],
		])('%s lists the matches and reads each list once', async (line, ids, err) => {
			const {team, run} = createWorld();
			const found = await run(line, {input: 'docs\napi\n'});
			expect(found.err).toBe(err);
			expect(idsIn(found.out).toSorted()).toEqual(ids);
			const lists = team.requests.filter(request => request.includes('/deployments'));
			expect(lists).toEqual([...new Set(lists)]);
		});

		test.each([
			['ls deployments --fail-on failed', 1],
			['ls deployments --fail-on failed --limit 1', 0],
			['ls deployments --fail-on in-progress', 0],
			['ls deployments docs --fail-on failed', 1],
			['ls deployments api --fail-on failed', 0],
			['ls deployments api --fail-on succeeded --json', 1],
		])('%s ends with %i', async (line, code) => {
			expect((await createWorld().run(line)).code).toBe(code);
		});

		test.each([
			['production', ['d1', 'd2', 'd3', 'd4']],
			['failed production', ['d2']],
			['v40 !web', ['d1', 'd4']],
			['api', ['d1', 'd4']],
			['dep_77', ['d2', 'dep_77']],
			['!production', ['dep_77']],
		])('finds deployments by the words %s', async (filter, ids) => {
			const {team, run} = createWorld();
			team.deployedBefore('docs', 'success', minute, {id: 'dep_77', environment_id: 'preview', upload_version: 8});
			for (const id of ['d1', 'd3', 'd4']) team.change(id, {upload_version: 40});
			const {code, out, err} = await run(['ls', 'deployments', '--filter', filter]);
			expect([code, idsIn(out).toSorted(), err]).toEqual([0, ids, '']);
		});

		test.each([
			['the deployments of one project are rejected', {readFault: only('/web/deployments', 403)}, {}],
			['a deployment is unreadable', {}, {deployment: '..'}],
			['a project is unreadable', {}, {projects: ['api', '..']}],
			['the service repeats its cursor', {readFault: endless}, {}],
		])(
			'--fail-on exits with 6 if %s',
			{tags: ['fault-211']},
			async (_what, teamOptions, given: {readonly deployment?: string; readonly projects?: readonly string[]}) => {
				const {deployment, projects = ['api', 'web']} = given;
				const {team, run} = createTeamCommands({projects, teamOptions});
				team.deployedBefore('api', 'success', minute, {id: 'd1'});
				if (deployment) team.deployedBefore('api', 'success', minute, {id: deployment});
				for (const line of ['ls deployments --fail-on failed', 'ls deployments --fail-on failed --quiet'])
					expect(await run(line)).toMatchObject({code: 6, err: expect.stringMatching(/be read/)});
				expect((await run('ls deployments --fail-on succeeded')).code).toBe(1);
				expect((await run('ls deployments')).code).toBe(0);
			},
		);

		test('exits with 6 if no list can be read, and with 4 for a named project', async () => {
			const {run} = createWorld({teamOptions: {readFault: only('/deployments', 404)}});
			const codes = ['ls deployments', 'ls --filter failed:', 'ls --sort deployed', 'ls deployments docs'].map(
				async line => (await run(line)).code,
			);
			expect(await Promise.all(codes)).toEqual([6, 6, 6, 4]);
		});

		test('--fail-on knows every outcome and what is behind, and needs the list that it judges', async () => {
			const {choices} = commandNamed('ls').options.find(({name}) => name === 'fail-on') ?? {};
			const names = Object.values(outcomeNames).map(name => name.replace(' ', '-'));
			expect(choices?.toSorted()).toEqual([...names, 'behind'].toSorted());
			for (const [line, advice] of [
				['ls --fail-on failed', 'landfall ls deployments --fail-on failed'],
				['ls versions --fail-on failed', 'landfall ls deployments --fail-on failed'],
				['ls --fail-on behind', 'landfall ls versions --fail-on behind'],
				['ls deployments api --fail-on behind', 'landfall ls versions --fail-on behind'],
			] as const) {
				const {code, err, requests} = await runCommandLine(line);
				expect([code, err, requests]).toEqual([2, expect.stringContaining(advice), []]);
			}
		});
	});

	test('reads every page with --all, and mentions the rest with --limit', async () => {
		const all = await runCommandLine('ls --all', {projects: 250});
		expect(linesOf(all.out)).toHaveLength(250);
		expect(all.err).toBe('');
		const some = await runCommandLine('ls', {projects: 250});
		expect(linesOf(some.out)).toHaveLength(100);
		expect(some.err).toContain('There are more projects: raise --limit, or use --all.');
		const sorted = await runCommandLine('ls --sort name', {projects: 250});
		expect(sorted.err).toBe('150 more projects: raise --limit, or use --all.\n');
		const matching = await runCommandLine('ls --filter name:o --limit 1', {projects: 20});
		expect(matching.err).toMatch(/^\d+ more matches: raise --limit, or use --all\.$/m);
	});

	test.each([
		['ls --json --filter name:o', 'matches'],
		['ls --json --sort name', 'sorted projects'],
	])('%s --limit 1 does not call its %s complete', async line => {
		const {out} = await runCommandLine(`${line} --limit 1`, {projects: 20});
		expect(JSON.parse(out)).toMatchObject({projects: [{}], _landfall: {is_complete: false}});
		const {out: whole} = await runCommandLine(`${line} --all`, {projects: 20});
		expect(JSON.parse(whole)).toMatchObject({_landfall: {is_complete: true}});
	});

	test('prints a page as JSON as the service sent it, and adds only its own field', async () => {
		const body = '{"projects": [{"id": "a", "size": 1e3}, {"id": "b"}], "request_id": "r", "next_cursor": "c"}';
		const {out} = await runCommandLine('ls --json --limit 1', answering(body));
		expect(out).toMatch(
			/^\{"projects":\[\{"id":"a","size":1e3\},\{"id":"b"\}\],"request_id":"r","next_cursor":"c","_landfall":/,
		);
		expect(JSON.parse(out)._landfall).toEqual({read_at: expect.stringMatching(/Z$/), is_complete: false});
	});

	test('--cursor reads the list page by page', async () => {
		const ids: string[] = [];
		let next = '';
		let pages = 0;
		do {
			const flags = next === '' ? [] : ['--cursor', next];
			const {out} = await runCommandLine(['ls', '--json', '--limit', '7', ...flags], {projects: 20});
			const {projects, next_cursor: cursor} = JSON.parse(out);
			ids.push(...projects.map(({id}: {id: string}) => id));
			next = cursor ?? '';
			pages++;
		} while (next !== '');
		const {out: all} = await runCommandLine('ls --all', {projects: 20});
		expect([ids, pages]).toEqual([idsIn(all), 3]);
		for (const flags of ['--cursor x --sort name', '--cursor x --filter a'])
			await expect(runCommandLine(`ls ${flags}`)).rejects.toThrow('--cursor works with neither');
	});

	test('merges several pages into one JSON document and counts them', async () => {
		const {out} = await runCommandLine('ls --json --limit 150', {projects: 250});
		const {projects, next_cursor: cursor, _landfall: own} = JSON.parse(out);
		expect([projects.length, own.pages, own.is_complete]).toEqual([150, 2, false]);
		const {out: rest} = await runCommandLine(['ls', '--json', '--cursor', cursor], {projects: 250});
		expect(JSON.parse(rest)).toMatchObject({projects: expect.objectContaining({length: 100})});
		const {out: whole} = await runCommandLine('ls --json --all', {projects: 250});
		expect(JSON.parse(whole)).toMatchObject({next_cursor: null, _landfall: {is_complete: true, pages: 3}});
	});

	test('filters by conditions that one deployment meets, and says what it cannot know', async () => {
		const {team, run} = createTeamCommands({projects: ['api', 'busy', 'docs', 'web']});
		const {deployedBefore} = team;
		const production = {environment_id: 'production'};
		deployedBefore('api', 'failure', 60 * minute, production);
		deployedBefore('api', 'success', 30 * minute, production);
		deployedBefore('docs', 'failure', 60 * minute, {environment_id: 'preview'});
		deployedBefore('docs', 'failure', 180 * minute, production);
		for (let at = 60; at < 180; at++) deployedBefore('busy', 'success', at * minute, production);
		const found = async (filter: string) => {
			const {out, err} = await run(['ls', '--all', '--filter', filter]);
			return [...idsIn(out), err];
		};
		const cut = 'The service lists at most 100 deployments, and older ones of 1 project may match.\n';
		expect(await found('outcome:failed env:prod age<2h')).toEqual(['api', '']);
		// A word that is only begun restricts the list, too.
		expect(await found('env:prod age<2h outcome:fail')).toEqual(['api', expect.stringMatching(/^outcome: can be/)]);
		expect(await found('failed:prod')).toEqual(['api', 'docs', cut]);
		expect(await found('latest:failed')).toEqual(['docs', '']);
		expect(await found('latest:stopped')).toEqual(['No projects match.\n']);
		const {out} = await run(['ls', '--json', '--all', '--filter', 'failed:prod']);
		expect(JSON.parse(out)._landfall.is_complete).toBe(false);
	});

	test('applies a saved filter, and names the saved ones for an unknown name', async () => {
		const filters = new Map([['tours', 'name:tour']]);
		const onService: CommandOptions['onService'] = service => ({...service, filters});
		const saved = await runCommandLine('ls --filter @tours', {onService});
		const typed = await runCommandLine('ls --filter name:tour');
		expect([saved.out, saved.err]).toEqual([typed.out, '']);
		const {code, err, requests} = await runCommandLine('ls --filter @nope', {onService});
		expect([code, requests]).toEqual([2, []]);
		expect(err).toContain('The filter is invalid: @nope is not a saved filter. Saved: @tours.');
	});

	test('lists the other projects if one is forbidden, and fails if all are', async () => {
		let forbidden = '/gone/deployments';
		const readFault = (path: string) => (path.endsWith(forbidden) ? 403 : undefined);
		const {team, run} = createTeamCommands({projects: ['api', 'gone', 'web'], teamOptions: {readFault}});
		for (const project of ['api', 'web']) team.conclude(team.deploy(project), 'success');
		const {code, out, err} = await run('ls --json --all --filter outcome:succeeded');
		expect(code).toBe(0);
		const {projects, _landfall} = JSON.parse(out);
		expect(projects.map(({id}: {id: string}) => id)).toEqual(['api', 'web']);
		expect(_landfall.is_complete).toBe(false);
		expect(err).toMatch(/The deployments of gone could not be read: .*\(403\).*Request id: req_403\./s);
		forbidden = '/deployments';
		const failure = {code: 6, out: '', err: expect.stringContaining('(403)')};
		expect(await run('ls --all --filter outcome:succeeded')).toMatchObject(failure);
	});

	test.each([
		['name', 'a c b'],
		['slug', 'c b a'],
		['url', 'b a c'],
		['status', 'b c a'],
		['mode', 'c a b'],
		['version', 'b a c'],
		['updated', 'c a b'],
		['created', 'c b a'],
		['deployed', 'b a c'],
		['behind', 'a b c'],
	])('--sort %s ascends, and descends with a minus', async (field, ids) => {
		const {clock, team, run} = createTeamCommands({projects: ['a', 'b', 'c']});
		for (const [projectId, fields] of [
			['b', {upload_version: 3}],
			['a', {upload_version: 5, created_at: undefined}],
			['c', {upload_version: 2}],
		] as const) {
			team.conclude(team.deploy(projectId, fields), 'success');
			await clock.advance(60_000);
		}

		for (const [id, day, version, texts] of [
			['c', 1, 9, 'bxzyx'],
			['a', 3, 5, 'AzyZy'],
			['b', 2, 4, 'cyxxz'],
		] as const) {
			const [name, slug, url, status, mode] = texts;
			const fields = {name, slug, url, status, upload_mode: mode, latest_upload_version: version};
			team.changeProject(id, {...fields, created_at: `2026-01-0${day}T00:00:00Z`});
			await clock.advance(60_000);
		}

		const listed = async (sort: string) => {
			const {out} = await run(['ls', '--sort', sort]);
			return idsIn(out).join(' ');
		};
		expect(await listed(field)).toBe(ids);
		expect(await listed(`-${field}`)).toBe(ids.split(' ').toReversed().join(' '));
	});

	test.each([
		['docs outcome:bogus', 'bogus is not an outcome. It can be waiting'],
		['age<2', 'age<2 needs a unit'],
		['!', '! needs a word or a condition'],
		['""', '"" needs a word or a condition'],
		['@blank', 'it has no word and no condition'],
		['failed: <2h >1h', '>1h follows no condition'],
		['<2h', '<2h follows no condition'],
		['failed=2h', 'age= would match nothing. Ages are compared'],
		['"media-kit', '"media-kit needs a second quotation mark'],
		['failed or stopped', 'All words must match'],
		['@', '@ needs the name of a saved filter'],
	])('lists nothing for the invalid filter %s', async (filter, reason) => {
		const onService: CommandOptions['onService'] = service => ({...service, filters: new Map([['blank', ' ']])});
		const {code, out, err, requests} = await runCommandLine(['ls', '--filter', filter], {onService});
		expect([code, out]).toEqual([2, '']);
		expect(err).toContain(`The filter is invalid: ${reason}`);
		expect(requests).toEqual([]);
	});

	test.each<[line: string, filter: string, said: string]>([
		['ls', 'env:prdo', 'no environment contains “prdo”; known: preview, production.'],
		['ls --json', '!failed:prdo', 'no environment contains “prdo”'],
		['ls deployments', 'failed:production,stagin<2h', 'no environment contains “stagin”'],
		['ls', '@typo', 'no environment contains “prdo”'],
		['ls', 'status:pasued', 'no status contains “pasued”; known: active.'],
		['ls', '!mode:zpi', 'no mode contains “zpi”; known: zip.'],
		['ls', 'nowhere', 'no project contains “nowhere”; env:, status: and outcome: search other fields.'],
		['ls', 'failed production', 'no project contains “production”'],
		['ls --quiet', 'error', 'no project contains “error”'],
		['ls deployments', 'failed : prod', 'no project contains “:”'],
		['ls deployments', 'failed,stopped', 'no project contains “failed,stopped”'],
	])('%s --filter %s exits with 2, because nothing contains that name', async (line, filter, said) => {
		const onService: CommandOptions['onService'] = service => ({...service, filters: new Map([['typo', 'env:prdo']])});
		const {team, run} = createTeamCommands({projects: ['api', 'docs'], onService});
		team.changeProject('api', {status: 'active', upload_mode: 'zip'});
		team.changeProject('docs', {status: 'active', upload_mode: 'zip'});
		for (const environment_id of ['production', 'preview'])
			team.deployedBefore('api', 'failure', minute, {environment_id});
		const {code, out, err} = await run([...line.split(' '), '--filter', filter]);
		expect([code, out, err]).toEqual([2, '', expect.stringContaining(`The filter is invalid: ${said}`)]);
	});

	test('an invalid filter also says what could not be read', async () => {
		const {run} = createTeamCommands({projects: ['api', '..']});
		const {code, err} = await run('ls --filter nowhere');
		expect(code).toBe(2);
		expect(err).toMatch(/no project contains “nowhere”.* 1 record could not be read/s);
	});

	const filtersOfNothing = ['env:prod', 'status:paused', 'failed:', 'api stopped', '!nowhere failed:'];

	test.each(filtersOfNothing)('finds nothing for %s', async filter => {
		const {run} = createTeamCommands({projects: ['api']});
		expect(await run(['ls', '--filter', filter])).toMatchObject({code: 0, out: '', err: 'No projects match.\n'});
	});

	test.each([
		['ls deployments api --filter failed:production --fail-on failed', ''],
		['ls deployments api --filter nowhere', 'no project contains “nowhere”'],
		['ls deployments - --filter failed:prdo', ''],
	])('%s says what a named project does not have, without an error', async (line, said) => {
		const {team, run} = createTeamCommands({projects: ['api', 'docs']});
		team.deployedBefore('api', 'failure', minute, {environment_id: 'preview', id: 'd1'});
		team.deployedBefore('docs', 'failure', minute, {environment_id: 'production', id: 'd2'});
		const {code, out, err} = await run(line, {input: 'api\ndocs\n'});
		expect([code, out]).toEqual([0, '']);
		expect(err).toContain(said || 'no environment contains “pr');
		expect(err).toContain('No deployments match.');
		const found = await run('ls deployments - --filter failed:prod', {input: 'api\ndocs\n'});
		expect(found).toMatchObject({code: 0, out: expect.stringMatching(/^d2\t/)});
	});

	test('a comparison belongs to the condition before it, and commas separate environments', async () => {
		const {team, run} = createTeamCommands({projects: ['api', 'docs', 'web']});
		team.deployedBefore('api', 'failure', 60 * minute, {environment_id: 'production'});
		team.deployedBefore('docs', 'failure', 180 * minute, {environment_id: 'production'});
		team.deployedBefore('web', 'failure', 60 * minute, {environment_id: 'staging'});
		const found = async (filter: string) => idsIn((await run(['ls', '--filter', filter])).out);
		expect(await found('failed:prod <2h')).toEqual(['api']);
		expect(await found('failed:prod,staging <2h')).toEqual(['api', 'web']);
	});

	test('several filters must all match', async () => {
		const {team, run} = createTeamCommands({projects: ['api', 'shop', 'shop-eu']});
		for (const id of ['api', 'shop']) team.deployedBefore(id, 'failure', minute);
		const {out} = await run('ls --filter latest:failed --filter shop');
		expect(idsIn(out)).toEqual(['shop']);
		const open = await run(['ls', '--filter', '"shop', '--filter', 'latest:failed']);
		expect(open).toMatchObject({code: 2, out: '', err: expect.stringContaining('needs a second quotation mark')});
	});

	describe('with a word that nobody has classified', () => {
		function createUndecided() {
			const world = createTeamCommands({projects: ['api', 'docs', 'web']});
			world.team.deployedBefore('api', 'failure', 3 * minute, {id: 'd1', environment_id: 'production'});
			world.team.deployedBefore('docs', 'epäonnistui', 2 * minute, {id: 'd2', environment_id: 'production'});
			world.team.deployedBefore('web', 'success', minute, {id: 'd3', environment_id: 'production'});
			return world;
		}

		test.each([
			['ls --filter failed:prod', ['api']],
			['ls --filter !failed:prod', ['web']],
			['ls deployments --filter failed:', ['d1']],
		])('%s leaves out possible matches and says so', {tags: ['fault-210']}, async (line, ids) => {
			const {code, out, err} = await createUndecided().run(line);
			expect([code, idsIn(out)]).toEqual([0, ids]);
			expect(err).toContain('1 deployment with unknown words may match, too: epäonnistui. Classify them with m');
			const {out: json} = await createUndecided().run(`${line} --json`);
			expect(JSON.parse(json)._landfall.is_complete).toBe(false);
		});

		const otherLines = ['ls --filter outcome:unknown', 'ls --filter running', 'ls deployments --filter env:prod'];

		test.each(otherLines)('%s needs no such word', async line => {
			expect((await createUndecided().run(line)).err).not.toContain('epäonnistui');
		});

		test.each([
			['ls deployments docs --fail-on failed', 10, 'epäonnistui'],
			['ls deployments --limit 2 --fail-on failed --json', 10, 'epäonnistui'],
			['ls deployments docs --filter failed: --fail-on failed', 10, 'epäonnistui'],
			['ls deployments - --fail-on succeeded', 10, 'epäonnistui'],
			['ls deployments --fail-on failed', 1, ''],
			['ls deployments docs --fail-on unknown', 1, ''],
			['ls deployments --fail-on in-progress', 0, ''],
			['ls deployments docs', 0, ''],
		])('%s ends with %i', {tags: ['fault-210']}, async (line, code, word) => {
			const ended = await createUndecided().run(line, {input: 'api\ndocs\n'});
			expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(word)]);
		});
	});

	test('a list of 100 deployments is complete if it reaches back to the time in the filter', async () => {
		const {team, run} = createTeamCommands({projects: ['busy']});
		for (let at = 1; at <= 120; at++)
			team.deployedBefore('busy', 'failure', at * minute, {environment_id: 'production'});
		const isComplete = async (...line: readonly string[]) => {
			const {out} = await run([...line, '--limit', '200', '--json']);
			return JSON.parse(out)._landfall.is_complete;
		};
		for (const projects of [[], ['busy']]) {
			const listed = ['ls', 'deployments', ...projects];
			expect(await isComplete(...listed, '--filter', 'failed:prod<90m')).toBe(true);
			expect(await isComplete(...listed, '--filter', 'failed:prod<2h')).toBe(false);
			expect(await isComplete(...listed)).toBe(false);
		}
	});

	test('filters by what is watched, and lists nothing if the journal cannot be read', async () => {
		const {run, journal, journalPath} = createLastingCommands({projects: ['api', 'web', 'wiki']});
		for (const projectId of ['api', 'web']) {
			const watch = {projectId, deploymentId: undefined, project: safe(projectId), isMine: false};
			journal().saveWatch('demo built-in service', watch);
		}

		const {code, out} = await run(['ls', '--all', '--filter', 'is:watched id:w']);
		expect([code, idsIn(out)]).toEqual([0, ['web']]);
		const failed = await run('ls --filter is:watched', {journalPath: join(journalPath, 'journal.sqlite')});
		expect(failed).toMatchObject({code: 2, out: '', err: expect.stringContaining('is not a folder')});
		const damaged = `${journalPath}.damaged`;
		writeFileSync(damaged, 'no longer a database'.repeat(100));
		const lost = await run('ls --filter is:watched', {journalPath: damaged});
		expect([lost.code, lost.out]).toEqual([2, '']);
		expect(lost.err.match(/It was set aside as journal/g)).toHaveLength(1);
	});

	test('--quiet prints only results and failures', async () => {
		const some = await runCommandLine('ls --limit 2 --quiet');
		expect(some.err).toBe('');
		expect(linesOf(some.out)).toHaveLength(2);
		expect((await runCommandLine('ls deployments nowhere --quiet')).err).toContain('No project has');
	});

	test.each([
		['ls --json', /^2 records could not be read\.\n$/],
		['ls', /^2 records could not be read, so the list is incomplete\.\n$/],
		['ls --filter docs', /^2 records could not be read, so the list is incomplete\.\n$/],
		['ls deployments prj_1', /^2 deployments could not be read, so the list may be incomplete\.\n$/],
	])('%s counts unreadable records and does not call the list empty', async (line, said) => {
		const records = ['nonsense', 7];
		const body = {id: 'prj_1', projects: records, deployments: records, request_id: 'r'};
		const {code, out, err} = await runCommandLine(line, answering(body));
		expect(code).toBe(0);
		if (line.includes('--json')) expect(JSON.parse(out)._landfall.is_complete).toBe(false);
		else expect(out).toBe('');
		expect(err).toMatch(said);
	});

	const needingDeployments = ['--filter latest:failed', '--filter outcome:failed', '--sort deployed'];

	test.each(needingDeployments)('ls %s counts ids that fit in no address', {tags: ['fault-28']}, async options => {
		const projects = ['api', '..', '.', '', 'x'.repeat(1_000_000), '\ud83d', 'web', 'a/../b?c#\u0000'];
		const {team, run} = createTeamCommands({projects, isTerminal: true, columns: 120});
		for (const id of ['api', 'web', 'a/../b?c#\u0000']) team.deployedBefore(id, 'failure', minute);
		const {code, out, err} = await run(`ls --all ${options}`);
		expect(err).toContain('5 records could not be read, so the list is incomplete.');
		expect(code).toBe(0);
		expect(linesOf(out).map(line => line.includes('failure'))).toEqual([false, true, true, true]);
	});

	test('ls deployments counts ids that fit in no address', {tags: ['fault-28']}, async () => {
		const {team, run} = createTeamCommands({projects: ['api']});
		for (const id of ['dep_1', '..', 'x'.repeat(1_000_000)]) team.deploy('api', {id});
		const {code, out, err} = await run('ls deployments api');
		expect([code, linesOf(out)]).toEqual([0, [expect.stringMatching(/^dep_1\t/)]]);
		expect(err).toBe('2 deployments could not be read, so the list may be incomplete.\n');
	});

	test.each([
		['a table shows the name', '', true, /production/],
		['a pipe gets the id', '', false, /\tenv_1\t/],
		['JSON has the id', ' --json', false, /"environment_id":"env_1"/],
	])('%s of an environment that the profile names', async (_what, more, isTerminal, expected) => {
		const service = answering({...projectOnTheWire, deployments: [deploymentOnTheWire], request_id: 'r'});
		const line = `ls deployments ${projectOnTheWire.id}${more}`;
		const {out} = await runCommandLine(line, {...service, isTerminal, environments: {env_1: 'production'}});
		expect(out).toMatch(expected);
	});

	test.each([
		[99, ''],
		[100, 'The service lists at most 100 deployments, so there may be older ones.\n'],
	])('says whether there may be more than %i deployments', async (count, said) => {
		const deployments = Array.from({length: count}, (_, at) => ({...deploymentOnTheWire, id: `d${at}`}));
		const line = `ls deployments ${projectOnTheWire.id} --json --limit 100`;
		const {out, err} = await runCommandLine(line, answering({...projectOnTheWire, deployments}));
		expect([JSON.parse(out)._landfall.is_complete, err]).toEqual([said === '', said]);
	});

	test.each(['ECONNREFUSED', 'ENOTFOUND'])('gives up after three attempts that fail with %s', async code => {
		const failures: string[] = [];
		const failed = await runCommandLine('ls', {connectError: () => failures[failures.push(code) - 1]});
		expect([failed.code, failures.length]).toEqual([5, 3]);
		expect(failed.err).toMatch(/Trying 2 more times\.\n.*Gave up after 3 attempts \(--give-up-after\)\./s);
	});

	test.each([
		[503, {}, 5, 30, /Retrying for up to 30s\.\n.*Gave up after 30s \(--give-up-after\)\./s],
		[429, {'retry-after': '3600'}, 8, 120, /It asks for a longer pause: giving up in 2m/],
	])('an answer of %i with %j ends it with %i after %i s', async (status, headers, code, seconds, said) => {
		const clock = createTestClock();
		const startedAt = clock.now();
		const late = await runCommandLine('ls', {clock, handle: () => ({status, headers, body: '{}'})});
		expect([late.code, Math.floor((clock.now() - startedAt) / 1000)]).toEqual([code, seconds]);
		expect(late.err).toMatch(said);
	});

	test('stops when the service repeats a cursor, and says so', async () => {
		const handle = createPagingService(() => ({ids: ['a', 'b'], next: 'again'}));
		const {code, out, err} = await runCommandLine('ls --all', {handle});
		expect([code, linesOf(out).length]).toEqual([0, 2]);
		expect(err).toContain('Stopped reading: the service repeated itself');
	});

	test('tabs and line breaks in a field stay in its column', async () => {
		const project = {...projectOnTheWire, name: 'a\tb\nc\u001b[31m'};
		const {out} = await runCommandLine('ls', answering({projects: [project], request_id: 'r'}));
		expect(linesOf(out)).toHaveLength(1);
		expect(out.split('\t').slice(0, 3)).toEqual(['prj_1', 'a b c\ufffd[31m', 'docs']);
	});
});

test('the read time of a cached answer includes its age', {tags: ['fault-240']}, async () => {
	const readFault = (_path: string, answered: () => Answer): Answer => {
		const answer = answered();
		return {...answer, headers: {...answer.headers, age: '60'}};
	};
	const {clock, run} = createTeamCommands({teamOptions: {readFault}});
	const {out} = await run('ls --json');
	expect(clock.now() - Date.parse(JSON.parse(out)._landfall.read_at)).toBe(60_000);
});
