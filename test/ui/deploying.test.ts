import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

const deploys = () => app.requests().filter(request => request.startsWith('POST') && request.endsWith('/deployments'));

test('a confirmed deployment is sent once, followed, and its conclusion is reported', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('t');
	await app.see('Deploy waitlist-lumen?');
	await app.readQuestion();
	await app.press('y');
	await app.see('Deploying waitlist-lumen');
	expect(app.selectedLine()).toMatch(/queued/);
	for (let second = 0; second < 120; second++) await app.clock.advance(1000);
	await app.see(/waitlist-lumen {2}v\d+ {2}(success|failure|cancelled) {2}\d/);
	expect(deploys()).toHaveLength(1);
});

test('enter alone does not deploy', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('t');
	await app.see('Deploy waitlist-lumen?');
	await app.readQuestion();
	await app.press('enter');
	await app.see('enter deployments');
	expect(deploys()).toHaveLength(0);
});

test('fifty simultaneous key presses start one deployment', {tags: ['fault-48']}, async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('t');
	await app.see('Deploy waitlist-lumen?');
	await app.readQuestion();
	app.burst('y'.repeat(50));
	await app.see('Deploying waitlist-lumen');
	expect(deploys()).toHaveLength(1);
});

test('a refused deployment is explained and can be sent again', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	app.sandbox.outages.set('POST /v1/projects', 422);
	await app.press('t');
	await app.see('Deploy waitlist-lumen?');
	await app.readQuestion();
	await app.press('y');
	await app.see('422');
	app.sandbox.outages.clear();
	await app.clock.advance(1000);
	await app.press('y');
	await app.see('Deploying waitlist-lumen');
});

test('a redirected deployment was not started, so it can be sent again at once', {tags: ['fault-102']}, async () => {
	app = await openDemo();
	await app.see('1 of 12');
	const headers = {location: 'https://elsewhere.example/v1/projects'};
	app.sandbox.outages.set('POST /v1/projects', {status: 308, headers, body: ''});
	await app.press('t');
	await app.see('Deploy waitlist-lumen?');
	await app.readQuestion();
	await app.press('y');
	await app.see('redirected this to elsewhere.example (308)');
	await app.see('Check the address.');
	expect(app.session.store.get().writes.unconfirmed.size).toBe(0);
	app.sandbox.outages.clear();
	await app.clock.advance(1000);
	await app.press('y');
	await app.see('Deploying waitlist-lumen');
});

test('the selected deployment stays selected when a newer one appears above it', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('enter');
	await app.see(/1 of \d+/);
	await app.press('j', 'k');
	const before = app.selectedLine();
	const {id} = app.session.store.get().projects.position;
	app.requestAsTeammate('POST', `/v1/projects/${id}/deployments`, {});
	await app.clock.advance(13_000);
	await app.see(/2 of \d+/);
	expect(app.selectedLine().slice(0, 30)).toBe(before.slice(0, 30));
});

test('watching a deployment stays within the request limit on a busy service', async () => {
	app = await openDemo({world: 'busy', requestsPerMinute: 30});
	await app.see('1 of 200+');
	await app.press('t');
	// Meanwhile the reads that the first screen needs are done.
	await app.clock.advance(60_000);
	await app.press('y');
	await app.see('Deploying');
	const before = app.requests().length;
	for (let second = 0; second < 60; second++) await app.clock.advance(1000);
	expect(app.requests().length - before).toBeLessThanOrEqual(32);
	expect(app.requests().length - before).toBeGreaterThan(15);
});
