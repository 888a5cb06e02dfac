// @module-tag fault-87

import {expect, test} from 'vitest';
import {type OpenApp, openOnTeam} from '../kit/app/open.ts';

const rejection = {status: 401, body: '{"error": {"message": "bad key"}}'};

const reject = (app: OpenApp, start = '/v1') => app.outages.set(start, rejection);

/** The service rejects the key until the outages are cleared. */
async function openRejected() {
	const {app, team} = await openOnTeam(['api', 'web']);
	reject(app);
	await app.wait(13_000, 'key rejected');
	return {app, team};
}

const reads = (app: OpenApp) => app.requestCount(/^GET/);

test('an accepted key resumes reading with one notice that hides no later error', async () => {
	const {app} = await openRejected();
	app.outages.clear();
	await app.see(/retrying in \d+s/, 'api');
	const before = reads(app);
	await app.wait(64_000, 'The service accepts the key again', 'all of it within');
	expect(reads(app) - before).toBeGreaterThan(3);
	app.outages.set('/v1/projects', 503);
	await app.wait(20_000, 'The service is having trouble (503)');
	app.outages.clear();
	await app.press('j');
	expect(await app.wait(60_000, 'all of it within')).not.toContain('accepts');
});

test('a rejected key is retried once a minute on any screen, with advice', {tags: ['fault-57']}, async () => {
	const {app} = await openRejected();
	await app.see('The service rejected the key (401). Retrying once a minute. Press , to');
	expect(await app.go('?', '─ Help ─')).not.toContain('Press ,');
	// A form needs no reads, and its keys are text.
	await app.go(['esc', 'a', 'half a second'], 'New project', 'Retrying once a minute. It says: “bad key.”');
	for (let minute = 0; minute < 4; minute++) {
		const before = reads(app);
		await app.clock.advance(63_000);
		expect(reads(app) - before).toBe(1);
	}
});

test('an unread list says that the key is rejected and how often it is retried', async () => {
	const {app} = await openRejected();
	await app.session.actions.enterDemo();
	await app.see('The service rejected the key (401).', 'Retrying once a minute. Press , to change the key.');
	app.outages.clear();
	await app.wait(64_000, '1 of 2');
});

test.each(['r', 'R'])('%s retries a rejected key at once, with one request', {tags: ['fault-57']}, async key => {
	const {app} = await openOnTeam(['api', 'web']);
	await app.go('enter', 'No deployments yet');
	reject(app);
	await app.wait(20_000, 'key rejected');
	const before = reads(app);
	await app.press(key);
	await app.clock.advance(10_000);
	expect(reads(app) - before).toBe(1);
	app.outages.clear();
	await app.go(key, 'The service accepts the key again');
});

test('a new screen is read once with a rejected key, and again once it is accepted', async () => {
	const {app} = await openRejected();
	const before = reads(app);
	await app.press('i');
	await app.clock.advance(20_000);
	expect(reads(app) - before).toBe(1);
	await app.see('Retrying once a minute.');
	app.outages.clear();
	await app.wait(64_000, '"id": ');
	await app.go('esc', 'all of it within');
});

test('with a rejected key, a form keeps its text, and a successful write accepts the key', async () => {
	const {app, team} = await openRejected();
	await app.go(['a', 'half a second', ...'blog', 'enter'], 'The service rejected the key (401)', 'blog');
	app.outages.clear();
	await app.clock.advance(1000);
	await app.go('enter', 'all of it within');
	expect([...team.names().values()]).toContain('blog');
});

test('a single rejected resource pauses the others only once', async () => {
	const {app, team} = await openOnTeam(['api', 'web', 'docs']);
	const [web, docs] = ['web', 'docs'].map(id => `/v1/projects/${id}/deployments`);
	for (const list of [web, docs]) reject(app, list);
	team.deploy('api');
	await app.wait(200_000, /all of it within|of 3 checked/);
	const before = app.requestCount(/\/web\/deployments/);
	const staysAccepted = async () => {
		for (let second = 0; second < 120; second++) {
			await app.clock.advance(1000);
			expect(app.screen()).not.toContain('key rejected');
		}
	};
	await staysAccepted();
	await app.see(/all of it within|of 3 checked/);
	expect(app.requestCount(/\/web\/deployments/) - before).toBeOneOf([1, 2]);
	app.outages.delete(web ?? '');
	await staysAccepted();
	reject(app, web);
	await app.until('key rejected');
});

test('a service that rejects every other request gets few requests', async () => {
	let isFlapping = false;
	let count = 0;
	const {app} = await openOnTeam(['api', 'web'], {
		onRequest() {
			if (!isFlapping) return;
			if (++count % 2 === 0) reject(app);
			else app.outages.clear();
		},
	});
	isFlapping = true;
	const before = reads(app);
	await app.clock.advance(4 * 60_000);
	expect(reads(app) - before).toBeLessThan(4 * 20);
	expect(reads(app) - before).toBeGreaterThan(6);
	await app.see('api');
});

test('reconciling retries a rejected key at most once a minute', async () => {
	const {app, team} = await openOnTeam(['api', 'web']);
	team.fail('before');
	await app.answer('t', 'y');
	await app.clock.advance(500);
	reject(app);
	const atFirst = reads(app);
	await app.clock.advance(60_000);
	expect(reads(app) - atFirst).toBeLessThanOrEqual(4);
	const before = reads(app);
	await app.clock.advance(3 * 60_000);
	expect(reads(app) - before).toBeLessThanOrEqual(6);
	expect(app.session.writes.isBusy()).toBe(true);
});
