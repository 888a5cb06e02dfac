import {expect, test} from 'vitest';
import {createClient} from '../../src/api/client.ts';
import {createInProcessTransport} from '../../src/api/in-process.ts';
import type {Transport} from '../../src/api/transport.ts';
import {plain} from '../../src/base/text.ts';
import {expectToFit} from '../kit/app/frames.ts';
import {type OpenApp, openDemo, openList, openOnTeam} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {minute} from '../kit/fixtures/moment.ts';
import {createTeam, type Team} from '../kit/services/team.ts';

test('an outage keeps the rows and their age, and ends by itself or with r', {tags: ['fault-29']}, async () => {
	const app = await openList();
	app.outages.set('/v1/projects', 503);
	await app.wait(13_000, '503', 'waitlist-lumen', /as of \d\d:\d\d:\d\d/);
	app.outages.clear();
	// A pause is never longer than the outage.
	expect(await app.wait(13_000, /of 12 checked|all of it within/)).not.toContain('as of');
	app.outages.set('/v1/projects', 500);
	await app.clock.advance(40_000);
	app.outages.clear();
	await app.press('r');
	expect(await app.wait(2000, /of 12 checked|all of it within/)).not.toContain('as of');
});

test.each([
	['2', 'board'],
	['3', 'activity'],
])('r on screen %s, the %s, says that the service still fails', {tags: ['fault-29']}, async key => {
	const app = await openList();
	await app.go(key, /of 12 checked|all of it within/);
	app.outages.set('/v1', 503);
	await app.wait(30_000, 'having trouble (503)', /as of \d\d:\d\d:\d\d/);
	await app.press('r');
	await app.wait(1000, 'having trouble (503)', /retrying/);
	app.outages.clear();
	await app.wait(20_000, /of 12 checked|all of it within/);
	app.outages.set('/v1', 503);
	await app.press('r');
	await app.wait(1000, 'having trouble (503)', /as of \d\d:\d\d:\d\d/);
});

test.each([
	['ECONNREFUSED', 'Cannot reach demo.invalid (connection refused).', 'connection refused'],
	['EAI_AGAIN', 'The name demo.invalid could not be looked up.', 'could not be looked up'],
])('an unreachable service (%s) is reported until it is back', {tags: ['fault-26']}, async (code, sentence, words) => {
	const app = await openDemo();
	await app.wait(3000, 'all of it within');
	app.disconnect(code);
	await app.until(words);
	expect(app.clock.now() - Date.UTC(2026, 5, 1, 12)).toBeLessThan(16_000);
	await app.see(sentence, /as of 12:00:0\d · retrying(?: in \d+s)?/, 'waitlist-lumen');
	await app.press('j');
	await app.wait(2 * 60_000, /as of 12:00:0\d · retrying(?: in \d+s)?/);
	app.reconnect();
	expect(await app.wait(61_000, 'all of it within')).not.toContain(words);
});

test('a proxy that rejects the password is asked again only with r', {tags: ['fault-242']}, async () => {
	let isRejected = false;
	const {app, team} = await openOnTeam(['api', 'web'], {
		columns: 120,
		readFault: () => (isRejected ? 407 : undefined),
		deployed: {api: 'building'},
	});
	await app.until('building');
	isRejected = true;
	await app.until('A proxy asks for a user name and password (407)');
	await app.see('not retried', /Press\s+r to try now/);
	const asked = team.requests.length;
	await app.clock.advance(30 * minute);
	await app.press('j', 'enter');
	await app.clock.advance(minute);
	expect(team.requests).toHaveLength(asked);
	for (const attempts of [1, 2]) {
		await app.press('r');
		await app.clock.advance(minute);
		expect(team.requests).toHaveLength(asked + attempts);
	}

	// An unreachable proxy is not asked as fast as it fails.
	app.disconnect('ECONNREFUSED');
	const {made} = app.state().polling.requests;
	await app.press('r');
	await app.clock.advance(10_000);
	expect(app.state().polling.requests.made - made).toBeLessThan(7);
	expect(app.state().polling.requests.made - made).toBeGreaterThan(0);
	app.reconnect();
	isRejected = false;
	await app.until('all of it within');
});

test('a board that is unread or read in part says so', {tags: ['fault-242']}, async () => {
	const rejecting = createTeam({clock: createTestClock(), projects: ['api'], readFault: () => 407});
	const app = await openDemo({handle: rejecting.handle}, '(407)');
	expect(await app.go('2', '2 Board', /│?A proxy asks for a user name and password/)).not.toMatch(
		/Nothing is in progress|check all/,
	);
	app.close();
	let allowed = 1;
	const {app: other} = await openOnTeam(['api', 'web', 'docs'], {
		readFault: path => (path.endsWith('/deployments') && allowed-- <= 0 ? 407 : undefined),
	});
	await other.until('(407)');
	await other.go('2', 'checked 1 of 3', 'Not all projects are checked yet. Nothing is in progress');
	await other.go([':', ...'wall', 'enter'], 'Not all projects are checked yet. Nothing is in progress');
});

test('a change is not reconciled behind a proxy that rejects the password', {tags: ['fault-242']}, async () => {
	let isRejected = false;
	const {app, team} = await openOnTeam(['api'], {columns: 120, readFault: () => (isRejected ? 407 : undefined)});
	await app.clock.advance(minute);
	team.fail('after');
	await app.answer('t', 'y', 'landfall does not know whether api was deployed');
	isRejected = true;
	await app.wait(minute, 'The service cannot tell: A proxy asks for a user name and password (407)');
	const asked = team.requests.length;
	await app.clock.advance(10 * minute);
	expect(team.requests).toHaveLength(asked);
});

test('a clock that is hours off is reported once, and ages stay right', {tags: ['fault-56']}, async () => {
	const prepare = (team: Team) => team.changeProject('api', {});
	const {app} = await openOnTeam(['api'], {prepare, skewMs: 3 * 3_600_000, columns: 120});
	await app.see("This computer's clock is 3h behind the service's", /api .* just now/);
	await app.press('j');
	await app.clock.advance(60_000);
	expect(app.screen()).not.toContain('computer');
	await app.go(['/', ...'updated>2m', 'enter'], '0 matches · among 1 projects');
	await app.wait(80_000, '1 match · among 1 projects');
});

const trouble =
	/^(?!.* as of ).*The service is having trouble \(503\)\. Request req_1 Retrying in \ds\. Press r to try now\./;

test.each([
	[80, 24, trouble],
	[200, 50, trouble],
	[40, 12, trouble],
	[20, 6, /^(?!.* as of ).*The service is/],
])('a list that cannot be read says why and what to do, at %d×%d', async (columns, rows, said) => {
	const handle = () => ({status: 503, headers: {}, body: '{"request_id": "req_1"}'});
	const app = await openDemo({columns, rows, handle}, 'The service is');
	expectToFit(app.lines(), {columns, rows});
	expect(app.screen().replaceAll(/\s+/g, ' ')).toMatch(said);
});

test('a 404 for the list leads to the address, and one for a project leads back', async () => {
	const {handle} = createTeam({clock: createTestClock(), projects: ['api'], readFault: () => 404});
	const app = await openDemo({handle}, 'Press , to check the address, r to try again.');
	expect(app.screen()).not.toContain('esc to go back');
	app.close();
	const {app: other} = await openOnTeam(['api'], {
		readFault: path => (path.includes('/deployments') ? 404 : undefined),
	});
	await other.go('enter', 'Press esc to go back, r to try again.');
});

const isDim = (app: OpenApp, row: number) => app.cell(row, 4)?.isDim() !== 0;

test.each([
	['an outage', 80, 24, [], /as of 12:00:\d\d · retrying/],
	['an outage', 40, 12, [], /as of 12:00:\d\d · retrying/],
	['a pause', 80, 24, [], /paused since 12:00 · as of 12:00:\d\d$/m],
	['a pause', 40, 12, [], /paused since 12:00$/m],
	['a pause', 80, 24, ['enter'], /paused since 12:00 · as of 12:00:\d\d$/m],
] as const)(
	'in %s at %d×%d, old rows are dim and keep their columns (%j)',
	{tags: ['fault-105']},
	async (what, columns, rows, keys, shown) => {
		const app = await openList({columns, rows});
		await app.press(...keys);
		await app.clock.advance(12_000);
		const at = app.lines().findLastIndex(line => /^ [✔✖◇]/.test(line));
		const titles = app.lines()[1]?.match(/[A-Z]{4,}/g) ?? [];
		const toggle = what === 'a pause' ? () => app.press('P') : app.disconnect;
		await toggle();
		expect(isDim(app, at)).toBe(false);
		await app.wait(40_000, shown);
		expect(isDim(app, at)).toBe(true);
		for (const title of titles) expect(app.lines()[1]).toContain(title);
		await (what === 'a pause' ? toggle() : app.reconnect());
		expect(await app.wait(61_000, /within \d/)).not.toMatch(shown);
		expect(isDim(app, at)).toBe(false);
	},
);

test.each([
	['a deletion', ['D'], 'Permanently delete waitlist-lumen?', 200, 50],
	['a bulk deployment', [' ', ' ', 'g', 't'], 'Deploy these 2 projects?', 80, 24],
	['a deployment on a small screen', ['t'], 'Deploy waitlist-lumen?', 40, 12],
])('the question about %s names the outage', {tags: ['fault-105']}, async (_what, keys, title, columns, rows) => {
	const app = await openList({columns, rows});
	app.disconnect();
	await app.clock.advance(40_000);
	await app.go(keys, title, /has not answered since\D+12:00:\d\d/);
	app.reconnect();
	expect(await app.until(/within \d/)).not.toContain('has not answered');
});

test('in an outage or pause, old rows of the board are dim', {tags: ['fault-105']}, async () => {
	const {app} = await openOnTeam(['api', 'web'], {columns: 120, deployed: {api: 'building', web: 'building'}});
	await app.press('2');
	expect(await app.wait(minute, /api +building .* 1m ago/)).not.toContain('READ');
	// The selected row has colours of its own.
	const otherRow = () => app.lines().findIndex(line => /^ ◐ .*building/.test(line));
	expect(isDim(app, otherRow())).toBe(false);
	app.disconnect();
	await app.wait(50_000, /api +building .* \d\ds ago/);
	expect(isDim(app, otherRow())).toBe(true);
	app.reconnect();
	expect(await app.wait(61_000, /within \d/)).not.toContain('READ');
	expect(isDim(app, otherRow())).toBe(false);
	await app.press('P');
	await app.until(/WHEN {6}READ/);
	await app.wait(minute, /paused since 12:0\d · as of 12:0/, /api +building .* 4m ago {4}1m ago/);
	expect(isDim(app, otherRow())).toBe(true);
});

test('a screen opened during a Retry-After pause shows how long it waits', {
	tags: ['fault-95', 'fault-108'],
}, async () => {
	const app = await openList();
	app.outages.set('/v1/projects', {status: 429, headers: {'retry-after': '300'}});
	await app.clock.advance(13_000);
	const before = app.requests().length;
	await app.press('enter', 'r');
	await app.clock.advance(20_000);
	expect(app.requests()).toHaveLength(before);
	await app.see(
		/say this\.”\s+It\s+asked for 5m \(Retry-After:\s+300\)\./,
		/Retrying in 4m \d\ds/,
		/retrying in 4m \d\ds/,
	);
});

test('a Retry-After beyond the limit is shown next to the actual pause', {tags: ['fault-12', 'fault-95']}, async () => {
	const app = await openList({columns: 120});
	app.outages.set('/v1/projects', {status: 429, headers: {'retry-after': '86400'}});
	await app.wait(13_000, /429: asked for 1d \(Retry-After: 86400\); retrying in 14m \d\ds/);
	expect(app.screen()).not.toContain('900');
});

test('the footer reports a response that was cut off', {tags: ['fault-98']}, async () => {
	const clock = createTestClock();
	const {handle} = createTeam({clock, projects: ['docs', 'web']});
	const intact = createInProcessTransport(handle);
	let isDropping = false;
	const transport: Transport = async (request, signal) =>
		isDropping ? {outcome: 'lost', code: 'ECONNRESET', isTimeout: false, hasBegun: true} : intact(request, signal);
	const client = createClient({transport, baseUrl: 'http://localhost:8080', apiKey: 'abcde', clock});
	const app = await openDemo({clock, onService: service => ({...service, client})}, '1 of 2');
	await app.clock.advance(3000);
	isDropping = true;
	await app.press('r');
	await app.wait(100, 'The connection was lost in the middle of the answer. Retrying.', /retrying/);
	expect(await app.go('P', 'paused')).not.toContain('Retrying');
});

test("the footer keeps the service's words and its own apart", async () => {
	const {app} = await openOnTeam(['docs']);
	app.outages.set('/v1', {status: 503, body: '{"message":"under maintenance"}'});
	await app.press('r');
	await app.wait(20_000, '“under maintenance.” Retrying.');
});

test('a question names a profile only once if its name equals its host', async () => {
	const name = plain`localhost:8080`;
	const app = await openDemo({onService: service => ({...service, name, host: name})}, '1 of 12');
	for (const keys of [['D'], ['t'], [' ', 'j', ' ', 'D']]) {
		await app.go(keys, /│ .*localhost:8080/);
		const box = app.lines().filter(line => line.includes('│'));
		expect(box.join('\n').match(/localhost:8080/g)).toHaveLength(1);
		await app.press('esc');
	}
});
