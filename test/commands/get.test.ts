import {expect, test} from 'vitest';
import {idsIn, linesOf} from '../kit/app/command.ts';
import {createTeamCommands} from '../kit/app/team-commands.ts';

test('get prints each field of a project on a line, and wraps a long value on a terminal', async () => {
	const {team, run} = createTeamCommands();
	const url = `https://docs.example.com/${'x'.repeat(100)}`;
	team.changeProject('api', {name: 'The API', url});
	expect((await run(['get', 'The API'])).out).toMatch(/^id\tapi\nname\tThe API\nslug\t/);
	const {out} = await run('get api', {isTerminal: true});
	expect(out.replace(/\s+/g, '')).toContain(url);
});

test('get - prints projects with blank lines between them, and goes on after one that does not exist', async () => {
	const {run} = createTeamCommands();
	const input = 'api\n\nnowhere\nweb\n';
	const {code, out, err} = await run('get -', {input});
	expect([code, err]).toEqual([4, 'No project has the id, slug or name nowhere.\n']);
	expect(out).toMatch(/^id\tapi\n.*[^\n]\n\nid\tweb\n/s);
	expect(await run('get -', {input: ''})).toMatchObject({code: 0, out: '', err: ''});
	const json = await run('get - --json', {input});
	expect(linesOf(json.out).map(line => JSON.parse(line).id)).toEqual(['api', 'web']);
});

test('ls deployments - names a forbidden project and lists the others', async () => {
	const readFault = (path: string) => (path.includes('/api/') ? 403 : undefined);
	const {team, run} = createTeamCommands({teamOptions: {readFault}});
	const id = team.deploy('web');
	const {code, out, err} = await run('ls deployments -', {input: 'api\nweb\n'});
	expect([code, idsIn(out)]).toEqual([1, [id]]);
	expect(err).toMatch(/^api: .*\n$/);
});

test('get prints a deployment, and exits with 4 if it does not exist', async () => {
	const {team, run} = createTeamCommands();
	const {code, out} = await run(`get api ${team.deploy('api')}`);
	expect([code, out]).toEqual([0, expect.stringMatching(/^id\tdep_0001\nproject_id\tapi\n/)]);
	expect(await run('get api nothing')).toMatchObject({code: 4, err: expect.stringMatching(/Request id: req_1\.\n$/)});
});

const linksToP7 = ['https://service.invalid/v1/projects/p7', 'https://dash.example/acme/projects/p7/settings?tab=1'];

test.each(['p7', ...linksToP7])('get %s costs one read, however many projects there are', async named => {
	const {team, run} = createTeamCommands({projects: Array.from({length: 300}, (_, at) => `p${at}`)});
	expect(idsIn((await run(['get', named])).out)[0]).toBe('id');
	expect(team.requests).toEqual(['GET /v1/projects/p7']);
});

test.each(['get @', 'wait @', 'deploy @', 'delete @ --yes'])('%s rejects a link to a deployment', async line => {
	const {team, run} = createTeamCommands();
	const link = `https://service.invalid/v1/projects/api/deployments/${team.deployWith('api', 'success')}`;
	const {code, err} = await run(line.replace('@', link));
	expect([code, err]).toEqual([
		2,
		expect.stringContaining('leads to a deployment. Name its project, and then its id.'),
	]);
	expect(team.requests).toEqual([]);
});

test('get finds a project by its URL', async () => {
	const {team, run} = createTeamCommands();
	team.changeProject('web', {url: 'https://web.pages.example/'});
	expect((await run('get https://web.pages.example/')).out).toMatch(/^id\tweb\n/);
});
