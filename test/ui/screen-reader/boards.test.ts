import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../../kit/app/open.ts';
import {listenTo, type Spoken} from '../../kit/app/spoken.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam, type Team} from '../../kit/services/team.ts';

let app: OpenApp;
let spoken: Spoken;
afterEach(() => app.close());

const minute = 60_000;

/** Opens a team in which `web` has failed and `docs` is deploying. */
async function openTeam(): Promise<{readonly team: Team; readonly running: string}> {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'docs', 'web']});
	app = await openDemo({clock, handle: team.handle, isSpoken: true, requestsPerMinute: 60});
	spoken = listenTo(app);
	await spoken.settle();
	await app.press('2');
	await clock.advance(minute);
	const failing = team.deploy('web', {status: 'building', environment_id: 'production', upload_version: 3});
	await clock.advance(2 * minute);
	team.conclude(failing, 'failure');
	await clock.advance(5 * minute);
	const running = team.deploy('docs', {status: 'building', environment_id: 'preview', upload_version: 7});
	await clock.advance(2 * minute);
	return {team, running};
}

async function openWith(command: string): Promise<readonly string[]> {
	await app.press(':');
	await app.type(command);
	return spoken.hear('enter');
}

test('the wall says the failures, the figures and the deployments, and then only what changes', async () => {
	const {team, running} = await openTeam();
	const opened = await openWith('wall');
	expect(opened.slice(0, 4)).toEqual([
		'Wall, demo',
		'1 in progress, 0 succeeded and 1 failed in the last hour',
		'web, failure, production, v3',
		'docs, building, preview, v7',
	]);
	await app.clock.advance(minute);
	expect(spoken.heard()).toEqual([]);
	team.conclude(running, 'success');
	await app.clock.advance(minute);
	expect(spoken.heard()).toEqual([
		'0 in progress, 1 succeeded and 1 failed in the last hour',
		'docs, success, preview, v7',
	]);
});
