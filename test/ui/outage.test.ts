import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

test('an outage is reported, keeps the rows and their age, and recovers by itself', {tags: ['fault-29']}, async () => {
	app = await openDemo();
	await app.see('1 of 12');
	app.sandbox.outages.set('/v1/projects', 503);
	await app.clock.advance(13_000);
	await app.see('503');
	await app.see('waitlist-lumen');
	await app.see(/as of \d\d:\d\d:\d\d/);
	app.sandbox.outages.clear();
	// A pause is never longer than the outage.
	await app.clock.advance(13_000);
	await app.see('live');
});

test('a failing service is retried with backoff up to once a minute', {
	tags: ['fault-13'],
}, async () => {
	app = await openDemo();
	await app.see('1 of 12');
	const requestCount = () => app.requests().length;
	app.sandbox.outages.set('/v1/projects', 503);
	await app.clock.advance(60_000);
	const inFirstMinute = requestCount();
	await app.clock.advance(4 * 60_000);
	const before = requestCount();
	expect(before - inFirstMinute).toBeLessThan(12);
	await app.clock.advance(20 * 60_000);
	// A pause is a minute at most, and jitter makes it up to six seconds shorter.
	expect(requestCount() - before).toBeLessThanOrEqual(23);
	expect(requestCount() - before).toBeGreaterThanOrEqual(19);
	app.sandbox.outages.clear();
	await app.clock.advance(61_000);
	await app.see('live');
});

test('r retries immediately during an outage', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	app.sandbox.outages.set('/v1/projects', 500);
	await app.clock.advance(40_000);
	app.sandbox.outages.clear();
	await app.press('r');
	await app.see('live');
});

test('an unreachable service is reported, with a countdown in the header', async () => {
	let connectError: string | undefined;
	app = await openDemo({connectError: () => connectError});
	await app.clock.advance(3000);
	await app.see('live');
	connectError = 'ECONNREFUSED';
	while (!app.screen().includes('connection refused')) await app.clock.advance(100);
	expect(app.clock.now() - Date.UTC(2026, 5, 1, 12)).toBeLessThan(16_000);
	await app.see("Can't reach demo.invalid (connection refused).");
	await app.see(/as of 12:00:0\d · (?:next try in \d+s|trying again)/);
	await app.press('j');
	await app.clock.advance(60_000);
	await app.see(/as of 12:00:0\d · next try in \d+s/);
	connectError = undefined;
	await app.clock.advance(61_000);
	await app.see('live');
	expect(app.screen()).not.toContain('connection refused');
});

test('a DNS failure is reported and reading resumes soon after it ends', {
	tags: ['fault-26'],
}, async () => {
	let connectError: string | undefined;
	app = await openDemo({connectError: () => connectError});
	await app.clock.advance(3000);
	await app.see('live');
	connectError = 'EAI_AGAIN';
	await app.clock.advance(13_000);
	await app.see('The name demo.invalid could not be looked up.');
	await app.see('waitlist-lumen');
	await app.clock.advance(10 * 60_000);
	connectError = undefined;
	await app.clock.advance(61_000);
	await app.see('live');
	expect(app.screen()).not.toContain('could not be looked up');
});

test('a clock that is hours off is reported once and does not falsify ages', {tags: ['fault-56']}, async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api'], skewMs: 3 * 3_600_000});
	team.changeProject('api', {});
	app = await openDemo({clock, handle: team.handle, columns: 104});
	await app.see("This computer's clock is 3h 00m behind the service's");
	await app.see(/api .* just now/);
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
	app = await openDemo(options);
	await app.see('1 of 1');
	connectError = 'ECONNREFUSED';
	await app.press('enter');
	await clock.advance(5000);
	await app.see('building');
	await app.see("Can't reach");
});

test.each([
	[80, 24, /LAST DEPLOYMENT +READ/, /waitlist-lumen .* (?:1m|\d\ds) ago/],
	[200, 50, /LAST DEPLOYMENT .* READ/, /waitlist-lumen .* (?:1m|\d\ds) ago/],
	[40, 12, /read (?:1m|\d\ds) ago/, /waitlist-lumen/],
])(
	'at %d×%d, rows are dim and say how old they are during an outage',
	{tags: ['fault-105']},
	async (columns, rows, age, row) => {
		let connectError: string | undefined;
		app = await openDemo({columns, rows, connectError: () => connectError});
		await app.see('1 of 12');
		await app.clock.advance(12_000);
		const isDim = () => app.terminal.emulator.buffer.active.getLine(3)?.getCell(4)?.isDim() !== 0;
		expect(isDim()).toBe(false);
		connectError = 'ECONNREFUSED';
		await app.clock.advance(40_000);
		await app.see(age);
		await app.see(row);
		expect(isDim()).toBe(true);
		connectError = undefined;
		await app.clock.advance(61_000);
		await app.see(/live · /);
		expect(app.screen()).not.toMatch(age);
		expect(isDim()).toBe(false);
	},
);

test.each([
	[80, 24],
	[60, 24],
])(
	'at %d×%d, a long name leaves room for the age of the rows during an outage',
	{tags: ['fault-105']},
	async (columns, rows) => {
		let connectError: string | undefined;
		const clock = createTestClock();
		const team = createTeam({clock, projects: ['api', 'product-configurator-hafen-hotel']});
		team.changeProject('product-configurator-hafen-hotel', {status: 'archived'});
		team.conclude(team.deploy('product-configurator-hafen-hotel'), 'success');
		app = await openDemo({clock, columns, rows, handle: team.handle, connectError: () => connectError});
		await clock.advance(3000);
		await app.see('success');
		connectError = 'ECONNREFUSED';
		await clock.advance(40_000);
		await app.see(/product-configurator-hafen-hotel .* \d\ds ago/);
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
		app = await openDemo({columns, rows, connectError: () => connectError});
		await app.see('1 of 12');
		connectError = 'ECONNREFUSED';
		await app.clock.advance(40_000);
		await app.press(...before, ...(before.length > 0 ? ['g'] : []), key);
		await app.see(title);
		await app.see(/has not answered since\D+12:00:\d\d/);
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
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	for (const project of ['api', 'web']) team.deploy(project, {status: 'building'});
	app = await openDemo({clock, handle: team.handle, connectError: () => connectError});
	await app.see('1 of 2');
	await app.press('2');
	await clock.advance(5000);
	await app.see(/api +building/);
	const isDim = () => {
		const row = app
			.screen()
			.split('\n')
			.findIndex(line => /^ ◐ .*building/.test(line));
		// The selected row has colours of its own.
		return app.terminal.emulator.buffer.active.getLine(row)?.getCell(4)?.isDim() !== 0;
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
