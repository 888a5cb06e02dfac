import {execFileSync} from 'node:child_process';
import {describe, expect, test} from 'vitest';
import {plain} from '../../src/base/text.ts';
import {startTestSession} from '../kit/app/session.ts';
import {
	createDocsTeam,
	createLastingDocs,
	createTeamCommands,
	fieldsIn,
	startFollowing,
} from '../kit/app/team-commands.ts';
import {minute, second} from '../kit/fixtures/moment.ts';

const waitForOne = (flags = '', isTerminal = false) => startFollowing(`wait docs dep_0001${flags}`, {isTerminal});

const notesWithoutStill = (command: Pick<Parameters<typeof fieldsIn>[0], 'err'>) =>
	command
		.err()
		.split('\n')
		.filter(line => !line.includes('still'));

describe('landfall wait gives up', () => {
	test.each([
		['5 if the service cannot be reached', 'ECONNREFUSED', 5, /refused/i],
		['5 if the service fails', {status: 500, headers: {'x-request-id': 'req_77'}}, 5, / Request id: req_77\.$/],
		['8 if it is asked to slow down', {status: 429}, 8, /429/],
		['8 if it is asked to slow down for minutes', {status: 429, headers: {'retry-after': '120'}}, 8, /429/],
		['6 if answers make no sense', {status: 200}, 6, /expected form/],
		['3 if the key is rejected', {status: 401}, 3, /401/],
		['3 if the key may not read it', {status: 403}, 3, /403/],
	] as const)('with exit code %s, after --give-up-after', async (_name, fault, expected, reason) => {
		const {clock, fail, command} = await waitForOne(' --give-up-after 2m');
		fail(fault);
		const failingSince = clock.now();
		expect(await command.end()).toBe(expected);
		expect(clock.now() - failingSince).toBeGreaterThan(1.5 * minute);
		expect(clock.now() - failingSince).toBeLessThan(3 * minute);
		const verdict = fieldsIn(command).at(-1);
		expect(verdict?.slice(7, 9)).toEqual(['verdict', 'unknown']);
		expect(verdict?.[10]).toMatch(reason);
	});

	test('on one of several projects, and mentions only that one', async () => {
		const {team, clock, fail, start} = createDocsTeam();
		const [, shop = ''] = ['docs', 'shop'].map(project => team.deploy(project));
		const command = await start('wait - --give-up-after 1m', {input: 'docs\nshop\n'});
		await clock.advance(10 * second);
		fail({status: 403}, /docs/);
		await clock.advance(2 * minute);
		team.conclude(shop, 'success');
		expect(await command.end()).toBe(3);
		expect(notesWithoutStill(command)).toEqual([
			expect.stringMatching(/403.*Retrying for up to 1m\.$/),
			expect.stringMatching(/^docs: .*403.*Gave up on it\.$/),
			expect.stringMatching(/^shop .*succeeded: conclusion success/),
			expect.stringMatching(/^docs .*403/),
			'',
		]);
	});

	test('not while the deployment is read now and then', async () => {
		const {team, clock, fail, id, command} = await waitForOne(' --give-up-after 2m');
		for (let outage = 0; outage < 3; outage++) {
			fail({status: 500});
			await clock.advance(55 * second);
			fail(undefined);
			await clock.advance(minute);
		}

		team.conclude(id, 'success');
		expect(await command.end()).toBe(0);
	});

	test('not because the computer slept', async () => {
		const {team, clock, fail, id, command} = await waitForOne(' --timeout 30m');
		await clock.sleep(60 * minute);
		fail('ECONNREFUSED');
		await clock.advance(minute);
		fail(undefined);
		await clock.advance(2 * minute);
		team.conclude(id, 'success');
		expect(await command.end()).toBe(0);
	});
});

describe('landfall wait survives', () => {
	test.each([
		['an outage of a minute', 'ECONNREFUSED'],
		['a minute of web pages', {status: 200, headers: {'content-type': 'text/html'}}],
		['a minute of rejected keys', {status: 401}],
		['a minute without the project and the deployment', {status: 404}],
		['a Retry-After of a minute', {status: 429, headers: {'retry-after': '60'}}],
	] as const)('%s during which the deployment concludes', async (_name, fault) => {
		const {team, clock, fail, id, command} = await waitForOne();
		fail(fault);
		await clock.advance(30 * second);
		team.conclude(id, 'failure');
		await clock.advance(30 * second);
		expect(fieldsIn(command)).toHaveLength(1);
		fail(undefined);
		const backAt = clock.now();
		expect(await command.end()).toBe(1);
		expect(clock.now() - backAt).toBeLessThan(130 * second);
	});

	test('a forbidden list, as long as the deployment itself is read', async () => {
		const {team, clock, fail, id, command} = await waitForOne(' --give-up-after 1m');
		fail({status: 403}, /deployments\?/);
		await clock.advance(1.5 * minute);
		expect(notesWithoutStill(command)).toEqual(['']);
		team.conclude(id, 'success');
		expect(await command.end()).toBe(0);
	});
});

describe('what landfall wait says about an outage', () => {
	test('is one note at its start and one at its end, unless it lasts only seconds', async () => {
		const {clock, fail, command} = await waitForOne();
		for (const ms of [3 * second, minute]) {
			fail('ECONNREFUSED');
			await clock.advance(ms);
			fail(undefined);
			await clock.advance(90 * second);
		}

		expect(notesWithoutStill(command)).toEqual([
			expect.stringMatching(/connection refused.*Retrying for up to 10m\.$/i),
			expect.stringMatching(/^Reading again after (?:5\ds|1m(?: \d\ds)?)\.$/),
			'',
		]);
	});

	test.each([
		['offline', 'ECONNREFUSED'],
		['asked to slow down', {status: 429}],
		['key rejected', {status: 401}],
		['no usable answer', {status: 200}],
	] as const)('shows on a terminal the cause (%s), its start and the next attempt', async (what, fault) => {
		const {clock, fail, command} = await waitForOne('', true);
		fail(fault);
		await clock.advance(30 * second);
		expect(command.err().split('\r').at(-1)).toMatch(
			new RegExp(`^${what} since 12:00:1\\d, retrying in \\d+s · building, read \\d\\ds `),
		);
	});
});

describe('a deployment or a project that is gone', () => {
	test.each(['deployment', 'project'])('ends wait with 4 once no answer has the %s', async what => {
		const {team, clock, id, command} = await waitForOne();
		team.deploy('docs');
		if (what === 'project') team.remove('docs');
		else team.forget(id);
		const goneAt = clock.now();
		expect(await command.end()).toBe(4);
		expect(clock.now() - goneAt).toBeLessThan(5 * minute);
		expect(fieldsIn(command).at(-1)?.slice(7, 9)).toEqual(['verdict', 'gone']);
	});

	test('is not a project on a later page, whatever a gateway answers', {tags: ['fault-131']}, async () => {
		let isMissing = false;
		const {team, clock, start} = createTeamCommands({
			projects: ['docs', 'shop'],
			handle(request) {
				if (isMissing && request.target.includes('/shop')) return {status: 404, headers: {}, body: 'Not Found'};
				const answer = team.handle(request);
				if (!/projects\?/.test(request.target)) return answer;
				const {projects} = JSON.parse(String(answer.body));
				const isFirst = !request.target.includes('cursor=');
				const page = {projects: [projects[isFirst ? 0 : 1]], next_cursor: isFirst ? 'next' : null};
				return {...answer, body: JSON.stringify({...page, request_id: 'req_1'})};
			},
		});
		const id = team.deploy('shop');
		const command = await start(`wait shop ${id}`);
		await clock.advance(10 * second);
		isMissing = true;
		await clock.advance(3 * minute);
		isMissing = false;
		await clock.advance(2 * minute);
		team.conclude(id, 'success');
		expect(await command.end()).toBe(0);
	});
});

const resumptions = (err: string) =>
	err
		.split('\n')
		.filter(line => line.startsWith('  landfall '))
		.map(line => {
			const printed = execFileSync('bash', ['-c', `set -- ${line.trim()}; printf '%s\\n' "$@"`], {encoding: 'utf8'});
			return printed.trimEnd().split('\n').slice(1);
		});

test.each([
	['wait docs', 130],
	['deploy docs --wait', 129],
])('%s says how to resume after a signal (%i), and that works', async (line, code) => {
	const {team, clock, start} = createDocsTeam();
	const id = line.startsWith('wait') ? team.deploy('docs') : 'dep_0001';
	const command = await start(`${line} --ok gone-fishing --timeout 10m --give-up-after 5m`);
	await clock.advance(2 * minute);
	expect(await command.endBy(code)).toBe(code);
	const [words = []] = resumptions(command.err());
	expect(words.join(' ')).toMatch(
		new RegExp(`^wait docs ${id} --ok gone-fishing --timeout (?:8m|4[78]\\ds) --give-up-after 5m$`),
	);
	const next = await start(words);
	await clock.advance(minute);
	team.conclude(id, 'gone-fishing');
	expect(await next.end()).toBe(0);
});

test.each([
	['--next', 'wait docs --next'.split(' ')],
	['an outage before anything was read', 'wait docs'.split(' '), 'ECONNREFUSED'],
	['the usual budget, because the profile may have another one', 'wait docs --rpm 60'.split(' '), 'ECONNREFUSED'],
	[
		'the options that find the service and decide about the output',
		[
			...['wait', 'docs', '--profile', "Ada's team", '--base-url', 'https://api.example.com', '--api-key-file=-key'],
			...['--bad', 'lost,gone', '--rpm', '30', '--json'],
		],
		'ECONNREFUSED',
	],
] as const)('wait says how to resume with %s', async (_what, words, fault?: 'ECONNREFUSED') => {
	const {clock, fail, start} = createDocsTeam();
	fail(fault);
	const command = await start(words);
	await clock.advance(minute);
	expect(await command.endBy(130)).toBe(130);
	expect(resumptions(command.err())).toEqual([words]);
});

test('wait says how to resume for each deployment still in progress', async () => {
	const {team, clock, start} = createDocsTeam();
	const [over = '', ...others] = [1, 2, 3].map(() => team.deploy('docs'));
	const command = await start('wait docs --all');
	await clock.advance(10 * second);
	team.conclude(over, 'success');
	await clock.advance(10 * second);
	await command.endBy(130);
	const resumed = resumptions(command.err()).map(words => words.join(' '));
	expect(resumed.toSorted()).toEqual(others.map(id => `wait docs ${id}`));
});

test('wait exits with 9 and a verdict if --timeout passes before the first read', async () => {
	const {fail, start} = createDocsTeam();
	fail('ECONNREFUSED');
	const command = await start('wait docs --timeout 20s');
	expect(await command.end()).toBe(9);
	expect(fieldsIn(command)[0]?.slice(7)).toEqual(['verdict', 'unknown', '', 'not read before --timeout', 'docs']);
});

test('--timeout counts neither sleep nor changes of the clock', async () => {
	for (const change of ['sleep', 'setBack'] as const) {
		const {clock, fail, team, start} = createDocsTeam();
		team.deploy('docs', {status: 'building'});
		fail('ECONNREFUSED');
		const command = await start('wait docs --timeout 3m --give-up-after 24h');
		await clock.advance(10 * second);
		await clock[change](30 * minute);
		fail(undefined);
		await clock.advance(90 * second);
		expect(fieldsIn(command).map(fields => fields[7])).toEqual(['seen']);
		const readAt = clock.now();
		expect(await command.end()).toBe(9);
		expect(clock.now() - readAt).toBeGreaterThan(0.5 * minute);
		expect(clock.now() - readAt).toBeLessThan(2 * minute);
	}
});

const followingLines = ['wait docs', 'watch', 'watch docs shop', 'watch --since 1h'];

test.each(followingLines)('the screens report the end of a watched deployment that %s has seen', async line => {
	const {team, clock, start, journalPath, journal: open} = createLastingDocs();
	const journal = open();
	const service = 'demo built-in service';
	const id = team.deploy('docs');
	journal.saveWatch(service, {projectId: 'docs', deploymentId: id, project: plain`docs`, isMine: true});
	journal.saveLastRead(service, 12_345);
	const before = journal.snapshot(service);
	expect(before.watches).toHaveLength(1);
	const command = await start(line);
	await clock.advance(minute);
	team.conclude(id, 'gone-fishing');
	await clock.advance(minute);
	await command.endBy(130);
	const {unfinished, ...others} = journal.snapshot(service);
	expect({...others, unfinished: []}).toEqual(before);
	expect(unfinished.map(({deployment}) => deployment.id)).toEqual([id]);
	expect(journal.recent(10)).toEqual([]);

	const {session} = await startTestSession({clock, journalPath, handle: team.handle, isInDemo: true});
	await clock.advance(minute);
	expect(journal.recent(10)).toContainEqual(expect.objectContaining({kind: 'concluded', deploymentId: id}));
	session.stop();
});

test.each([
	['wait docs dep_0001', 9],
	['deploy docs --wait', 9],
	['wait docs dep_0001', 130],
])('a silent service delays neither --timeout nor a signal: %s, %i', async (line, code) => {
	let latencyMs = 0;
	const {clock, command} = await startFollowing(`${line} --timeout 30s`, {latencyMs: () => latencyMs});
	latencyMs = 60 * minute;
	await clock.advance(10 * second);
	const at = clock.now();
	if (code === 130) expect(await command.endBy(code)).toBe(code);
	expect(clock.now() - at).toBeLessThanOrEqual(code === 130 ? 200 : 10 * second + 200);
});
