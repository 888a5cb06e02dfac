import {afterEach, describe, expect, test} from 'vitest';
import {type OpenApp, openDemo, openList} from '../kit/app/open.ts';
import {openOnTeam} from '../kit/app/open-on-team.ts';
import type {Team} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

async function openTeam(...projects: readonly string[]): Promise<Team> {
	const opened = await openOnTeam(projects);
	app = opened.app;
	return opened.team;
}

const names = ['storybook', 'tiny', 'my-tty', 'attorney', 'A-to-y', 'anthology'];

test.each(names)(
	'typing %s in the live view, at any speed, deploys and deletes nothing',
	{tags: ['fault-86']},
	async name => {
		const team = await openTeam(name, 'other');
		for (const pauseMs of [0, 40, 150, 250, 400]) {
			await app.press('1', 'enter');
			await app.see('No deployments yet');
			for (const letter of name) {
				await app.press(letter);
				await app.clock.advance(pauseMs);
			}

			await app.press('esc', 'esc', 'esc', 'esc');
		}

		await app.press('1', 'enter');
		app.burst(name);
		await app.clock.advance(5000);
		expect(team.writes()).toEqual([]);
	},
);

describe('a question', () => {
	test.each<readonly [question: string, keys: readonly string[], answer: readonly string[]]>([
		['deploy', ['t'], ['y']],
		['bulk deploy', ['A', 't'], ['2', 'enter']],
		['delete', ['D'], [...'api', 'enter']],
		['bulk delete', ['A', 'D'], ['2', 'enter']],
	])('(%s) accepts no answer in its first half second', {tags: ['fault-86']}, async (_question, keys, answer) => {
		const team = await openTeam('api', 'web');
		await app.press(...keys);
		await app.see(/Deploy|Permanently delete/);
		await app.press(...answer);
		await app.see('pressed too early to be an answer');
		await app.clock.advance(499);
		await app.press(...answer);
		expect(team.writes()).toEqual([]);
		await app.clock.advance(1);
		await app.press(...answer);
		await app.clock.advance(3000);
		expect(team.writes().length).toBeGreaterThan(0);
	});

	test('still takes answers after the clock was set back', async () => {
		const team = await openTeam('api', 'web');
		await app.press('t');
		await app.see('Deploy api?');
		await app.readQuestion();
		app.clock.setBack(3_600_000);
		await app.clock.advance(4000);
		await app.see('y deploy');
		await app.press('y');
		await app.see('Deploying api');
		expect(team.writes()).toHaveLength(1);
	});

	test('shows dots for its keys during the first half second, except for esc', async () => {
		await openTeam('api', 'web');
		await app.press('t');
		await app.see('· deploy   · edit request body   esc cancel');
		await app.clock.advance(499);
		await app.see('· deploy');
		await app.clock.advance(1);
		await app.see('y deploy   e edit request body   esc cancel');
	});

	test('ignores keys of the burst that opened it, however late they arrive', {tags: ['fault-86']}, async () => {
		const team = await openTeam('api', 'web');
		app.burst(`ty${'y'.repeat(20)}`);
		await app.see('Deploy api?');
		await app.clock.advance(3000);
		expect(team.writes()).toEqual([]);
		await app.press('esc');
		app.burst('Dapi\r');
		await app.see('Permanently delete api?');
		await app.clock.advance(3000);
		app.burst('\r');
		await app.see('That does not match');
		expect(team.writes()).toEqual([]);
	});

	test('ignores a paste that arrives too early', async () => {
		const team = await openTeam('api', 'web');
		await app.press('D');
		await app.press('\u001B[200~api\u001B[201~');
		await app.see('Pasted too early');
		await app.readQuestion();
		await app.press('enter');
		await app.see('That does not match');
		expect(team.writes()).toEqual([]);
	});

	test('is cancelled by esc immediately, by enter only after half a second', async () => {
		await openTeam('api', 'web');
		await app.press('t');
		await app.see('Deploy api?');
		await app.press('enter');
		await app.see('Deploy api?');
		await app.press('esc');
		await app.see('enter deployments');
	});

	test('waits half a second again after any other key', {tags: ['fault-86']}, async () => {
		const team = await openTeam('api', 'web');
		await app.press('t');
		await app.readQuestion();
		await app.press('x');
		await app.see('x does nothing here');
		await app.clock.advance(400);
		await app.press('y');
		await app.see('y was pressed too early');
		await app.clock.advance(100);
		await app.press('y');
		await app.see('Deploying api');
		expect(team.writes()).toHaveLength(1);
	});

	test('about a conflict or an unconfirmed change waits half a second as well', async () => {
		const team = await openTeam('api', 'web');
		await app.press('e');
		await app.see('Edit project');
		await app.type('-mine');
		team.changeProject('api', {name: 'api-theirs'});
		await app.press('enter');
		await app.see('Choose what to keep');
		await app.press('m', 'enter');
		expect(team.writes()).toEqual([]);
		await app.press('esc', 'esc');
		team.fail('before');
		await app.press('t');
		await app.readQuestion();
		await app.press('y');
		await app.see("We don't know whether");
		for (let second = 0; second < 40; second++) await app.clock.advance(1000);
		await app.see('Press r to send it again');
		expect(team.writes()).toHaveLength(1);
	});

	test('whose finding has just appeared waits half a second again', async () => {
		const team = await openTeam('api', 'web');
		team.fail('before');
		await app.press('t');
		await app.readQuestion();
		await app.press('y');
		await app.see("We don't know whether");
		while (!app.screen().includes('Press r to send it again')) await app.clock.advance(100);
		await app.press('r', 'x');
		await app.see('Press r to send it again');
		expect(team.writes()).toHaveLength(1);
	});
});

test('a form is not submitted by the burst of keys that opened it', {tags: ['fault-86']}, async () => {
	const team = await openTeam('release', 'web');
	app.burst('elease\r');
	await app.see('Edit project');
	await app.see('enter was pressed too early');
	expect(team.writes()).toEqual([]);
	await app.press('enter');
	await app.see('Saved');
	await app.press('esc');
	app.burst('another\r');
	await app.see('New project');
	expect(team.writes()).toHaveLength(1);
});

test('a held key sends one request even if the service refuses it', async () => {
	await openTeam('api');
	app.close();
	app = await openList();
	app.sandbox.outages.set('POST /v1/projects', 422);
	const sent = () => app.requests().filter(request => request.startsWith('POST')).length;
	await app.press('t');
	await app.readQuestion();
	for (let press = 0; press < 100; press++) {
		await app.press('y');
		await app.clock.advance(30);
	}

	expect(sent()).toBe(1);
	await app.clock.advance(1000);
	await app.press('y');
	expect(sent()).toBe(2);
});

const deploys = () => app.requests().filter(request => request.startsWith('POST') && request.endsWith('/deployments'));

test('a confirmed deployment is sent once, followed, and its conclusion is reported', async () => {
	app = await openList();
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

test('fifty simultaneous key presses start one deployment', {tags: ['fault-48']}, async () => {
	app = await openList();
	await app.press('t');
	await app.see('Deploy waitlist-lumen?');
	await app.readQuestion();
	app.burst('y'.repeat(50));
	await app.see('Deploying waitlist-lumen');
	expect(deploys()).toHaveLength(1);
});

test('a redirected deployment was not started, so it can be sent again at once', {tags: ['fault-102']}, async () => {
	app = await openList();
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

async function open(options: Parameters<typeof openDemo>[0] = {}) {
	app = await openList(options);
	await app.press('t');
	await app.see('Deploy waitlist-lumen?');
}

test('the confirmation of a deployment shows why the service refused it', async () => {
	await open();
	app.sandbox.outages.set('POST /v1/projects', 422);
	await app.readQuestion();
	await app.press('y');
	await app.see('422');
	await app.see(/Request req_/);
	expect(app.session.store.get().interface.dialog).toMatchObject({name: 'deploy', isSending: false});
});

async function openDeletion(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await openList(size);
	await app.press('D');
	await app.see(/Delete waitlist-lumen|delete waitlist-lumen/);
	await app.readQuestion();
}

test('the name that confirms a deletion can be corrected', async () => {
	await openDeletion();
	await app.type('waitlist-lumex');
	await app.press('backspace');
	await app.type('n');
	await app.press('enter');
	await app.see('Deleted waitlist-lumen');
});
