import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

const minute = 60_000;
const isDeploymentList = (path: string) => path.endsWith('/deployments');
const deploymentReads = (projectId = '[^/]+') =>
	app.requests().filter(request => new RegExp(`^GET /v1/projects/${projectId}/deployments\\b`).test(request)).length;

async function openTeam(
	projects: readonly string[],
	readFault: (path: string) => number | undefined,
	options: Parameters<typeof openDemo>[0] = {},
) {
	const clock = createTestClock();
	const team = createTeam({clock, projects, readFault});
	app = await openDemo({clock, handle: team.handle, ...options});
	await app.see(`of ${projects.length}`);
	return team;
}

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
		await app.see(`deployments not available (${status})`);
		await app.see(`Request req_${status}`);
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
	await app.see(/deployments +not available \(404\)/);
	await app.see(/next try +in 4m 5\ds/);
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
	await app.see('building');
	await app.see('deployments not available (404)');
	await app.see(/as of 12:00:\d\d · next try in/);
});

test('a service that returns 404 for all deployments is polled rarely for them, and normally for projects', {
	tags: ['fault-85'],
}, async () => {
	const projects = Array.from({length: 100}, (_, index) => `p${index}`);
	await openTeam(projects, path => (isDeploymentList(path) ? 404 : undefined), {requestsPerMinute: 60});
	await app.clock.advance(10 * minute);
	const [reads, requests] = [deploymentReads(), app.requests().length];
	await app.clock.advance(10 * minute);
	// Each of the 20 visible rows every five minutes, and the others less often.
	expect(deploymentReads() - reads).toBeLessThanOrEqual(10 * 12);
	expect(app.requests().length - requests - (deploymentReads() - reads)).toBeGreaterThanOrEqual(10 * 5);
	await app.see('1 of 100');
	expect(app.session.store.get().polling.throttle).toMatchObject({outage: undefined, overload: undefined});
});

test.each([404, 403, 500])(
	'projects below the screen are all checked although one of them always returns %i',
	async status => {
		const projects = Array.from({length: 60}, (_, index) => `p${index}`);
		await openTeam(projects, path => (path.includes('/p21/') ? status : undefined));
		await app.clock.advance(12 * minute);
		const table = [...app.session.store.get().deployments.table.values()];
		expect(table.filter(({askedAt}) => askedAt !== undefined)).toHaveLength(59);
	},
);

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
