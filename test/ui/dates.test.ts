import {afterEach, beforeEach, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {noPreferences} from '../kit/app/preferences.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
const {TZ} = process.env;

beforeEach(() => {
	process.env.TZ = 'Europe/Berlin';
});

afterEach(() => {
	if (TZ === undefined) delete process.env.TZ;
	else process.env.TZ = TZ;
	app.close();
});

/** Opens a team at noon in UTC, with a deployment of three days ago. */
async function openTeam(isTwelveHour: boolean) {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api']});
	const created = new Date(clock.now() - 3 * 24 * 3_600_000).toISOString();
	team.conclude(team.deploy('api', {created_at: created}), 'success');
	app = await openDemo({clock, handle: team.handle, columns: 120, preferences: {...noPreferences, isTwelveHour}});
	await app.see('1 of 1');
}

test('a date that is shown in full names its time zone', async () => {
	await openTeam(false);
	await app.press('enter');
	await app.see('2026-05-29 14:00:00 UTC+2');
	await app.press('enter');
	await app.see('2026-05-29 14:00:00 UTC+2');
});

test('a switch to dates says their time zone', async () => {
	await openTeam(false);
	await app.press('enter', 'z');
	await app.see('Dates in UTC+2');
	await app.see('05-29 14:00');
	await app.press('z');
	await app.see('3d ago');
});

test('with 12 hours, dates and times in lists fit their columns', async () => {
	await openTeam(true);
	await app.press('enter');
	await app.see('2026-05-29 2:00:00pm UTC+2');
	await app.press('z');
	await app.see(/STARTED {2}ID\n.* 05-29 2:00pm {2}dep_/);
	await app.press('!');
	await app.see(/2:00:00pm +GET/);
});

test('with 12 hours, the axis of the board has room for its times', async () => {
	await openTeam(true);
	await app.resize(160, 24);
	await app.press('enter', 'w', '2');
	await app.see(/┊1:\d\dpm +┊\d{1,2}:\d\dpm/);
});

test('a column without room for a whole date shows the day, and cuts nothing', async () => {
	const clock = createTestClock();
	const name = 'a-project-with-a-name-of-many-letters';
	const team = createTeam({clock, projects: [name]});
	const created = new Date(clock.now() - 3 * 24 * 3_600_000).toISOString();
	const concluded = {status: 'completed', conclusion: 'success', concluded_at: created};
	team.deploy(name, {created_at: created, ...concluded});
	app = await openDemo({clock, handle: team.handle});
	await app.see('1 of 1');
	await app.press('z');
	await clock.advance(2000);
	await app.see(/success +v\d+ +05-29\s*$/m);
});
