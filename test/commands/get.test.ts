import {expect, test} from 'vitest';
import {idsIn, linesOf, runCommandLine} from '../kit/app/command.ts';
import {createTeamCommands} from '../kit/app/team-commands.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

const firstProjects = async (count: number) => {
	const {out} = await runCommandLine(`ls --limit ${count}`);
	return linesOf(out).map(line => line.split('\t'));
};

test('landfall get prints every field of a project, one in each line', async () => {
	const [[id = '', name = ''] = []] = await firstProjects(1);
	const {code, out} = await runCommandLine(['get', name]);
	expect(code).toBe(0);
	expect(out).toMatch(new RegExp(`^id\t${id}\nname\t${name}\nslug\t`));
});

test('landfall get shows the whole of a long value on a terminal', async () => {
	const headers = {'content-type': 'application/json'};
	const url = `https://docs.example.com/${'x'.repeat(100)}`;
	const body = JSON.stringify({...projectOnTheWire, url});
	const {out} = await runCommandLine('get prj_1', {isTerminal: true, handle: () => ({status: 200, headers, body})});
	expect(out.replace(/\s+/g, '')).toContain(url);
});

test('landfall get prints projects from standard input with a blank line between them, and goes on after one that does not exist', async () => {
	const [[first = ''] = [], [second = ''] = []] = await firstProjects(2);
	const input = `${first}\n\nnowhere\n${second}\n`;
	const {code, out, err} = await runCommandLine('get -', {input});
	expect(code).toBe(4);
	expect(err).toBe('No project has the id, slug or name nowhere.\n');
	expect(out).toMatch(new RegExp(`^id\t${first}\n[^]*[^\n]\n\nid\t${second}\n`));
	expect(await runCommandLine('get -', {input: ''})).toMatchObject({code: 0, out: '', err: ''});
	const json = await runCommandLine('get - --json', {input});
	expect(linesOf(json.out).map(line => JSON.parse(line).id)).toEqual([first, second]);
});

test('landfall ls deployments names a project whose deployments are refused, and lists those of the others', async () => {
	const readFault = (path: string) => (path.includes('/api/') ? 403 : undefined);
	const {team, run} = createTeamCommands({teamOptions: {readFault}});
	const id = team.deploy('web');
	const {code, out, err} = await run('ls deployments -', {input: 'api\nweb\n'});
	expect([code, idsIn(out)]).toEqual([1, [id]]);
	expect(err).toMatch(/^api: .*\n$/);
});

test('landfall get prints a deployment, and exits with 4 for one that does not exist', async () => {
	const [[project = ''] = []] = await firstProjects(1);
	const {out} = await runCommandLine(`ls deployments ${project} --limit 1`);
	const [id = ''] = out.split('\t');
	const found = await runCommandLine(`get ${project} ${id}`);
	expect(found).toMatchObject({
		code: 0,
		out: expect.stringMatching(new RegExp(`^id\t${id}\nproject_id\t${project}\n`)),
	});
	const missing = await runCommandLine(`get ${project} nothing`);
	expect(missing.code).toBe(4);
	expect(missing.err).toMatch(/Request id: req_\w+\.\n$/);
});
