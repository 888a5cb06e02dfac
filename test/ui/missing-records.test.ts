import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {type OpenApp, openDemo, openOnTeam, type TeamOptions} from '../kit/app/open.ts';
import {createTeamCommands} from '../kit/app/team-commands.ts';
import {minute} from '../kit/fixtures/moment.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import type {Answer} from '../kit/services/team.ts';

const apiPath = '/v1/projects/api';

async function openMissing(projects: readonly string[], isMissing: (path: string) => boolean, options?: TeamOptions) {
	const {app, team} = await openOnTeam(projects, {readFault: path => (isMissing(path) ? 404 : undefined), ...options});
	return {app, team};
}

/** A page of projects with other records instead of its first one. */
function withoutFirst(answer: Answer, others: readonly object[] = [], next_cursor: string | null = null): Answer {
	const {projects, ...page} = JSON.parse(answer.body);
	return {...answer, body: JSON.stringify({...page, projects: [...projects.slice(1), ...others], next_cursor})};
}

const isDeploymentList = (path: string) => path.endsWith('/deployments');

const untilGone = (app: OpenApp) => app.until(/is gone: |no longer knows/);

describe('a project whose record returns 404', {tags: ['fault-85']}, () => {
	test('stays open and listed as long as the list contains it', async () => {
		const {app, team} = await openMissing(['api', 'web'], path => path === apiPath);
		team.deploy('api', {status: 'building'});
		await app.go('enter', 'building');
		await app.wait(2 * minute, 'building');
		expect(app.requestCount(/^GET \/v1\/projects\/api$/)).toBeLessThanOrEqual(4);
		await app.go('esc', '1 of 2', ' api ');
	});

	test('is not gone after one 404, even if the list lacks it', async () => {
		let responseCount = 0;
		let isListed = true;
		const {app} = await openOnTeam(['api', 'web'], {
			readFault(path, answered) {
				if (path === apiPath) return responseCount++ === 1 ? 404 : undefined;
				return isListed || path !== '/v1/projects' ? undefined : withoutFirst(answered());
			},
		});
		await app.go('enter', 'No deployments yet');
		isListed = false;
		await app.clock.advance(30_000);
		expect(responseCount).toBeGreaterThan(2);
		await app.see('No deployments yet');
	});

	test.each([
		['on a later page', [], 'later'],
		['one that cannot be read', [{}], null],
	])('is not gone while it may be %s', async (_, others, next) => {
		let isGatewayBroken = false;
		const {app} = await openOnTeam(['api', 'web'], {
			readFault(path, answered) {
				if (path === apiPath && isGatewayBroken) return 404;
				return path === '/v1/projects' ? withoutFirst(answered(), others, next) : undefined;
			},
		});
		await app.go([':', ...'open api', 'enter'], 'No deployments yet');
		isGatewayBroken = true;
		await app.wait(10 * minute, 'No deployments yet');
		expect(app.requestCount(/^GET \/v1\/projects\/api$/)).toBeGreaterThan(3);
	});

	test('is reported gone after two 404s and a list without it', async () => {
		const {app, team} = await openOnTeam(['api', 'web']);
		team.deploy('api', {status: 'building'});
		await app.press('2');
		await app.wait(15_000, /◐ api +building/);
		await app.go(['1', 'enter'], /▌◐ building/);
		team.remove('api');
		await app.wait(minute, 'api is gone: it was deleted elsewhere', '1 of 1');
		expect(app.state().interface.notice).toMatchObject({tone: 'bad'});
		expect(app.requestCount(/^GET \/v1\/projects\/api$/)).toBeGreaterThanOrEqual(2);
		await app.press('2');
		expect(await app.wait(minute, 'Nothing is in progress')).not.toContain('is gone');
	});
});

describe('a project that somebody else deletes', {tags: ['fault-158']}, () => {
	/** The board: shop has failed, docs is in progress. */
	async function openBoard() {
		const {app, team} = await openOnTeam(['prj_1', 'prj_2', 'prj_3'], {
			prepare(each) {
				for (const [at, name] of ['shop', 'docs', 'web'].entries()) each.changeProject(`prj_${at + 1}`, {name});
			},
			deployed: {prj_1: 'failure', prj_2: 'building'},
		});
		await app.press('2');
		await app.wait(15_000, /◐ docs +building/, /✖ shop +failure/);
		return {app, team};
	}

	test('leaves the board and every count, and keeps its name until then', async () => {
		const {app, team} = await openBoard();
		for (const id of ['prj_1', 'prj_2']) team.remove(id);
		const shown = new Set<string>();
		for (let second = 0; second < 40; second++) {
			await app.clock.advance(1000);
			for (const [id] of app.screen().matchAll(/prj_\d/g)) shown.add(id);
		}
		await app.see('Nothing is in progress', /is gone: it was deleted elsewhere/);
		expect([...shown]).toEqual([]);
		expect(app.state().deployments.board.size).toBe(0);
		expect(app.state().interface.notice).toMatchObject({tone: 'quiet'});
		await app.wait(60_000, 'all of it within');
		await app.go([':', ...'wall', 'enter'], 'As of');
	});

	test('keeps what was typed into its open form', async () => {
		let isMissing = false;
		const {app, team} = await openOnTeam(['api', 'web'], {
			readFault(path, answered) {
				if (!isMissing) return undefined;
				if (path === '/v1/projects') return withoutFirst(answered());
				return path.startsWith(apiPath) ? 404 : undefined;
			},
		});
		await app.go(['e', 'half a second'], 'Edit project');
		await app.type('-typed');
		isMissing = true;
		await untilGone(app);
		expect(await app.wait(5 * minute, /all of it within/)).not.toContain('retrying');
		await app.go('esc', 'api is gone: your changes are kept in case it returns');
		isMissing = false;
		await app.wait(5 * minute, '1 of 2');
		await app.go(['g', 'e'], /name +api-typed/);
		expect(team.writes()).toEqual([]);
	});

	test('is marked in the activity and no longer watched', async () => {
		const {app, team} = await openBoard();
		await app.go(['k', 'w'], 'Watching docs until it concludes');
		team.conclude('dep_0002', 'success');
		await app.wait(20_000, /✔ docs/);
		await app.go('1', /docs .*success/);
		await app.go(['j', 'w'], 'Watching all deployments of docs');
		await app.press(' ', '2');
		team.remove('prj_2');
		await app.until('docs is gone: it was deleted elsewhere');
		expect(app.state()).toMatchObject({presence: {watches: new Map()}, projects: {marks: new Set()}});
		expect(app.state().interface.notice).toMatchObject({tone: 'bad'});
		await app.go('3', /✔ × docs +success/);
		await app.go('e', 'docs is gone: it was deleted elsewhere');
	});
});

describe('a deployment in progress', () => {
	test('is read on its own while its list returns 404', async () => {
		const {app, team} = await openOnTeam(['api', 'web', 'docs']);
		for (const project of ['api', 'web']) team.deploy(project, {status: 'building'});
		await app.clock.advance(minute);
		app.outages.set(`${apiPath}/deployments?`, 404);
		await app.go('2', 'of 2');
		await app.clock.advance(30_000);
		for (const id of ['dep_0001', 'dep_0002']) team.conclude(id, 'failure');
		expect(await app.wait(90_000, /✖ api +failure/, /✖ web +failure/)).not.toContain('retrying');
	});

	test('that is watched and returns 404 is followed through its list', async () => {
		const {app, team} = await openMissing(['api'], path => path.endsWith('/dep_0001'));
		team.deploy('api', {status: 'building'});
		await app.go('enter', 'building');
		await app.press('w', 'esc');
		await app.clock.advance(2 * minute);
		expect(app.state().presence.watches.size).toBe(1);
		team.conclude('dep_0001', 'failure');
		await app.wait(15_000, 'api  v1  failure');
	});

	test('leaves the board if its project was deleted while landfall was closed', {tags: ['fault-115']}, async () => {
		const customCommands = [{key: 'X', name: 'logs', argv: ['logs', '{slug}'], on: 'deployment', run: 'background'}];
		const options = {hasJournal: true, deployed: {api: 'building'}, customCommands};
		const {app, team, clock, reopen} = await openOnTeam(['api', 'web'], options);
		await app.go('enter', 'building');
		await clock.advance(20_000);
		app.close();
		team.remove('api');
		const reopened = await reopen();
		await clock.advance(1000);
		await reopened.go('2', 'api');
		await reopened.go('X', '{slug} is not known here');
		await untilGone(reopened);
		await reopened.see('api is gone: it was deleted elsewhere', 'Nothing is in progress');
	});
});

describe('an accepted deployment that the service does not show yet', {tags: ['fault-132']}, () => {
	const second = 1000;

	test.each(['its list', 'its details'])('stays in %s, which are read again soon', async place => {
		const {app, team} = await openOnTeam(['api', 'web'], {visibleAfterMs: 22 * second, columns: 120});
		await app.answer('t', 'y', /▌◌ queued/);
		if (place === 'its details') await app.go('enter', 'dep_0001');
		const screen = await app.wait(15 * second, 'queued', 'not visible yet');
		expect(screen).not.toMatch(/may have been deleted|no longer|as of/);
		team.change('dep_0001', {status: 'building'});
		await app.wait(6 * second, 'queued', 'not visible yet');
		expect(await app.wait(8 * second, 'building')).not.toMatch(/not visible yet|↺|as of/);
	});

	test('is gone only after a minute, like a project', async () => {
		const {app, team} = await openOnTeam(['api', 'web'], {visibleAfterMs: 60 * minute, columns: 120});
		await app.answer('t', 'y', /▌◌ queued/);
		const acceptedAt = app.clock.now();
		await untilGone(app);
		expect(app.clock.now() - acceptedAt).toBeGreaterThan(minute);
		expect(await app.see('↺')).not.toContain('not visible yet');
		expect(app.requestCount(/deployments\/dep_0001/)).toBeLessThanOrEqual(20);
		expect(team.writes()).toHaveLength(1);
		await app.go(['1', 'a', 'half a second', ...'shop', 'enter'], 'Added shop');
		await app.go('esc', 'not listed yet');
		await app.wait(50 * second, 'not listed yet');
		await app.wait(30 * second, 'gone: shop');
	});

	test('stays like a new project', async () => {
		const {app} = await openOnTeam(['api', 'web'], {visibleAfterMs: 40 * second});
		await app.go(['a', 'half a second', ...'shop', 'enter'], 'Added shop');
		await app.go('esc', 'not listed yet');
		await app.go('enter', 'shop');
		expect(await app.wait(35 * second, 'shop')).not.toMatch(/is gone|may have been deleted|not available/);
		await app.wait(15 * second, 'No deployments yet');
		await app.go(['esc', '/', ...'shop', 'enter', 'e', 'half a second', 'ctrl+u', ...'kiosk', 'enter'], 'Saved kiosk');
		await app.see(/^▌.*kiosk.* no longer matches/m);
	});

	test('may come from a command', async () => {
		const journalPath = join(temporaryDirectory(), 'journal.sqlite');
		const commands = createTeamCommands({teamOptions: {visibleAfterMs: 20 * second}, journalPath});
		const {clock, team} = commands;
		expect((await commands.run('deploy api')).code).toBe(0);
		const app = await openDemo({clock, handle: team.handle, journalPath});
		await app.wait(1000, '1 of 2');
		await app.go('enter', 'queued');
		expect(await app.wait(15 * second, 'not visible yet')).not.toMatch(/↺|may have been deleted|no longer/);
		expect(await app.wait(15 * second, /▌◌ queued/, 'live')).not.toMatch(/↺|as of/);
	});
});

describe('an unconfirmed write', () => {
	test.each([
		['a missing record', apiPath, 0],
		['a 404 to it', '', 1],
	] as const)(
		'is no deletion after %s while the project is listed',
		{tags: ['fault-131']},
		async (_what, missing, sent) => {
			const {app, team} = await openMissing(['api', 'web'], path => path === missing, {columns: 160});
			team.fail('missing');
			const said = 'The service answered 404, although the project is still there.';
			await app.answer('D', [...'api', 'enter'], said, 'It was not deleted.');
			expect(team.writes()).toHaveLength(sent);
			await app.go('esc', '1 of 2', ' api ');
		},
	);

	test('is reconciled for two minutes if deployments are not found, then left to the user', async () => {
		const {app, team} = await openMissing(['api', 'web'], isDeploymentList, {columns: 160});
		team.fail('before');
		await app.answer('t', 'y', 'landfall does not know whether api was deployed.');
		await app.wait(140_000, 'The service cannot tell: deployments not found; the project may have been');
	});
});

test.each([
	[410, 'not available (410)'],
	[403, 'not allowed (403)'],
])('projects whose deployments return %i stay listed', {tags: ['fault-85']}, async (status, said) => {
	const projects = ['api', 'web', 'docs'];
	const {app} = await openOnTeam(projects, {readFault: path => (isDeploymentList(path) ? status : undefined)});
	await app.wait(3 * minute, '1 of 3', 'all but 3 within', '3 could not be read');
	for (const name of projects) expect(app.lines().find(line => line.includes(` ${name} `))).toContain(said);
	expect(app.requestCount(/web\/deployments/)).toBeLessThanOrEqual(3);
});

test('deployments that are not found are retried after five minutes or on r', {tags: ['fault-85']}, async () => {
	let isAvailable = false;
	const {app, team} = await openOnTeam(['api', 'web'], {
		columns: 140,
		readFault: path => (isDeploymentList(path) && !isAvailable ? 404 : undefined),
	});
	team.deploy('api', {status: 'building'});
	await app.press('p');
	await app.wait(2000, /deployments +not available \(404\)/, /retrying +in 4m 5\ds/, /request id +req_404/);
	await app.go(
		'enter',
		'deployments not found; the project may have been deleted (404)',
		'Request req_404',
		/Retrying in (?:4m 5\ds|5m)/,
	);
	const reads = app.requestCount(/api\/deployments/);
	await app.clock.advance(minute);
	expect(app.requestCount(/api\/deployments/)).toBeLessThanOrEqual(reads + 1);
	isAvailable = true;
	await app.go('r', 'building');
	await app.go('esc', /api .*building/);
});

test.each([
	[403, 'Press , to enter another key, ! for the request log.'],
	[422, 'Press r to try again, ! for the request log.'],
	[{status: 200, headers: {}, body: '{}'}, 'Press r to try now, ! for the request log.'],
])('deployments whose read ends with %j say what the user can do', async (fault, advice) => {
	const {app} = await openOnTeam(['api'], {
		columns: 160,
		readFault: path => (isDeploymentList(path) ? fault : undefined),
	});
	await app.go('enter', advice);
});

test('deployments stay on the screen with their age after a 404', async () => {
	const {app, team} = await openOnTeam(['api']);
	team.deploy('api', {status: 'building'});
	await app.go('enter', 'building');
	app.outages.set(`${apiPath}/deployments?`, 404);
	await app.wait(
		15_000,
		'building',
		'deployments not found; the project may have been deleted (404)',
		/as of 12:00:\d\d · retrying in/,
	);
});

test('only the board reports a 404 for the deployments of a watched project', async () => {
	const {app} = await openMissing(['api', 'web'], path => path === `${apiPath}/deployments`);
	await app.press('w');
	await app.clock.advance(15_000);
	expect(await app.go('j', 'all but 1 within')).not.toContain('deployments not found');
	expect(await app.go('2', /api +n\/a \(404\)/)).not.toContain('retrying');
});

test.each([
	['a search that is being typed', ['/', 'w', 'e']],
	['the help', ['?']],
])('the screen of a gone project stays under %s', async (_what, keys) => {
	const {app, team} = await openOnTeam(['api', 'web']);
	await app.go('enter', 'No deployments yet');
	team.deploy('api', {status: 'building'});
	await app.wait(12_000, 'building');
	await app.press(...keys);
	team.remove('api');
	await app.clock.advance(60_000);
	expect(app.screenName()).toBe('deployments');
	await app.press('esc');
	await app.wait(15_000, /api(?: is gone: it was deleted|: the service no longer knows)/, '1 of 1');
});
