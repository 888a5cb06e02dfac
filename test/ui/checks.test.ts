import {beforeEach, expect, test} from 'vitest';
import type {Handle} from '../../src/api/in-process.ts';
import {type OpenApp, openDemo, openOnTeam} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {minute, second} from '../kit/fixtures/moment.ts';
import type {Team} from '../kit/services/team.ts';

const names = Array.from({length: 240}, (_, index) => `p${index}`);

let clock: ReturnType<typeof createTestClock>;

beforeEach(() => {
	clock = createTestClock();
});

/** Two of the last projects have changed lately, and the record of a third says error. */
async function prepare(team: Team) {
	for (const id of names) team.changeProject(id, {});
	await clock.advance(minute);
	for (const [id, status] of [
		['p211', 'ready'],
		['p222', 'ready'],
		['p233', 'error'],
	] as const) {
		team.changeProject(id, {status});
		team.deployWith(id, 'failure');
	}
}

const checked = /^ checked [34]\d of 240 · /m;

test.each([40, 80, 200])(
	'shows on a board of 240 projects within 15 s what the records tell, %i columns wide',
	async columns => {
		const {app} = await openOnTeam(names, {clock, columns, prepare});
		await app.press('2');
		await app.wait(15 * second, /✖ p211 /, /✖ p222 /, /✖ p233 /, checked);
	},
);

test.each([
	['the activity', '3', checked],
	['the versions', '4', checked],
	['the list, filtered by deployments', '/failed:env_1', /^ filter: .* checked \d+ of 240 · /m],
])('says on %s first how many projects are checked', async (_screen, keys, said) => {
	const {app} = await openOnTeam(names, {clock, columns: 120, prepare});
	await app.press(...keys);
	await app.wait(15 * second, said);
});

test('says nothing of checks in the list without a filter about deployments', async () => {
	const {app} = await openOnTeam(names, {clock, prepare});
	await app.wait(15 * second, /^ 1 of 240$/m);
});

test('checks the rest with R, ten projects a second, and shows its progress', async () => {
	const {app} = await openOnTeam(names, {clock, prepare});
	await app.press('2');
	await app.wait(15 * second, 'R check all, 20s');
	const lists = () => new Set(app.requests().filter(target => target.endsWith('/deployments?limit=100'))).size;
	const before = lists();
	await app.press('R');
	await app.wait(5 * second, /checked (?:9\d|10\d) of 240 · esc stops/);
	expect(lists() - before).toBeLessThanOrEqual(70);
	await app.wait(17 * second, 'all of it within');
	expect(lists()).toBe(240);
	expect(app.screen()).not.toMatch(/checked|esc stops|check all/);
});

test('checks all projects again with R, and continues after esc', async () => {
	const {app} = await openOnTeam(names, {clock, prepare, rpm: 6});
	await app.press('2', 'R');
	await app.wait(30 * second, /all of it within \d+s/);
	await app.wait(21 * minute, /all of it within 2\dm/);
	await app.go('R', 'checked 0 of 240 · esc stops, 24s left');
	await app.wait(12 * second, /checked 1\d\d of 240/);
	await app.go('esc', /R check all, 1\ds/);
	await app.go('R', /checked 1\d\d of 240/);
	await app.wait(15 * second, /all of it within \d\ds/);
	expect(app.screen()).not.toContain('checked');
});

test('gives the shortest possible time of a check while the list is loading', async () => {
	const handle: Handle = ({target}) => {
		const {pathname, searchParams} = new URL(target, 'http://service.invalid');
		if (pathname !== '/v1/projects') return answerWith({deployments: []});
		const page = Number(searchParams.get('cursor') ?? 0);
		const projects = names.slice(0, 100).map(id => ({id: `${id}-${page}`}));
		return answerWith({projects, next_cursor: page < 29 ? `${page + 1}` : null});
	};
	const app = await openDemo({clock, columns: 120, handle});
	await app.press('2');
	await app.wait(10 * second, /R check all, over \d+[ms]/);
	await app.go('R', /esc stops, over \d+[ms]( \d+s)? left/);
	await app.wait(2 * minute, /checked [\d,]+ of 3,000 · esc stops, [1-4]m/);
});

test('keeps the row of the cursor after R', async () => {
	const [first = '', ...others] = names.slice(0, 20);
	const {app, team} = await openOnTeam([first, ...others], {clock, rows: 14, deployed: {[first]: 'building'}});
	await app.press('2');
	await app.wait(10 * second, /^▌◐ p0 /m, 'all of it');
	await app.press('R');
	for (const other of others) team.deploy(other, {status: 'building'});
	await app.wait(5 * minute, /◐(?:1[2-9]|20)/);
	await app.see(/^▌◐ p0 /m);
});

test('checks all projects by itself on the wall, and shows its progress', async () => {
	const {app} = await openOnTeam(names, {clock, prepare});
	await app.press(':', ...'wall', 'enter');
	await app.wait(15 * second, /checked 4\d of 240 · ✖3/);
	await app.wait(5 * minute, /^ *✖3 ◐0 · As of/m);
});

const windowTitle = (app: OpenApp) =>
	[...app.terminal.writes.join('').matchAll(/[^;]* landfall(?=\u0007|\u001B)/g)].at(-1)?.[0];

test('says in the title that there may be more until all projects are checked', async () => {
	const {app} = await openOnTeam(names, {clock, prepare});
	await app.press('2');
	await app.clock.advance(15 * second);
	expect(windowTitle(app)).toBe('✖3+ landfall');
	await app.press('R');
	await app.clock.advance(25 * second);
	expect(windowTitle(app)).toBe('✖3 landfall');
});

const answerWith = (body: object) => ({
	status: 200,
	headers: {'content-type': 'application/json'},
	body: JSON.stringify(body),
});

const listed = names.slice(0, 3).map(id => ({id, name: id}));

const endless = {projects: listed, next_cursor: 'again'};

const [projectsPath, deploymentsPath] = [/^\/v1\/projects$/, /\/p1\/deployments$/];

const oneLeftOut = ['all but 1 within', '1 could not be read'] as const;

test.each([
	['p1 is forbidden', deploymentsPath, 403, ...oneLeftOut],
	[
		'a deployment has no id',
		deploymentsPath,
		answerWith({deployments: [{id: 'd', conclusion: 'success'}, {}]}),
		...oneLeftOut,
	],
	['a project has no id', projectsPath, answerWith({projects: [...listed, {}]}), ...oneLeftOut],
	[
		'the list never ends',
		projectsPath,
		answerWith(endless),
		'3 of 3+ checked',
		'stopped: the service repeated a cursor',
	],
] as const)('never calls everything read if %s', {tags: ['fault-89']}, async (_what, path, fault, header, line) => {
	const readFault = (read: string) => (path.test(read) ? fault : undefined);
	const prepare = (team: Team) => team.deployWith('p0', 'failure');
	const {app} = await openOnTeam(names.slice(0, 3), {clock, columns: 110, readFault, prepare});
	await app.wait(10 * second, header, line);
	for (const key of ['2', '3', '4']) await app.go(key, header, line);
	expect(windowTitle(app)).toBe('✖1+ landfall');
	await app.go(['2', '/', ...'succeeded:', 'enter'], header, line);
	await app.go([':', ...'wall', 'enter'], line);
	expect(app.screen()).not.toContain('all of it');
});

test('reads what is opened unless it was read within 2 s, however small the budget is', async () => {
	const {app} = await openOnTeam(['api', 'web'], {rpm: 6});
	await app.clock.advance(2 * minute);
	for (let round = 0; round < 5; round++) {
		await app.clock.advance(7 * second);
		await app.press('enter');
		await app.clock.advance(500);
		const readAt = app.state().deployments.table.get('api')?.readAt ?? 0;
		expect(app.clock.now() - readAt).toBeLessThanOrEqual(2500);
		await app.go('esc', '1 of 2');
	}
});
