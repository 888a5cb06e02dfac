import {expect, test} from 'vitest';
import {openDemo} from '../kit/app/open.ts';
import {createLastingCommands, createTeamCommands, intentIn} from '../kit/app/team-commands.ts';

test.each([
	[
		'{"projects" : [ ],\n"next_cursor":1e3, "name":"\u009b31m\u202e::x"}',
		'{\n  "projects": [],\n  "next_cursor": 1e3,\n  "name": "\\u009b31m\\u202e::x"\n}\n',
	],
	['plain\u001b[31m', 'plain\ufffd[31m\n'],
	['two\nlines\n', 'two\nlines\n'],
	['', ''],
])('api prints the answer %j byte for byte in a pipe and safely on a terminal', async (body, shown) => {
	const {run} = createTeamCommands({handle: () => ({status: 200, headers: {}, body})});
	const {out} = await run('api GET projects/x', {isTerminal: true});
	expect([out, (await run('api GET projects/x')).out]).toEqual([shown, body]);
});

test('api --json adds status and request id, even on a read-only connection', async () => {
	const {out} = await createTeamCommands().run('api GET projects/api --json --read-only');
	expect(JSON.parse(out)).toMatchObject({id: 'api', _landfall: {status: 200, request_id: 'req_1'}});
});

test.each([
	[404, 4],
	[401, 3],
	[422, 1],
	[429, 8],
	[500, 5],
])('api prints the answer of a request that fails with %i and exits with %i', async (status, code) => {
	const handle = () => ({status, headers: {'content-type': 'application/json'}, body: '{"error":{"message":"no"}}'});
	const {run} = createTeamCommands({handle});
	const failed = await run('api GET projects/x --give-up-after 5s');
	expect([failed.code, failed.out]).toEqual([code, '{"error":{"message":"no"}}']);
	expect(failed.err).not.toBe('');
});

test('the screens show an unclear request as an unconfirmed change until it is dismissed', async () => {
	const {team, clock, run, journalPath} = createLastingCommands();
	team.fail('after');
	await run('api PATCH projects/api --json - --wait-for-outcome 0', {input: '{"branch":"main"}'});
	const app = await openDemo({clock, handle: team.handle, journalPath});
	await app.see('of 2');
	await clock.advance(1000);
	await app.see('landfall does not know whether PATCH /v1/projects/api was executed.');
	await app.see('Reading the service cannot reveal the outcome.');
	await app.go(['half a second', 'r'], 'It may have succeeded: sending it again could apply it twice');
	await app.press('x');
	app.close();
	expect((await run('reconcile')).err).toBe('No unconfirmed changes.\n');
	expect(team.writes()).toHaveLength(1);
});

test.each([
	['create shop', ['', 'api']],
	['create draft', ['api']],
	['edit api --url https://x.example', ['', 'api']],
	['edit api --name api-mine', ['']],
	['edit api --url https://x.example --wait-for-outcome 0; reconcile', ['', 'api']],
	['create draft --wait-for-outcome 0; reconcile', ['api']],
	['delete api --yes', ['']],
	['deploy api', ['', 'api']],
	['api POST projects/api/tags', ['', 'api']],
])('%s keeps drafts of the screens that it does not replace', async (line, left) => {
	const {team, clock, run, journalPath} = createLastingCommands();
	const service = {clock, handle: team.handle, journalPath};
	const app = await openDemo(service, 'of 2');
	for (const keys of [
		['a', 'half a second', ...'draft'],
		['e', 'half a second', ...'-mine'],
	])
		await app.go([...keys, 'esc'], 'kept unsent');
	app.close();
	if (line.includes('reconcile')) team.fail('after');
	for (const each of line.split('; ')) await run(each);
	const {state} = await openDemo(service, /of \d/);
	await clock.advance(1000);
	expect([...state().writes.drafts.keys()]).toEqual(left);
});

test.each<[line: string, input: string, request: string, ...bodies: unknown[]]>([
	['POST projects --json -', '{"name":"shop"}', 'POST /v1/projects'],
	['PATCH projects/api --json -', '{"name":"core"}', 'PATCH /v1/projects/api'],
	['DELETE /v1/projects/api', '', 'DELETE /v1/projects/api'],
	['POST projects/api/deployments', '', 'POST /v1/projects/api/deployments', {}],
	['POST projects/api/deployments?a=1 --json -', '{"b":"c"}', 'POST /v1/projects/api/deployments?a=1', {b: 'c'}],
	// A list where nothing is documented.
	['POST projects/api/tags --json -', '["a"]', 'POST /v1/projects/api/tags', ['a']],
])('api %s sends the write once, with the body %s', async (line, input, request, ...bodies) => {
	const {team, run} = createTeamCommands();
	await run(`api ${line}`, {input});
	expect([team.writes(), team.bodies]).toEqual([[request], bodies]);
});

test('the activity log records what api sends', async () => {
	const {run, journal} = createLastingCommands();
	await run('api POST projects --json -', {input: '{"name":"shop"}'});
	await run('api PATCH projects/api --json -', {input: '{"branch":"main"}'});
	expect(journal().recent(9)).toMatchObject([
		{kind: 'sent', project: 'PATCH /v1/projects/api'},
		{kind: 'added', project: 'shop'},
	]);
});

test('api reconciles a write whose answer is lost', async () => {
	const {team, run} = createLastingCommands();
	team.fail('after');
	const found = await run('api DELETE projects/web');
	expect(found.code).toBe(0);
	expect(found.err).toContain('The answer did not arrive, but the service shows the result.');
	team.fail('after');
	const lost = await run('api POST projects --json - --wait-for-outcome 0', {input: '{"name":"shop"}'});
	expect(lost.code).toBe(7);
	expect((await run(['reconcile', intentIn(lost.err)])).out).toContain('\tdone\tcreate\t');
});

test.each([
	[['PATCH', 'projects/api', '--json', '-'], '{"name":"core","branch":"main"}'],
	[['POST', 'projects', '--json', '-'], '{"name":"shop","team":"x"}'],
	[['PATCH', 'projects/api?x=1', '--json', '-'], '{"name":"core"}'],
	[['PATCH', 'projects/api/deployments/dep_1'], ''],
] as const)('api %j stays unclear after a lost answer until it is dismissed', async (args, input) => {
	const {team, run} = createLastingCommands();
	team.fail('after');
	const lost = await run(['api', ...args], {input});
	expect(lost.code).toBe(7);
	expect(lost.err).toMatch(
		/landfall does not know whether (?:PATCH|POST) \/v1\/\S+ was executed\. Reading the service cannot reveal the outcome\./,
	);
	expect((await run('reconcile')).code).toBe(7);
	expect((await run(['reconcile', intentIn(lost.err), '--dismiss'])).code).toBe(0);
	expect(team.writes()).toHaveLength(1);
});

const isProtectedText = 'api is protected by your settings';

const isUndocumentedText = 'landfall sends only documented requests, with paths as documented.';

test.each([
	['DELETE', 'projects/api', 1, isProtectedText],
	['DELETE', '/v1/projects/api?force=1', 1, isUndocumentedText],
	['DELETE', 'Projects/api', 1, isUndocumentedText],
	['DELETE', '/v1/projects;x=1/api', 1, isUndocumentedText],
	['DELETE', '/v1/projects/%5capi', 1, isUndocumentedText],
	['POST', 'projects/api?_method=DELETE', 1, isUndocumentedText],
	['PATCH', 'projects/api/deployments', 1, isUndocumentedText],
	['POST', 'projects/api/deployments', 2, 'the deployment of a protected project. Use landfall deploy with --yes.'],
	['POST', 'projects/api/deployments?force=1', 1, isUndocumentedText],
])('api does not send %s %s if the project is protected', async (method, path, exitCode, reason) => {
	const {team, run} = createTeamCommands({guards: {protects: ['api']}});
	expect(await run(['api', method, path])).toMatchObject({code: exitCode, err: expect.stringContaining(reason)});
	expect(team.writes()).toEqual([]);
});

const noObject = 'The body must be a JSON object. Nothing was sent.';
const noList = 'The body must be a JSON object or list. Nothing was sent.';
const noPath =
	'The path must be below /v1, such as projects?limit=3 or /v1/projects, with special characters percent-encoded and no others. landfall sends no path that a service could take for another one. Nothing was sent.';

test.each([
	['POST projects --json - --read-only', '{}', 1, 'This connection is read-only, so nothing was sent.'],
	['DELETE /v1/projects/%61pi', '', 2, noPath],
	['POST projects --json -', 'hello', 2, noObject],
	...['hello', '1.0'].map(input => ['POST projects/api/tags --json -', input, 2, noList] as const),
	// A list cannot be what is documented.
	...['POST projects', 'PATCH projects/api', 'POST projects/api/deployments'].map(
		line => [`${line} --json -`, '[{"name":"core"}]', 2, noObject] as const,
	),
] as const)('api %s with the input %s fails before anything is sent', async (line, input, code, sentence) => {
	const {team, run} = createTeamCommands();
	expect(await run(`api ${line}`, {input})).toMatchObject({code, err: `${sentence}\n`});
	expect(team.requests).toEqual([]);
});

test('api DELETE of a project that is gone sends nothing and exits with 4', async () => {
	const {run, team} = createTeamCommands();
	expect(await run('api DELETE /v1/projects/nowhere')).toMatchObject({code: 4, out: ''});
	expect(team.writes()).toEqual([]);
});

test('api sends an undocumented request only while no change is unconfirmed', async () => {
	const {run, team} = createLastingCommands();
	expect((await run('api POST projects/api/tags')).code).toBe(0);
	expect(team.writes()).toHaveLength(1);
	team.fail('after');
	expect((await run('deploy web --wait-for-outcome 0')).code).toBe(7);
	expect(await run('api POST projects/api/tags')).toMatchObject({
		code: 7,
		err: expect.stringContaining('An earlier change is unconfirmed, so nothing was sent.'),
	});
	expect(team.writes()).toHaveLength(2);
});

test('a signal ends api while it prints a long answer on a terminal', {tags: ['fault-135']}, async () => {
	const body = 'line\n'.repeat(100_000);
	const {start} = createTeamCommands({handle: () => ({status: 200, headers: {}, body}), isTerminal: true});
	const command = await start('api GET projects');
	const ended = command.end();
	while (command.out() === '') await new Promise(resolve => setImmediate(resolve));
	command.interrupt(130);
	await ended;
	expect(command.out()).toMatch(/^line\n/);
	expect(command.out().length).toBeLessThan(body.length);
});
