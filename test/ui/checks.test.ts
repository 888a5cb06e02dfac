import {beforeEach, expect, test} from 'vitest';
import type {Handle} from '../../src/api/in-process.ts';
import {app, openDemo, openOnTeam} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {minute, second} from '../kit/fixtures/moment.ts';
import type {Team} from '../kit/services/team.ts';

const names = Array.from({length: 240}, (_, index) => `p${index}`);

let clock: ReturnType<typeof createTestClock>;

beforeEach(() => {
	clock = createTestClock();
});

/** Three projects at the end of the list: the record of one says error, and two have moved lately. */
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

test.each([
	['the board', 40],
	['the board', 80],
	['the board', 200],
])(
	'%s of 240 projects shows within 15 seconds what the records tell, and says first how many it has checked, %i columns wide',
	async (_screen, columns) => {
		await openOnTeam(names, {clock, columns, prepare});
		await app.press('2');
		await app.wait(15 * second, /✖ p211 /, /✖ p222 /, /✖ p233 /, checked);
	},
);

test.each([
	['the activity', '3', checked],
	['the versions', '4', checked],
	['the list, filtered by deployments', '/failed:env_1', /^ filter: .* checked \d+ of 240 · /m],
])('%s says first how many projects are checked', async (_screen, keys, said) => {
	await openOnTeam(names, {clock, columns: 120, prepare});
	await app.press(...keys);
	await app.wait(15 * second, said);
});

test('the list says nothing of checks without a filter about deployments', async () => {
	await openOnTeam(names, {clock, prepare});
	await app.wait(15 * second, /^ 1 of 240$/m);
});

test('R checks all that is left, ten a second, says how far it is, and leaves nothing to say', async () => {
	await openOnTeam(names, {clock, prepare});
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

test('R checks all projects again once all are checked, and an esc in between loses nothing', async () => {
	await openOnTeam(names, {clock, prepare, requestsPerMinute: 6});
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

test('while the list is loading, the time that a check of all projects takes is the least that it can be', async () => {
	const handle: Handle = ({target}) => {
		const {pathname, searchParams} = new URL(target, 'http://service.invalid');
		if (pathname !== '/v1/projects') return answerWith({deployments: []});
		const page = Number(searchParams.get('cursor') ?? 0);
		const projects = names.slice(0, 100).map(id => ({id: `${id}-${page}`}));
		return answerWith({projects, next_cursor: page < 29 ? `${page + 1}` : null});
	};
	await openDemo({clock, columns: 120, handle});
	await app.press('2');
	await app.wait(10 * second, /R check all, over \d+[ms]/);
	await app.go('R', /esc stops, over \d+[ms]( \d+s)? left/);
	await app.wait(2 * minute, /checked [\d,]+ of 3,000 · esc stops, [1-4]m/);
});

test('R holds the row of the board that the cursor is on, as j and k do', async () => {
	const [first = '', ...others] = names.slice(0, 20);
	const {team} = await openOnTeam([first, ...others], {clock, rows: 14, deployed: {[first]: 'building'}});
	await app.press('2');
	await app.wait(10 * second, /^▌◐ p0 /m, 'all of it');
	await app.press('R');
	for (const other of others) team.deploy(other, {status: 'building'});
	await app.wait(5 * minute, /◐(?:1[2-9]|20)/);
	await app.see(/^▌◐ p0 /m);
});

test('esc stops the check of all projects', async () => {
	await openOnTeam(names, {clock, prepare});
	await app.press('2');
	await app.clock.advance(15 * second);
	await app.go('R', 'esc stops');
	await app.clock.advance(second);
	await app.go('esc', /R check all, \d+s/);
});

test('the wall checks all projects by itself, and says how far it is', async () => {
	await openOnTeam(names, {clock, prepare});
	await app.press(':', ...'wall', 'enter');
	await app.wait(15 * second, /checked 4\d of 240 · ✖3/);
	await app.wait(5 * minute, /^ *✖3 ◐0 · As of/m);
});

test('the title says that there may be more until all projects are checked', async () => {
	await openOnTeam(names, {clock, prepare});
	const title = () =>
		app.terminal.writes
			.join('')
			.match(/[^;]* landfall(?=\u0007|\u001B)/g)
			?.at(-1);
	await app.press('2');
	await app.clock.advance(15 * second);
	expect(title()).toBe('✖3+ landfall');
	await app.press('R');
	await app.clock.advance(25 * second);
	expect(title()).toBe('✖3 landfall');
});

const answerWith = (body: object) => ({
	status: 200,
	headers: {'content-type': 'application/json'},
	body: JSON.stringify(body),
});

const listed = names.slice(0, 3).map(id => ({id, name: id}));

const endless = {projects: listed, next_cursor: 'again'};

test.each([
	['p1 is forbidden', /\/p1\/deployments$/, 403, 'all but 1 within', '1 could not be read'],
	[
		'a deployment has no id',
		/\/p1\/deployments$/,
		answerWith({deployments: [{id: 'd', conclusion: 'success'}, {}]}),
		'all but 1 within',
		'1 could not be read',
	],
	[
		'a project has no id',
		/^\/v1\/projects$/,
		answerWith({projects: [...listed, {}]}),
		'all but 1 within',
		'1 could not be read',
	],
	[
		'the list never ends',
		/^\/v1\/projects$/,
		answerWith(endless),
		'3 of 3+ checked',
		'stopped: the service repeated a cursor',
	],
])('no screen calls everything read if %s', {tags: ['fault-89']}, async (_what, path, fault, header, line) => {
	const readFault = (read: string) => (path.test(read) ? fault : undefined);
	const prepare = (team: Team) => team.deployWith('p0', 'failure');
	await openOnTeam(names.slice(0, 3), {clock, columns: 110, readFault, prepare});
	await app.wait(10 * second, header, line);
	for (const key of ['2', '3', '4']) await app.go(key, header, line);
	const title = app.terminal.writes
		.join('')
		.match(/[^;]* landfall(?=\u0007|\u001B)/g)
		?.at(-1);
	expect(title).toBe('✖1+ landfall');
	await app.go(['2', '/', ...'succeeded:', 'enter'], header, line);
	await app.go([':', ...'wall', 'enter'], line);
	expect(app.screen()).not.toContain('all of it');
});

test('what is opened is read at once unless it was read in the last two seconds, however small the budget is', async () => {
	await openOnTeam(['api', 'web'], {requestsPerMinute: 6});
	await app.clock.advance(2 * minute);
	for (let round = 0; round < 5; round++) {
		await app.clock.advance(7 * second);
		await app.press('enter');
		await app.clock.advance(500);
		const readAt = app.state().deployments.table.get('api')?.requestedAt ?? 0;
		expect(app.clock.now() - readAt).toBeLessThanOrEqual(2500);
		await app.go('esc', '1 of 2');
	}
});
