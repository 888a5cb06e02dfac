import {expect, test} from 'vitest';
import {createClient} from '../../src/api/client.ts';
import {createHttpTransport} from '../../src/api/http-transport.ts';
import {plain} from '../../src/base/text.ts';
import {type OpenApp, open, openDemo, openList} from '../kit/app/open.ts';
import {reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {advanceUntilSettled} from '../kit/fixtures/http-client.ts';

const hourMs = 3_600_000;
const firstPage = 'GET /v1/projects?limit=100';

async function requestsDuring(app: OpenApp, pass: () => Promise<unknown>): Promise<readonly string[]> {
	const before = app.requests().length;
	await pass();
	return app.requests().slice(before);
}

test('after a sleep, everything on the screen is read once, including a raw record', {tags: ['fault-53']}, async () => {
	const app = await openList();
	await app.go('i', 'As received: status 200');
	await app.clock.advance(60_000);
	const requests = await requestsDuring(app, async () => {
		await app.clock.sleep(8 * hourMs);
		await app.clock.advance(3000);
	});
	expect(requests).toContain(firstPage);
	expect(requests.filter(request => /^GET \/v1\/projects\/[^/]+$/.test(request))).toHaveLength(1);
	expect(new Set(requests).size).toBeGreaterThanOrEqual(14);
	// Beyond that, only what the even pace allows in these three seconds.
	expect(requests.length).toBeLessThanOrEqual(14 + 3);
	await app.see(/all of it within \ds/);
});

test('a sleep is noticed within two seconds, and at once if a read fails', {tags: ['fault-53']}, async () => {
	const app = await openDemo({latencyMs: 300});
	await app.wait(1300, '1 of 12');
	// After a sleep, timers continue with the time they had left.
	app.clock.setBack(-hourMs);
	expect(await requestsDuring(app, () => app.clock.advance(2000))).toContain(firstPage);
	app.clock.setBack(-hourMs);
	app.sandbox.outages.set('/v1/projects', {status: 502});
	await app.press('r');
	await app.clock.advance(300);
	app.sandbox.outages.clear();
	expect(await requestsDuring(app, () => app.clock.advance(200))).toContain(firstPage);
});

test.each([
	['back by an hour', hourMs],
	['forward by a day', -24 * hourMs],
	['back by ten seconds', 10_000],
])('after the clock is set %s, the screen is read at most once more', {tags: ['fault-54']}, async (_how, backMs) => {
	const app = await openList();
	await app.clock.advance(61_000);
	const inMinute = () => requestsDuring(app, () => app.clock.advance(60_000));
	const usual = (await inMinute()).length;
	app.clock.setBack(backMs);
	// The list once more, and the newest deployments of its twelve rows.
	expect((await inMinute()).length).toBeLessThanOrEqual(usual + 1 + 12);
	const later = await inMinute();
	expect(later.filter(request => request === firstPage).length).toBeGreaterThanOrEqual(5);
	expect(Math.abs(later.length - usual)).toBeLessThanOrEqual(5);
	await app.see('all of it within');
});

test.each([
	['reads in flight are sent again', 60, ''],
	['the next read uses a new connection', 0, 'r'],
])('after a sleep, %s', {tags: ['fault-53']}, async (_what, rpm, key) => {
	const clock = createTestClock();
	const page = {projects: [{id: 'p1', name: 'docs'}]};
	let isDead = false;
	// Sockets from before the sleep are dead, but were never closed.
	const {baseUrl} = await startFaulty(({connection}) => (isDead && connection === 1 ? undefined : reply(200, page)));
	const transport = createHttpTransport({clock});
	const client = createClient({transport, baseUrl, apiKey: 'a-key-for-tests', clock});
	const away = {name: plain`away`, host: plain`away`, baseUrl, isReadOnly: true};
	const service = {...away, client, reconnect: transport.reconnect};
	const app = await open({clock, rpm, access: {enterProfile: async () => ({service})}});
	await app.session.actions.enterProfile('away');
	await advanceUntilSettled(clock, app.see('docs'));
	isDead = true;
	page.projects[0] = {id: 'p1', name: 'renamed'};
	await clock.sleep(8 * hourMs);
	const wokeAt = clock.now();
	await app.press(key);
	await advanceUntilSettled(clock, app.see('renamed'));
	expect(clock.now() - wokeAt).toBeLessThan(3000);
});

test('a pause requested by the service continues after a sleep of a few seconds', {tags: ['fault-11']}, async () => {
	const app = await openList();
	app.sandbox.outages.set('/v1/projects', {status: 429, headers: {'retry-after': '600'}});
	await app.clock.advance(13_000);
	const requests = await requestsDuring(app, async () => {
		await app.clock.sleep(8000);
		await app.clock.advance(500_000);
	});
	expect(requests).toEqual([]);
	app.sandbox.outages.clear();
	await app.clock.advance(180_000);
	await app.see('all of it within');
});
