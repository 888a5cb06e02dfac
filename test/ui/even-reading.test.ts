import {afterEach, describe, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

const second = 1000;
const minute = 60 * second;

let app: OpenApp;
afterEach(() => app.close());

/** Opens landfall on a team of so many projects, some of which deploy, and notes when each request arrives. */
async function openTeam({projects = 240, requestsPerMinute = 60} = {}) {
	const clock = createTestClock();
	const ids = Array.from({length: projects}, (_, index) => `p${String(index).padStart(3, '0')}`);
	const team = createTeam({clock, projects: ids});
	const arrivals: Array<{readonly at: number; readonly isWrite: boolean}> = [];
	app = await openDemo({
		clock,
		requestsPerMinute,
		latencyMs: 150,
		handle(request) {
			arrivals.push({at: clock.now(), isWrite: request.method !== 'GET'});
			return team.handle(request);
		},
	});
	await clock.advance(second);
	await app.see(`1 of ${projects}`);
	const since = (at: number) => arrivals.filter(arrival => arrival.at >= at);
	return {clock, team, since};
}

/** Lets every fifth project deploy for a while, one after the other. */
async function live(team: Awaited<ReturnType<typeof openTeam>>['team'], minutes: number) {
	for (let turn = 0; turn < minutes * 6; turn++) {
		const id = team.deploy(`p${String((turn * 5) % 240).padStart(3, '0')}`, {status: 'building'});
		await app.clock.advance(10 * second);
		if (turn % 3 > 0) team.conclude(id, 'success');
	}
}

const maxSilence = (times: readonly number[], until: number) =>
	Math.max(...[...times, until].slice(1).map((at, index) => at - (times[index] ?? at)));

describe.each([
	['the board', ['2']],
	['the list', []],
	['the deployments of a project', ['enter']],
])('on %s', (_screen, keys) => {
	test('background reads use 58 to 60 requests a minute, with no silence of more than two seconds', async () => {
		const {clock, team, since} = await openTeam();
		await app.press(...keys);
		// What was read to open the screen is paid back.
		await live(team, 5);
		const from = clock.now();
		await live(team, 5);
		const times = since(from).map(({at}) => at);
		expect(times.length / 5).toBeGreaterThanOrEqual(58);
		expect(times.length / 5).toBeLessThanOrEqual(60.2);
		expect(maxSilence(times, clock.now())).toBeLessThanOrEqual(2 * second);
	});
});

test('what was read on request is paid back evenly, at two thirds of the speed, and never by silence', async () => {
	const {clock, since} = await openTeam({projects: 40});
	await clock.advance(3 * minute);
	const from = clock.now();
	for (let presses = 0; presses < 10; presses++) {
		await app.press('r');
		await clock.advance(200);
	}

	await clock.advance(2 * minute - 2000);
	const times = since(from).map(({at}) => at);
	expect(times.filter(at => at < from + 2000).length).toBeGreaterThanOrEqual(11);
	expect(times.length).toBeLessThanOrEqual(122);
	expect(times.length).toBeGreaterThanOrEqual(117);
	expect(maxSilence(times, clock.now())).toBeLessThanOrEqual(2 * second);
	const slow = times.filter(at => at >= from + 3000 && at < from + 18_000).length;
	expect(slow).toBeGreaterThanOrEqual(9);
	expect(slow).toBeLessThanOrEqual(11);
});

test('a write and the reads that belong to it are paid back as well', async () => {
	const {clock, since} = await openTeam({projects: 40});
	await clock.advance(3 * minute);
	const from = clock.now();
	await app.press('t');
	await app.readQuestion();
	await app.press('y');
	await app.clock.advance(2 * minute);
	const arrivals = since(from);
	expect(arrivals.filter(({isWrite}) => isWrite)).toHaveLength(1);
	expect(arrivals.length).toBeLessThanOrEqual(122);
	expect(arrivals.length).toBeGreaterThanOrEqual(117);
});

test('with a budget of zero, only what the user asks for is read', async () => {
	const {clock, since} = await openTeam({projects: 40, requestsPerMinute: 0});
	await app.see('on request');
	const from = clock.now();
	await clock.advance(30 * minute);
	expect(since(from)).toEqual([]);
	await app.press('r');
	await clock.advance(second);
	expect(since(from)).toHaveLength(1);
	await app.press('enter');
	await clock.advance(second);
	await app.see('No deployments');
	const opened = since(from).length;
	await clock.advance(30 * minute);
	expect(since(from)).toHaveLength(opened);
});
