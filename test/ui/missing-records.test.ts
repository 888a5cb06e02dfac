import {join} from 'node:path';
import {afterEach, describe, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

const minute = 60_000;
const isDeploymentList = (path: string) => path.endsWith('/deployments');

async function openTeam(projects: readonly string[], readFault: (path: string) => number | undefined, columns = 80) {
	const clock = createTestClock();
	const team = createTeam({clock, projects, readFault});
	app = await openDemo({clock, handle: team.handle, columns});
	await app.see(`of ${projects.length}`);
	return team;
}

const seconds = async (count: number) => {
	for (let second = 0; second < count; second++) await app.clock.advance(1000);
};

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
		await app.see('1 of 2');
		await app.see(' api ');
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
		app = await openDemo({
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
		await seconds(30);
		expect(responseCount).toBeGreaterThan(2);
		await app.see('No deployments yet');
	});

	test('is closed and reported gone after two 404s and a list without it', {tags: ['fault-85']}, async () => {
		const team = await openTeam(['api', 'web'], () => undefined);
		await app.press('enter');
		await app.see('No deployments yet');
		team.handle({method: 'DELETE', target: '/v1/projects/api', headers: new Map(), body: ''});
		for (let second = 0; second < 15 && !app.screen().includes('is gone: '); second++) await seconds(1);
		await app.see('api is gone: the service no longer knows it');
		await app.see('1 of 1');
		const ownReads = app.requests().filter(request => request === 'GET /v1/projects/api').length;
		expect(ownReads).toBeGreaterThanOrEqual(2);
	});

	test('is not in progress on the board once it is reported gone', async () => {
		const team = await openTeam(['api', 'web'], () => undefined);
		team.deploy('api', {status: 'building'});
		await app.press('2');
		await seconds(15);
		await app.see(/◐ api +building/);
		await app.press('1', 'enter');
		await app.see(/▌◐ building/);
		team.handle({method: 'DELETE', target: '/v1/projects/api', headers: new Map(), body: ''});
		for (let second = 0; second < 60 && !app.screen().includes('is gone: '); second++) await seconds(1);
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
		await app.see(/✖ api +failure/);
		await app.see(/✖ web +failure/);
		expect(app.screen()).not.toContain('next try');
	});

	test('that is watched and returns 404 is followed through the list as long as it is listed', async () => {
		const team = await openTeam(['api'], path => (path.endsWith('/dep_0001') ? 404 : undefined));
		team.deploy('api', {status: 'building'});
		await app.press('enter');
		await app.see('building');
		await app.press('w', 'esc');
		await app.clock.advance(4 * minute);
		expect(app.session.store.get().presence.watches.size).toBe(1);
		team.conclude('dep_0001', 'failure');
		await app.clock.advance(15_000);
		await app.see('api  v1  failure');
	});

	test('of a project that is gone leaves the board', async () => {
		const team = await openTeam(['api', 'web'], () => undefined, 120);
		team.deploy('api', {status: 'building'});
		await app.clock.advance(15_000);
		await app.press('2');
		await app.see('of 1');
		team.handle({method: 'DELETE', target: '/v1/projects/api', headers: new Map(), body: ''});
		for (let second = 0; second < 400 && app.session.store.get().deployments.board.size > 0; second++) await seconds(1);
		await app.see('the service no longer knows deployment dep_0001');
	});

	test('of a project that was deleted while landfall was closed leaves the board', {tags: ['fault-115']}, async () => {
		const clock = createTestClock();
		const team = createTeam({clock, projects: ['api', 'web']});
		team.deploy('api', {status: 'building'});
		const options = {clock, handle: team.handle, journalPath: join(temporaryDirectory(), 'journal')};
		const before = await openDemo(options);
		await before.press('enter');
		await before.see('building');
		await clock.advance(20_000);
		before.close();
		team.remove('api');
		app = await openDemo(options);
		await app.see('1 of 1');
		await clock.advance(1000);
		await app.press('2');
		await app.see('api');
		for (let second = 0; second < 400 && app.session.store.get().deployments.board.size > 0; second++) {
			await clock.advance(1000);
		}

		await app.see('the service no longer knows deployment dep_0001');
	});
});

describe('a write whose response was lost', () => {
	const lose = async (readFault: (path: string) => number | undefined) => {
		const team = await openTeam(['api', 'web'], readFault, 160);
		team.fail('before');
		return team;
	};

	test('is not confirmed as a deletion while the list contains the project', async () => {
		await lose(path => (path === '/v1/projects/api' ? 404 : undefined));
		await app.press('D');
		await app.readQuestion();
		await app.type('api');
		await app.press('enter');
		await app.see("We don't know whether api was deleted.");
		await seconds(40);
		await app.see('No sign of it 37 s after it was sent');
		expect(app.screen()).not.toContain('Deleted api');
	});

	test('is checked four times if deployments are unavailable, then left to the user', async () => {
		await lose(path => (isDeploymentList(path) ? 404 : undefined));
		await app.press('t');
		await app.readQuestion();
		await app.press('y');
		await app.see("We don't know whether api was deployed.");
		await seconds(40);
		await app.see('The service cannot tell: deployments not available (404)');
	});
});
