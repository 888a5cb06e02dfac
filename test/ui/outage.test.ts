import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createClient} from '../../src/api/client.ts';
import {createInProcessTransport} from '../../src/api/in-process.ts';
import type {Transport} from '../../src/api/transport.ts';
import {plain, type SafeText} from '../../src/base/text.ts';
import type {OpenedService} from '../../src/model/connection.ts';
import {app, open, openDemo, openList, openOnTeam} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createTeam} from '../kit/services/team.ts';

test('an outage is reported, keeps the rows and their age, and recovers by itself', {tags: ['fault-29']}, async () => {
	await openList();
	app.outages.set('/v1/projects', 503);
	await app.clock.advance(13_000);
	await app.see('503', 'waitlist-lumen', /as of \d\d:\d\d:\d\d/);
	app.outages.clear();
	// A pause is never longer than the outage.
	await app.clock.advance(13_000);
	await app.see('live');
});

test.each([
	['ECONNREFUSED', "Can't reach demo.invalid (connection refused).", 'connection refused'],
	['EAI_AGAIN', 'The name demo.invalid could not be looked up.', 'could not be looked up'],
])(
	'an unreachable service (%s) is reported, with a countdown in the header, until it is back',
	{
		tags: ['fault-26'],
	},
	async (code, sentence, words) => {
		let connectError: string | undefined;
		await openDemo({connectError: () => connectError});
		await app.clock.advance(3000);
		await app.see('live');
		connectError = code;
		await app.until(words);
		expect(app.clock.now() - Date.UTC(2026, 5, 1, 12)).toBeLessThan(16_000);
		await app.see(sentence, /as of 12:00:0\d · (?:next try in \d+s|trying again)/);
		await app.see('waitlist-lumen');
		await app.press('j');
		await app.clock.advance(10 * 60_000);
		await app.see(/as of 12:00:0\d · (?:next try in \d+s|trying again)/);
		connectError = undefined;
		await app.clock.advance(61_000);
		await app.see('live');
		expect(app.screen()).not.toContain(words);
	},
);

test('a clock that is hours off is reported once and does not falsify ages', {tags: ['fault-56']}, async () => {
	await openOnTeam(['api'], {
		prepare: team => team.changeProject('api', {}),
		skewMs: 3 * 3_600_000,
		columns: 104,
	});
	await app.see("This computer's clock is 3h 00m behind the service's", /api .* just now/);
	await app.press('j');
	await app.clock.advance(600_000);
	expect(app.screen()).not.toContain('computer');
});

test('remembered deployments of a project show why they are not refreshed', async () => {
	let connectError: string | undefined;
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api']});
	team.deploy('api', {status: 'building'});
	const options = {
		clock,
		handle: team.handle,
		connectError: () => connectError,
		journalPath: join(temporaryDirectory(), 'journal'),
	};
	const before = await openDemo(options);
	await before.press('enter');
	await before.see('building');
	before.close();
	await openDemo(options);
	await app.see('1 of 1');
	connectError = 'ECONNREFUSED';
	await app.press('enter');
	await clock.advance(5000);
	await app.see('building', "Can't reach");
});

test.each([
	[80, 24, /LAST DEPLOYMENT +READ/, /waitlist-lumen .* (?:1m|\d\ds) ago/],
	[200, 50, /LAST DEPLOYMENT .* READ/, /waitlist-lumen .* (?:1m|\d\ds) ago/],
	[40, 12, /READ +LATEST|LATEST +READ/, /waitlist-lumen .* (?:1m|\d\ds) ago/],
])(
	'at %d×%d, rows are dim and say how old they are during an outage',
	{tags: ['fault-105']},
	async (columns, rows, age, row) => {
		let connectError: string | undefined;
		await openList({columns, rows, connectError: () => connectError});
		await app.clock.advance(12_000);
		const isDim = () => app.cell(3, 4)?.isDim() !== 0;
		expect(isDim()).toBe(false);
		connectError = 'ECONNREFUSED';
		await app.clock.advance(40_000);
		await app.see(age, row);
		expect(isDim()).toBe(true);
		connectError = undefined;
		await app.clock.advance(61_000);
		await app.see(/live · /);
		expect(app.screen()).not.toMatch(age);
		expect(isDim()).toBe(false);
	},
);

test.each([
	['a deployment', 't', [], 'Deploy waitlist-lumen?', 80, 24],
	['a deletion', 'D', [], 'Permanently delete waitlist-lumen?', 200, 50],
	['a bulk deployment', 't', [' ', ' '], 'Deploy these 2 projects?', 80, 24],
	['a deployment on a small screen', 't', [], 'Deploy waitlist-lumen?', 40, 12],
])(
	'the question about %s says since when the service does not answer',
	{tags: ['fault-105']},
	async (_what, key, before, title, columns, rows) => {
		let connectError: string | undefined;
		await openList({columns, rows, connectError: () => connectError});
		connectError = 'ECONNREFUSED';
		await app.clock.advance(40_000);
		await app.press(...before, ...(before.length > 0 ? ['g'] : []), key);
		await app.see(title, /has not answered since\D+12:00:\d\d/);
		connectError = undefined;
		await app.clock.advance(61_000);
		await app.see('live');
		expect(app.screen()).not.toContain('has not answered');
	},
);

test('a deployment in progress on the board is dim and has its age during an outage', {
	tags: ['fault-105'],
}, async () => {
	let connectError: string | undefined;
	const {clock} = await openOnTeam(['api', 'web'], {
		prepare(team) {
			for (const project of ['api', 'web']) team.deploy(project, {status: 'building'});
		},
		connectError: () => connectError,
	});
	await app.press('2');
	await clock.advance(5000);
	await app.see(/api +building/);
	const isDim = () => {
		const row = app.lines().findIndex(line => /^ ◐ .*building/.test(line));
		// The selected row has colours of its own.
		return app.cell(row, 4)?.isDim() !== 0;
	};
	expect(isDim()).toBe(false);
	connectError = 'ECONNREFUSED';
	await clock.advance(50_000);
	await app.see(/api +building .* \d\ds ago/);
	expect(isDim()).toBe(true);
	connectError = undefined;
	await clock.advance(61_000);
	await app.see(/live · /);
	expect(isDim()).toBe(false);
});

/** Advances the clock and returns when requests were made, in milliseconds from now. */
async function requestTimes(durationMs: number): Promise<readonly number[]> {
	const times: number[] = [];
	for (let passedMs = 0; passedMs < durationMs; passedMs += 50) {
		const before = app.requests().length;
		await app.clock.advance(50);
		for (let count = before; count < app.requests().length; count++) times.push(passedMs);
	}

	return times;
}

test.each([
	['no Retry-After', {}],
	['an unreadable Retry-After', {'retry-after': 'soon'}],
	['a Retry-After of 0', {'retry-after': '0'}],
])(
	'429 with %s pauses all reads with backoff, and one read at a time probes',
	{tags: ['fault-12', 'fault-95']},
	async (_name, headers) => {
		await openList();
		await app.clock.advance(60_000);
		app.outages.set('/v1/projects', {status: 429, headers});
		await app.see('live');
		await app.until('429');
		const times = await requestTimes(10 * 60_000);
		const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
		expect(Math.min(...pauses)).toBeGreaterThanOrEqual(950);
		expect(Math.min(...pauses.slice(-5))).toBeGreaterThan(50_000);
		expect(times.length).toBeLessThan(25);
		await app.see(/next try in \d+s/);
		app.outages.clear();
		await app.clock.advance(61_000);
		await app.see('live');
	},
);

test('a screen opened during a Retry-After pause waits and shows for how long', {tags: ['fault-95']}, async () => {
	await openList();
	app.outages.set('/v1/projects', {status: 429, headers: {'retry-after': '300'}});
	await app.clock.advance(13_000);
	const before = app.requests().length;
	await app.press('enter', 'r');
	await app.clock.advance(20_000);
	expect(app.requests()).toHaveLength(before);
	await app.see(/It asked for 5m \(Retry-After:\s+300\)\./, /Retrying in 4m \d\ds/);
	await app.see(/next try in 4m \d\ds/);
});

test('a Retry-After beyond the limit is shown next to the actual pause', {tags: ['fault-12', 'fault-95']}, async () => {
	await openList({columns: 120});
	app.outages.set('/v1/projects', {status: 429, headers: {'retry-after': '86400'}});
	await app.clock.advance(13_000);
	await app.see(/429: asked for 24h \(Retry-After: 86400\); retrying in 14m \d\ds/);
	expect(app.screen()).not.toContain('900');
	const before = app.requests().length;
	await app.clock.advance(14 * 60_000);
	expect(app.requests()).toHaveLength(before);
	app.outages.clear();
	await app.clock.advance(61_000);
	await app.see('live');
});

/** Opens landfall on a service whose responses are cut off once `drop` is called. */
async function openOn(name: SafeText) {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['docs', 'web']});
	const intact = createInProcessTransport(team.handle, {clock});
	let isDropping = false;
	const transport: Transport = (request, signal) =>
		isDropping
			? Promise.resolve({outcome: 'lost', code: 'ECONNRESET', isTimeout: false, hasBegun: true})
			: intact(request, signal);
	const baseUrl = 'http://localhost:8080';
	const service: OpenedService = {
		client: createClient({transport, baseUrl, apiKey: 'abcde', clock}),
		name,
		host: plain`localhost:8080`,
		baseUrl,
		isReadOnly: false,
	};
	await open({clock, access: {enterDemo: async () => service}, isInDemo: true});
	await app.see('1 of 2');
	return {
		drop: () => {
			isDropping = true;
		},
	};
}

test('the footer reports a response that is cut off and that the read is retried', {tags: ['fault-98']}, async () => {
	const service = await openOn(plain`work`);
	await app.clock.advance(3000);
	service.drop();
	await app.press('r');
	await app.clock.advance(100);
	await app.see('The connection was lost mid-response. Retrying.', /next try in|trying again/);
	await app.press('P');
	await app.see('paused');
	expect(app.screen()).not.toContain('Retrying');
});

test("the footer keeps the service's words and its own apart", async () => {
	const clock = createTestClock();
	let isBusy = false;
	const busy = {status: 503, headers: {'content-type': 'application/json'}, body: '{"message":"under maintenance"}'};
	const team = createTeam({clock, projects: ['docs'], readFault: () => (isBusy ? busy : undefined)});
	await openDemo({handle: team.handle, clock});
	await app.see('1 of 1');
	isBusy = true;
	await app.press('r');
	await clock.advance(20_000);
	await app.see('under maintenance. Retrying.');
});

test('a question names a profile only once if its name equals its host', async () => {
	await openOn(plain`localhost:8080`);
	for (const keys of ['D', 't', [' ', 'j', ' ', 'D']].map(key => [key].flat())) {
		await app.press(...keys);
		const screen = await app.see(/│ .*localhost:8080/);
		const box = screen.split('\n').filter(line => line.includes('│'));
		expect(box.join('\n').match(/localhost:8080/g)).toHaveLength(1);
		await app.press('esc');
	}
});

test('r retries immediately during an outage', async () => {
	await openDemo();
	await app.see('1 of 12');
	app.outages.set('/v1/projects', 500);
	await app.clock.advance(40_000);
	app.outages.clear();
	await app.press('r');
	await app.see('live');
});
