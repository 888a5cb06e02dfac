import {afterEach, expect, test} from 'vitest';
import {createClient} from '../../../src/api/client.ts';
import {createHttpTransport} from '../../../src/api/transport/http.ts';
import {plain} from '../../../src/text.ts';
import {type OpenApp, open, openDemo} from '../../kit/app/open.ts';
import {reply, startFaulty} from '../../kit/faults/faulty-server.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {passing} from '../../kit/services/test-client.ts';

let app: OpenApp;
afterEach(() => app.close());

const hourMs = 3_600_000;

test('after a night of sleep what is on the screen is read at once, each of it once', {
	tags: ['fault-53'],
}, async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.clock.advance(60_000);
	const before = app.asked().length;
	await app.clock.sleep(8 * hourMs);
	await app.clock.advance(3000);
	const asked = app.asked().slice(before);
	expect(asked).toContain('GET /v1/projects?limit=100');
	expect(new Set(asked).size).toBe(asked.length);
	expect(asked.length).toBeLessThan(20);
	await app.see(/live · (just now|\ds ago)/);
});

test('a sleep is noticed within two seconds after it, though nothing is due yet', {tags: ['fault-53']}, async () => {
	const clock = createTestClock();
	app = await openDemo({clock});
	await app.see('1 of 12');
	await clock.advance(1000);
	const before = app.asked().length;
	// As timers of a computer go on after a sleep: with what was left of them.
	clock.setBack(-hourMs);
	await clock.advance(2000);
	expect(app.asked().slice(before)).toContain('GET /v1/projects?limit=100');
});

test.each([
	['an hour back', hourMs],
	['a day on', -24 * hourMs],
	['ten seconds back', 10_000],
])(
	'a clock that is set %s makes one reading more at most, and reading goes on',
	{tags: ['fault-54']},
	async (_how, backMs) => {
		const clock = createTestClock();
		app = await openDemo({clock});
		await app.see('1 of 12');
		await clock.advance(61_000);
		const lists = () => app.asked().filter(asked => asked === 'GET /v1/projects?limit=100').length;
		const inMinute = async () => {
			const before = lists();
			await clock.advance(60_000);
			return lists() - before;
		};
		const usual = await inMinute();
		clock.setBack(backMs);
		expect(await inMinute()).toBeLessThanOrEqual(usual + 1);
		expect(Math.abs((await inMinute()) - usual)).toBeLessThanOrEqual(1);
		await app.see('live');
	},
);

test('after a sleep no read goes over a connection that was made before, and one in flight is made again', {
	tags: ['fault-53'],
}, async () => {
	const clock = createTestClock();
	const page = {projects: [{id: 'p1', name: 'docs'}]};
	let isDead = false;
	// What was connected before the sleep is never answered after it, and nobody says so.
	const faulty = await startFaulty(({connection}) => (isDead && connection === 1 ? undefined : reply(200, page)));
	app = await open({
		clock,
		access: {
			async enterProfile() {
				const transport = createHttpTransport({clock});
				const client = createClient({transport, baseUrl: faulty.baseUrl, apiKey: 'a-key-for-tests', clock});
				const {reconnect} = transport;
				return {
					service: {client, reconnect, name: plain`away`, host: plain`away`, baseUrl: faulty.baseUrl, isReadOnly: true},
				};
			},
		},
	});
	await app.session.actions.enterProfile('away');
	await passing(clock, app.see('docs'));
	isDead = true;
	page.projects[0] = {id: 'p1', name: 'renamed'};
	await clock.sleep(8 * hourMs);
	const wokeAt = clock.now();
	await passing(clock, app.see('renamed'));
	expect(clock.now() - wokeAt).toBeLessThan(3000);
});

test('nothing beats where nothing is read', async () => {
	app = await open();
	expect(app.clock.pending()).toBe(0);
});

test('what a service asked for is kept through a pause of a few seconds', {tags: ['fault-11']}, async () => {
	app = await openDemo();
	await app.see('1 of 12');
	app.sandbox.outages.set('/v1/projects', {status: 429, headers: {'retry-after': '600'}});
	await app.clock.advance(13_000);
	const before = app.asked().length;
	await app.clock.sleep(8000);
	await app.clock.advance(500_000);
	expect(app.asked()).toHaveLength(before);
	app.sandbox.outages.clear();
	await app.clock.advance(180_000);
	await app.see('live');
});

test('a clock that is set back makes no quiet longer than it was asked for', async () => {
	const clock = createTestClock();
	app = await openDemo({clock});
	await app.see('1 of 12');
	app.sandbox.outages.set('/v1/projects', {status: 429, headers: {'retry-after': '60'}});
	await clock.advance(13_000);
	const before = app.asked().length;
	app.sandbox.outages.clear();
	clock.setBack(hourMs);
	await clock.advance(75_000);
	expect(app.asked().length).toBeGreaterThan(before);
	await app.see('live');
});
