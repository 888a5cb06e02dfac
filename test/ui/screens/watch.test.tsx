import {afterEach, expect, test} from 'vitest';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

let app: Rendered;
afterEach(() => app.close());

/** Opens the board of a team: of three projects, one is being built and one fails. */
async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web', 'docs']});
	team.deploy('web', {status: 'building'});
	const failing = team.deploy('docs', {status: 'building'});
	app = await renderApp({...size, clock, handle: team.handle});
	await app.see('1 of 3');
	await app.press('2');
	await clock.advance(5000);
	await app.see('of 2');
	team.conclude(failing, 'failure');
	await clock.advance(10_000);
	await app.see('failure');
}

test.each(sizes)('the board fits $columns×$rows', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(app.frame()).toContain('building');
	expect(app.frame()).toContain('failure');
	expect(app.frame()).not.toContain('api');
});

test('what is in progress stands above what has failed on the board', async () => {
	await open();
	const lines = app.lines();
	const rowOf = (name: string) => lines.findIndex(line => line.includes(` ${name} `));
	expect(rowOf('web')).toBeGreaterThan(0);
	expect(rowOf('docs')).toBeGreaterThan(rowOf('web'));
});

test('a board without anything on it says how to put something there', async () => {
	app = await renderApp();
	await app.see('1 of 12');
	await app.press('2');
	await app.see(/Press w on a project or a/);
});

test('enter on the board opens the deployment', async () => {
	await open();
	await app.press('enter');
	await app.see(/status +building/);
	expect(app.state().interface.screens.at(-1)?.name).toBe('deployment');
});

test('w on the board watches the picked deployment', async () => {
	await open();
	await app.press('w');
	expect(app.state().presence.watches.size).toBe(1);
});

test('esc goes back from the board to the projects', async () => {
	await open();
	await app.press('esc');
	await app.see('1 of 3');
});
