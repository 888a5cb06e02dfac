import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

/** Opens a team in which `docs` deployed last, before it `web`, and `api` never. */
async function openTeam() {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'docs', 'web']});
	team.conclude(team.deploy('web'), 'success');
	await clock.advance(60_000);
	team.conclude(team.deploy('docs'), 'failure');
	app = await openDemo({clock, handle: team.handle, columns: 100});
	await app.see('of 3');
	await clock.advance(20_000);
	await app.see(/docs .*failure/);
	await app.see(/web .*success/);
	return team;
}

const order = () => (app.screen().match(/^.{3}(api|docs|web) /gm) ?? []).map(line => line.slice(3).trim());

async function sortByLastDeployment() {
	await app.press('s', 'down', 'down', 'down', 'down', 'down', 'enter');
	await app.see('by deployed ▼');
}

test('sorting by the last deployment puts the newest first and projects without one last', async () => {
	await openTeam();
	await sortByLastDeployment();
	expect(order()).toEqual(['docs', 'web', 'api']);
	await app.press('S');
	await app.see('by deployed ▲');
	expect(order()).toEqual(['web', 'docs', 'api']);
});

test('a new deployment moves its project in a list sorted by the last deployment, and the cursor stays on its project', async () => {
	const team = await openTeam();
	await sortByLastDeployment();
	await app.press('g', 'j');
	expect(app.selectedLine()).toContain('web');
	await app.clock.advance(60_000);
	team.conclude(team.deploy('api'), 'success');
	await app.clock.advance(180_000);
	await app.see('3 of 3');
	expect(app.selectedLine()).toContain('web');
	await app.press('g');
	await app.see(/api .*success/);
	expect(order()).toEqual(['api', 'docs', 'web']);
});
