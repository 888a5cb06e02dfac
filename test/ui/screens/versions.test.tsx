import {afterEach, expect, test} from 'vitest';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

let app: Rendered;
afterEach(() => app.close());

/** Opens the versions of a team: `web` is three uploads behind, `docs` is up to date, `api` was never deployed. */
async function open(options: {readonly columns?: number; readonly rows?: number; readonly isAscii?: boolean} = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web', 'docs']});
	for (const id of ['api', 'web', 'docs']) team.changeProject(id, {latest_upload_version: 44});
	team.conclude(team.deploy('web', {environment_id: 'production', upload_version: 41}), 'success');
	team.conclude(team.deploy('docs', {environment_id: 'production', upload_version: 44}), 'success');
	app = await renderApp({...options, clock, handle: team.handle});
	await app.see('1 of 3');
	await clock.advance(2000);
	await app.press('4');
	await app.see('v41 −3'.replace('−', options.isAscii ? '-' : '−'));
	return {clock, team};
}

const lineOf = (name: string) => app.lines().find(line => line.includes(name)) ?? '';

test.each(sizes)('the versions fit $columns×$rows', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(app.frame()).toContain('production');
	expect(app.frame()).toContain('v41 −3');
});

test('a row says which version is live in an environment, how far behind it is and since when', async () => {
	await open();
	expect(lineOf(' web ')).toMatch(/web +v44 .*v41 −3 {2}just now/);
	expect(lineOf(' docs ')).toMatch(/docs +v44 .*v44 {2}just now/);
	expect(lineOf(' api ')).toMatch(/api +v44 +▸?–/);
});

test('the versions can be shown in ASCII', async () => {
	await open({isAscii: true});
	expect(lineOf(' web ')).toMatch(/web +v44 .*v41 -3 {2}just now/);
});

test('esc goes back from the versions to the projects', async () => {
	await open();
	await app.press('esc');
	expect(app.state().interface.screens.map(({name}) => name)).toEqual(['projects']);
});
