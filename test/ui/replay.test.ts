import {afterEach, expect, test} from 'vitest';
import {openFirstScreen} from '../../src/app/first-screen.ts';
import {type OpenApp, open, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam, type Team} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

const minute = 60_000;

/** Lets a team deploy for an hour while landfall watches: `web` fails after ten minutes, `docs` succeeds after forty. */
async function openTeam(): Promise<Team> {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'docs', 'web']});
	app = await openDemo({clock, handle: team.handle, requestsPerMinute: 6});
	await app.see('1 of 3');
	await app.press('2');
	await clock.advance(minute);
	await app.see('looked at 3');
	const failing = team.deploy('web', {status: 'building'});
	await clock.advance(10 * minute);
	team.conclude(failing, 'failure');
	const succeeding = team.deploy('docs', {status: 'building'});
	await clock.advance(30 * minute);
	team.conclude(succeeding, 'success');
	await clock.advance(20 * minute);
	return team;
}

async function openReplay(span: string) {
	await app.press(':');
	await app.type(`replay ${span}`);
	await app.press('enter');
}

test('a replay shows the board as it was, faster than it happened', async () => {
	await openTeam();
	await openReplay('1h');
	await app.see('60×');
	await app.clock.advance(5000);
	await app.see(/◐ +web +building/);
	expect(app.screen()).not.toContain('docs');
	await app.clock.advance(10_000);
	await app.see(/✖ +web +failure/);
	await app.see(/◐ +docs +building/);
	await app.clock.advance(30_000);
	await app.see(/✔ +docs +success/);
});

test('a replay goes on where it was if the clock is set back', async () => {
	await openTeam();
	await openReplay('1h');
	await app.clock.advance(5000);
	await app.see(/◐ +web +building/);
	app.clock.setBack(4 * 60 * minute);
	await app.clock.advance(10_000);
	await app.see(/✖ +web +failure/);
	await app.see(/◐ +docs +building/);
	await app.clock.advance(30_000);
	await app.see(/✔ +docs +success/);
});

test('a replay shows how far a deployment is, from what had been seen by then', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'docs']});
	app = await openDemo({clock, handle: team.handle, columns: 160});
	await app.see('1 of 2');
	await app.press('2');
	await clock.advance(minute);
	for (let count = 0; count < 5; count++) {
		const id = team.deploy('docs', {status: 'building'});
		await clock.advance(2 * minute);
		team.conclude(id, 'success');
		await clock.advance(minute);
	}

	const slow = team.deploy('docs', {status: 'building'});
	await clock.advance(20 * minute);
	team.conclude(slow, 'failure');
	await clock.advance(minute);
	await openReplay('30m');
	await app.press('n', 'n', 'n', ' ', '-');
	await app.clock.advance(12_000);
	await app.see(/IN PROGRESS {2}1\n.*◐ docs .* ███▋░+/);
	await app.clock.advance(40_000);
	await app.see(/STUCK {2}1\n.*◐ docs .* 3\.\d×/);
	await app.press('n');
	await app.see(/FAILED RECENTLY {2}1\n.*✖ docs/);
	// The journal does not hold every deployment.
	expect(app.screen()).not.toContain('LAST 12');
});

test('a replay pauses, goes from conclusion to conclusion, and changes its speed', async () => {
	await openTeam();
	await openReplay('1h');
	await app.press(' ');
	await app.see('paused');
	await app.clock.advance(10 * minute);
	expect(app.screen()).not.toContain('failure');
	await app.press('n');
	await app.see(/✖ +web +failure/);
	await app.press('n');
	await app.see(/✔ +docs +success/);
	await app.press('N', ' ', '+', '+');
	await app.see('600×');
	await app.clock.advance(4000);
	await app.see(/✔ +docs +success/);
});

test('a scrolled replay shows the whole board again when that gets shorter', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'docs']});
	app = await openDemo({clock, handle: team.handle});
	await app.see('1 of 2');
	await app.press('2');
	await clock.advance(minute);
	team.conclude(team.deploy('api', {created_at: new Date(clock.now() - minute).toISOString()}), 'success');
	await clock.advance(minute);
	for (let count = 0; count < 30; count++) team.deploy('docs', {status: 'building'});
	await clock.advance(minute);
	await openReplay('5m');
	await app.press('n', 'n', 'G');
	await app.see(/◐ +docs +building/);
	expect(app.screen()).not.toContain('IN PROGRESS');
	await app.press('N');
	await app.see(/✔ +api +success/);
});

test('a replay says when it has come to its end', async () => {
	await openTeam();
	await openReplay('1h');
	await app.press('+', '+');
	await app.clock.advance(5000);
	await app.see('600×');
	await app.clock.advance(5000);
	await app.see('the end');
	expect(app.screen()).not.toMatch(/▶|600×/);
	await app.press(' ');
	await app.see(/▶ .* 600×/);
});

test('a replay of a time without observations says that nothing was observed, also on a narrow screen', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api']});
	app = await openDemo({clock, handle: team.handle, columns: 40, rows: 12});
	await app.see('1 of 1');
	await app.press('2');
	team.deploy('api', {status: 'building'});
	await clock.advance(minute);
	await openReplay('9h');
	await app.press(' ');
	await app.see(/Nothing was observed to be in\n +progress at \d\d:\d\d:\d\d, or to have\n +concluded lately\./);
});

test('nothing can be changed during a replay, and reading goes on behind it', async () => {
	const team = await openTeam();
	await openReplay('1h');
	await app.see('60×');
	await app.press(...'tDewauxA:?,!123'.split(''), 'enter');
	await app.readQuestion();
	await app.press('y', 'enter');
	expect(team.writes()).toEqual([]);
	await app.see('60×');
	team.deploy('api', {status: 'queued'});
	await app.clock.advance(2 * minute);
	expect(app.screen()).not.toContain('queued');
	await app.press('esc', '2');
	await app.see(/api +queued/);
});

test('landfall --replay opens the replay as soon as a service is connected', async () => {
	await openTeam();
	openFirstScreen(app.session, {isWall: false, replay: '1h'});
	await app.session.actions.enterDemo();
	await app.see('60×');
});

test('without observations there is no replay, and landfall says so', async () => {
	app = await open({isInDemo: true, handle: createTeam({clock: createTestClock(), projects: ['api']}).handle});
	await app.see('1 of 1');
	await openReplay('3h');
	await app.see('Nothing was observed in the last 3h');
});

test('a replay of no valid time is refused in the palette', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press(':');
	await app.type('replay soon');
	await app.see('A time such as 90m, 3h or 2d');
});
