import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {app, openDemo, openOnTeam, type TeamOptions} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createTeam} from '../kit/services/team.ts';

const minute = 60_000;
const isDeploymentList = (path: string) => path.endsWith('/deployments');

const deploymentReads = (projectId = '[^/]+') =>
	app.requests().filter(request => new RegExp(`^GET /v1/projects/${projectId}/deployments\\b`).test(request)).length;

async function openTeam(
	projects: readonly string[],
	readFault: (path: string) => number | undefined = () => undefined,
	options: TeamOptions = {},
) {
	const {team} = await openOnTeam(projects, {readFault, ...options});
	return team;
}

/** Lets seconds pass until the screen says that something is gone. */
async function untilGone() {
	for (let second = 0; second < 400 && !/is gone: |no longer knows/.test(app.screen()); second++) await app.seconds(1);
}

describe('a project whose record returns 404', () => {
	test('stays open and listed as long as the list contains it', {tags: ['fault-85']}, async () => {
		const team = await openTeam(['api', 'web'], path => (path === '/v1/projects/api' ? 404 : undefined));
		team.deploy('api', {status: 'building'});
		await app.press('enter');
		await app.see('building');
		await app.clock.advance(10 * minute);
		await app.see('building');
		const ownReads = app.requests().filter(request => request === 'GET /v1/projects/api').length;
		expect(ownReads).toBeLessThanOrEqual(4);
		await app.press('esc');
		await app.see('1 of 2', ' api ');
	});

	test('is not gone after one 404, even if the list does not contain it', async () => {
		let responseCount = 0;
		let isListed = true;
		const clock = createTestClock();
		const team = createTeam({
			clock,
			projects: ['api', 'web'],
			readFault: path => (path === '/v1/projects/api' && responseCount++ === 1 ? 404 : undefined),
		});
		await openDemo({
			clock,
			handle(request) {
				const response = team.handle(request);
				if (isListed || !request.target.startsWith('/v1/projects?')) return response;
				const body = JSON.parse(String(response.body));
				return {...response, body: JSON.stringify({...body, projects: body.projects.slice(1)})};
			},
		});
		await app.see('1 of 2');
		await app.press('enter');
		await app.see('No deployments yet');
		isListed = false;
		await app.clock.advance(30_000);
		expect(responseCount).toBeGreaterThan(2);
		await app.see('No deployments yet');
	});

	test('is closed and reported gone after two 404s and a list without it', {tags: ['fault-85']}, async () => {
		const team = await openTeam(['api', 'web']);
		await app.press('enter');
		await app.see('No deployments yet');
		team.remove('api');
		await untilGone();
		await app.see('api is gone: the service no longer knows it', '1 of 1');
		const ownReads = app.requests().filter(request => request === 'GET /v1/projects/api').length;
		expect(ownReads).toBeGreaterThanOrEqual(2);
	});

	test('is not in progress on the board once it is reported gone', async () => {
		const team = await openTeam(['api', 'web']);
		team.deploy('api', {status: 'building'});
		await app.press('2');
		await app.clock.advance(15_000);
		await app.see(/◐ api +building/);
		await app.press('1', 'enter');
		await app.see(/▌◐ building/);
		team.remove('api');
		await untilGone();
		await app.see('api is gone: the service no longer knows it');
		await app.press('2');
		await app.see('Nothing is in progress');
	});
});

describe('a deployment in progress', () => {
	test('is read on its own while the list of its project returns 404, without delaying others', async () => {
		let isAvailable = true;
		const team = await openTeam(['api', 'web', 'docs'], path =>
			path === '/v1/projects/api/deployments' && !isAvailable ? 404 : undefined,
		);
		team.deploy('api', {status: 'building'});
		team.deploy('web', {status: 'building'});
		await app.clock.advance(minute);
		isAvailable = false;
		await app.press('2');
		await app.see('of 2');
		await app.clock.advance(30_000);
		team.conclude('dep_0001', 'failure');
		team.conclude('dep_0002', 'failure');
		await app.clock.advance(90_000);
		await app.see(/✖ api +failure/, /✖ web +failure/);
		expect(app.screen()).not.toContain('next try');
	});

	test('that is watched and returns 404 is followed through the list as long as it is listed', async () => {
		const team = await openTeam(['api'], path => (path.endsWith('/dep_0001') ? 404 : undefined));
		team.deploy('api', {status: 'building'});
		await app.press('enter');
		await app.see('building');
		await app.press('w', 'esc');
		await app.clock.advance(4 * minute);
		expect(app.state().presence.watches.size).toBe(1);
		team.conclude('dep_0001', 'failure');
		await app.clock.advance(15_000);
		await app.see('api  v1  failure');
	});

	test('of a project that was deleted while landfall was closed leaves the board', {tags: ['fault-115']}, async () => {
		const {team, clock, reopen} = await openOnTeam(['api', 'web'], {
			journalPath: join(temporaryDirectory(), 'journal'),
			prepare: each => each.deploy('api', {status: 'building'}),
		});
		await app.press('enter');
		await app.see('building');
		await clock.advance(20_000);
		app.close();
		team.remove('api');
		await reopen();
		await clock.advance(1000);
		await app.press('2');
		await app.see('api');
		await untilGone();
		await app.see('the service no longer knows deployment dep_0001');
	});
});

describe('a write whose response was lost', () => {
	const lose = async (readFault: (path: string) => number | undefined) => {
		const team = await openTeam(['api', 'web'], readFault, {columns: 160});
		team.fail('before');
		return team;
	};

	test('is not confirmed as a deletion while the list contains the project', async () => {
		await lose(path => (path === '/v1/projects/api' ? 404 : undefined));
		await app.press('D');
		await app.readQuestion();
		await app.press(...'api', 'enter');
		await app.see("We don't know whether api was deleted.");
		await app.clock.advance(40_000);
		await app.see('No sign of it 37 s after it was sent');
		expect(app.screen()).not.toContain('Deleted api');
	});

	test('is checked four times if deployments are unavailable, then left to the user', async () => {
		await lose(path => (isDeploymentList(path) ? 404 : undefined));
		await app.press('t');
		await app.readQuestion();
		await app.press('y');
		await app.see("We don't know whether api was deployed.");
		await app.clock.advance(40_000);
		await app.see('The service cannot tell: deployments not available (404)');
	});
});

test.each([
	[404, 'not available (404)'],
	[410, 'not available (410)'],
	[403, 'not allowed (403)'],
])(
	'projects whose deployments return %i stay in the list, and each row says so',
	{tags: ['fault-85']},
	async (status, said) => {
		await openTeam(['api', 'web', 'docs'], path => (isDeploymentList(path) ? status : undefined));
		await app.clock.advance(10 * minute);
		const lines = (await app.see('1 of 3')).split('\n');
		for (const name of ['api', 'web', 'docs']) expect(lines.find(line => line.includes(` ${name} `))).toContain(said);
		await app.see('live');
		expect(deploymentReads('web')).toBeLessThanOrEqual(3);
	},
);

test.each([404, 410])(
	'the live view says that deployments are not available (%i), and retries every five minutes and on r',
	async status => {
		let isAvailable = false;
		const team = await openTeam(['api', 'web'], path => (isDeploymentList(path) && !isAvailable ? status : undefined));
		team.deploy('api', {status: 'building'});
		await app.press('enter');
		await app.see(`deployments not available (${status})`, `Request req_${status}`);
		await app.see(/Retrying in (?:4m 5\ds|5m 00s)/);
		await app.clock.advance(minute);
		const before = deploymentReads('api');
		await app.clock.advance(3 * minute);
		expect(deploymentReads('api')).toBe(before);
		await app.clock.advance(2 * minute);
		expect(deploymentReads('api')).toBe(before + 1);
		isAvailable = true;
		await app.press('r');
		await app.see('building');
		await app.press('esc');
		await app.see(/api .*building/);
	},
);

test('the details show why a project has no deployments, the next try and the request id', {
	tags: ['fault-85'],
}, async () => {
	await openTeam(['api', 'web'], path => (isDeploymentList(path) ? 404 : undefined), {columns: 140});
	await app.press('p');
	await app.clock.advance(2000);
	await app.see(/deployments +not available \(404\)/, /next try +in 4m 5\ds/);
	await app.see(/request id +req_404/);
});

test('deployments stay in the live view with their age after their list returns 404', async () => {
	let isAvailable = true;
	const team = await openTeam(['api'], path => (isDeploymentList(path) && !isAvailable ? 404 : undefined));
	team.deploy('api', {status: 'building'});
	await app.press('enter');
	await app.see('building');
	isAvailable = false;
	await app.clock.advance(15_000);
	await app.see('building', 'deployments not available (404)', /as of 12:00:\d\d · next try in/);
});

test('a watched project whose deployments return 404 says so only on the board', async () => {
	await openTeam(['api', 'web'], path => (path === '/v1/projects/api/deployments' ? 404 : undefined));
	await app.press('w');
	await app.clock.advance(15_000);
	await app.press('j');
	await app.see('live');
	expect(app.screen()).not.toContain('deployments not available');
	await app.press('2');
	await app.see(/api +n\/a \(404\)/);
	expect(app.screen()).not.toContain('next try');
});

test.each([
	['a search that is being typed', ['/', 'w', 'e']],
	['the commands', [':', 'w', 'e']],
	['the help', ['?']],
])('the screen of a project that disappears stays under %s', async (_what, keys) => {
	const team = await openTeam(['api', 'web']);
	await app.press('enter');
	await app.see('No deployments yet');
	team.deploy('api', {status: 'building'});
	await app.seconds(12);
	await app.see('building');
	await app.press(...keys);
	const {screens} = app.state().interface;
	team.remove('api');
	await app.seconds(60);
	expect(app.state().interface.screens.map(({name}) => name)).toEqual(screens.map(({name}) => name));
	await app.press('esc');
	await app.seconds(15);
	await app.see(/api(?: is gone)?: the service no longer knows/, '1 of 1');
});
