import {describe, expect, test} from 'vitest';
import {startCommand} from '../kit/app/command.ts';
import {createTeamCommands} from '../kit/app/team-commands.ts';

/** Its pages repeat, or one of its records cannot be read. */
function createGappyTeam(gap: 'a repeated cursor' | 'an unreadable record') {
	const commands = createTeamCommands({
		projects: ['web', 'other'],
		teamOptions: {
			readFault(path, answered) {
				const answer = answered();
				if (path !== '/v1/projects' || gap === 'an unreadable record') return answer;
				return {...answer, body: String(answer.body).replace('"next_cursor":null', '"next_cursor":"again"')};
			},
		},
	});
	commands.team.changeProject('web', {name: 'project web'});
	if (gap === 'an unreadable record') commands.team.changeProject('other', {id: ''});
	return commands;
}

describe.each(['a repeated cursor', 'an unreadable record'] as const)('a list of projects with %s', gap => {
	test.each(['delete @ --yes', 'edit @ --slug other', 'deploy @'])('keeps %s from the only match', async line => {
		const {team, run} = createGappyTeam(gap);
		const words = line.split(' ').map(word => (word === '@' ? 'project web' : word));
		const {code, err} = await run(words);
		expect(err).toBe(
			'Not all projects could be read, so web may not be the only one with the slug or name project web. Name it by its id. Nothing was sent.\n',
		);
		expect([code, team.writes()]).toEqual([6, []]);
	});

	test('allows writes by id, and reads the match of a name with a note', async () => {
		const {team, run} = createGappyTeam(gap);
		await run('deploy web');
		expect(team.writes()).toEqual(['POST /v1/projects/web/deployments']);
		const {code, out, err} = await run(['get', 'project web']);
		expect([code, out.split('\n')[0]]).toEqual([0, 'id\tweb']);
		expect(err).toBe(
			'Not all projects could be read, so web may not be the only one with the slug or name project web.\n',
		);
	});

	test('does not prove that a project does not exist', async () => {
		const {code, err} = await createGappyTeam(gap).run('get blog');
		expect(code).toBe(6);
		expect(err).toMatch(/^No project with the id, slug or name blog was found, but .* Name it by its id\.\n$/);
	});
});

const takers = ['get -', 'ls deployments -', 'wait -', 'watch -'];
const bodyTakers = ['edit api --json -', 'api POST projects --json -'];

describe('a command that waits for input', () => {
	test.each([...takers, ...bodyTakers, 'delete api'])('a signal ends %s, which sends no write', async line => {
		const {clock, team, start} = createTeamCommands();
		const command = await start(line, {isInputOpen: true, isTerminal: line.startsWith('delete')});
		await clock.advance(1000);
		expect(await command.endBy(130)).toBe(130);
		expect(team.writes()).toEqual([]);
	});

	test('get rejects names that are not UTF-8', {tags: ['fault-142']}, async () => {
		const command = await startCommand('get -', {input: 'caf\uFFFD\n'});
		expect(await command.end()).toBe(2);
		expect(command.err()).toContain('Standard input is not UTF-8 text, so it was not used.');
	});

	test('wait ends at --timeout', async () => {
		const command = await startCommand('wait - --timeout 5s', {isInputOpen: true});
		await command.clock.advance(5000);
		expect(await command.end()).toBe(9);
	});

	test('get prints each project at once, and ends when its output is closed', async () => {
		const command = await startCommand('get -', {input: 'nobody-knows-this\n', isInputOpen: true});
		await command.clock.advance(1000);
		expect(command.err()).toContain('No project has');
		expect(await command.endBy(0)).toBe(0);
	});
});

/** The accents of its name are separate characters. A user types them with the letters. */
function createAccentTeam(...protects: readonly string[]) {
	const commands = createTeamCommands({projects: ['cafe', 'web'], guards: {protects}});
	commands.team.changeProject('cafe', {name: 'Cafe\u0301 Zu\u0308rich', slug: 'cafe\u0301-zu\u0308rich'});
	return commands;
}

type Row = [words: readonly string[], exitCode: number, said: RegExp, ...protects: string[]];

test.each<Row>([
	...['Café Zürich', 'café-zürich', 'Cafe\u0301 Zürich', 'Café\u00a0Zürich'].map(
		(name): Row => [['get', name], 0, /^id\tcafe\n/],
	),
	...['café', 'CAFÉ', 'name:zürich'].map((filter): Row => [['ls', '--filter', filter], 0, /^cafe\t.*\n$/]),
	[['get', 'Cafè Zürich'], 4, /Did you mean Café Zürich\?/],
	...['Café*', 'CAFE\u0301*', 'cafe*'].map(
		(pattern): Row => [['delete', 'Café Zürich', '--yes'], 1, /^Café Zürich is protected by your settings/, pattern],
	),
])('a project is found by how its name looks: %j exits with %i', {tags: ['fault-122']}, async (...row) => {
	const [words, exitCode, said, ...protects] = row;
	const {team, run} = createAccentTeam(...protects);
	const {code, out, err} = await run(words);
	expect([code, out + err, team.writes()]).toEqual([exitCode, expect.stringMatching(said), []]);
});

test('a project is not found by a name that two projects look like', {tags: ['fault-122']}, async () => {
	const {team, run} = createAccentTeam();
	team.changeProject('web', {name: 'Café Zürich'});
	const {code, err} = await run(['delete', 'Café Zürich', '--yes']);
	expect([code, err]).toEqual([2, expect.stringMatching(/^Nothing was sent\. 2 projects are called Café Zürich\./)]);
	expect(team.writes()).toEqual([]);
});

test.each([
	['api-srv', 'Did you mean api-server?'],
	['API-Server', 'Did you mean api-server?'],
	['api-sevrer', 'Did you mean api-server?'],
	['new dcos', 'Did you mean New docs?'],
	['billing', undefined],
])('a write to the unknown project %s is not sent and suggests a near name', async (typed, hint) => {
	const {team, run} = createTeamCommands({projects: ['api-server', 'web']});
	team.changeProject('api-server', {slug: 'api-server'});
	team.changeProject('web', {name: 'New docs', slug: 'web'});
	const {code, err} = await run(['deploy', typed]);
	const sentence = `No project has the id, slug or name ${typed}.`;
	expect([code, err, team.writes()]).toEqual([4, `${hint ? `${sentence} ${hint}` : sentence} Nothing was sent.\n`, []]);
});
