import {expect, test} from 'vitest';
import type {Handle} from '../../src/api/in-process.ts';
import {app, openDemo, openList} from '../kit/app/open.ts';
import {createTestClock, type TestClock} from '../kit/fixtures/clock.ts';
import {createTeam, type Team} from '../kit/services/team.ts';

const refusal = {status: 401, headers: {}, body: '{"error": {"message": "bad key"}}'};

/** Opens a team whose service refuses the key for the targets that `isRefused` selects. */
async function openTeam(isRefused: (target: string, clock: TestClock) => boolean): Promise<Team> {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	const handle: Handle = request => (isRefused(request.target, clock) ? refusal : team.handle(request));
	await openDemo({clock, handle});
	await app.see('1 of 2');
	return team;
}

/** Opens a team whose service refuses the key until it is told to accept it. */
async function openRefused() {
	let isRefused = false;
	const team = await openTeam(() => isRefused);
	isRefused = true;
	await app.clock.advance(13_000);
	await app.see('key refused');
	const accept = () => {
		isRefused = false;
	};
	return {team, accept};
}

const reads = () => app.requests().filter(request => request.startsWith('GET')).length;

test('a key refused for eight seconds is retried once a minute, then polling resumes with one notice', {
	tags: ['fault-87'],
}, async () => {
	await openList();
	app.outages.set('/v1/projects', 401);
	await app.clock.advance(13_000);
	app.outages.clear();
	await app.see('key refused', /next try in \d+s/, 'waitlist-lumen');
	const before = reads();
	await app.clock.advance(64_000);
	await app.see('The service accepts the key again', 'live');
	expect(reads() - before).toBeGreaterThan(3);
	await app.press('j');
	await app.clock.advance(300_000);
	expect(app.screen()).not.toContain('accepts');
	await app.see('live');
});

test('a key that stays refused is retried exactly once a minute, with an explanation and advice', {
	tags: ['fault-57'],
}, async () => {
	await openRefused();
	await app.see('The service refused the key (401). Retrying once a minute. Press , to');
	for (let minute = 0; minute < 30; minute++) {
		const before = reads();
		await app.clock.advance(63_000);
		expect(reads() - before).toBeLessThanOrEqual(1);
	}

	const before = reads();
	await app.clock.advance(20 * 63_000);
	expect(reads() - before).toBeGreaterThanOrEqual(19);
	await app.see('api');
});

test('an unread list shows that the key is refused and how often it is retried', async () => {
	let isRefused = true;
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	await openDemo({clock, handle: request => (isRefused ? refusal : team.handle(request))});
	await app.see('The service refused the key (401).');
	await app.see('Retrying once a minute. Press , to change it.');
	isRefused = false;
	await clock.advance(64_000);
	await app.see('1 of 2');
});

test.each(['r', 'R'])(
	'%s retries a refused key at once, with one request',
	{tags: ['fault-57', 'fault-87']},
	async key => {
		let isRefused = false;
		await openTeam(() => isRefused);
		await app.press('enter');
		await app.see('No deployments yet');
		isRefused = true;
		await app.clock.advance(20_000);
		await app.see('key refused');
		const before = reads();
		await app.press(key);
		await app.clock.advance(10_000);
		expect(reads() - before).toBe(1);
		isRefused = false;
		await app.press(key);
		await app.see('The service accepts the key again');
	},
);

test('what was never read is read once while the key is refused, and again once it is accepted', {
	tags: ['fault-87'],
}, async () => {
	const {accept} = await openRefused();
	const before = reads();
	await app.press('i');
	await app.clock.advance(20_000);
	expect(reads() - before).toBe(1);
	await app.see('Retrying once a minute.');
	accept();
	await app.clock.advance(64_000);
	await app.see('"id": ');
	await app.press('esc');
	await app.see('live');
});

test('while text is typed, the footer names no key for a refused key', async () => {
	await openRefused();
	await app.see('Press , to');
	await app.press('e');
	await app.see('Retrying once a minute. It says: bad key');
	await app.press('esc', '?');
	await app.see('─ Help ─');
	expect(app.screen()).not.toContain('Press ,');
});

test('with a refused key a form keeps its text, and a successful write ends the refusal', {
	tags: ['fault-87'],
}, async () => {
	const {team, accept} = await openRefused();
	await app.press('a', ...'blog', 'enter');
	await app.see('The service refused the key (401)', 'blog');
	accept();
	await app.clock.advance(1000);
	await app.press('enter');
	await app.see('live');
	expect([...team.names().values()]).toContain('blog');
});

test('a refused key is retried once a minute even on a screen without reads', async () => {
	const {accept} = await openRefused();
	await app.press('a');
	await app.see('New project');
	accept();
	const before = reads();
	await app.clock.advance(64_000);
	expect(reads() - before).toBeGreaterThanOrEqual(1);
	await app.press('esc');
	await app.see('live');
});

test('a single refused resource pauses the others once and is retried once a minute', {
	tags: ['fault-87'],
}, async () => {
	const team = await openTeam(target => target.startsWith('/v1/projects/web/deployments'));
	team.deploy('api');
	await app.clock.advance(130_000);
	await app.see('live');
	const isKeyRefused = () => app.state().connection?.refusal !== undefined;
	let refusedSeconds = 0;
	const readsBefore = app.requests().filter(request => request.includes('/web/deployments')).length;
	for (let second = 0; second < 600; second++) {
		await app.clock.advance(1000);
		if (isKeyRefused()) refusedSeconds++;
	}

	expect(refusedSeconds).toBe(0);
	await app.see(/live · (just now|\d+s ago)/);
	const readsSince = app.requests().filter(request => request.includes('/web/deployments')).length - readsBefore;
	expect(readsSince).toBeGreaterThanOrEqual(8);
	expect(readsSince).toBeLessThanOrEqual(10);
});

test('a service that refuses every other request gets few requests, and its data is shown', {
	tags: ['fault-87'],
}, async () => {
	let requestCount = 0;
	let isFlapping = false;
	await openTeam(() => isFlapping && ++requestCount % 2 === 0);
	isFlapping = true;
	const before = reads();
	await app.clock.advance(20 * 60_000);
	expect(reads() - before).toBeLessThan(20 * 20);
	expect(reads() - before).toBeGreaterThan(30);
	isFlapping = false;
	await app.clock.advance(64_000);
	await app.see('live');
});

test('checking an unconfirmed change retries a refused key at most once a minute', async () => {
	let isRefused = false;
	const team = await openTeam(() => isRefused);
	team.fail('before');
	await app.answer('t', 'y');
	await app.clock.advance(500);
	isRefused = true;
	const atFirst = reads();
	await app.clock.advance(60_000);
	expect(reads() - atFirst).toBeLessThanOrEqual(4);
	const before = reads();
	await app.clock.advance(10 * 60_000);
	expect(reads() - before).toBeLessThanOrEqual(20);
	expect(app.session.writes.isBusy()).toBe(true);
});

test('the notice of an accepted key does not hide later errors', async () => {
	await openList();
	app.outages.set('/v1/projects', 401);
	await app.clock.advance(13_000);
	app.outages.clear();
	await app.clock.advance(64_000);
	await app.see('The service accepts the key again');
	app.outages.set('/v1/projects', 503);
	await app.clock.advance(20_000);
	await app.see('The service is having trouble (503)');
});
