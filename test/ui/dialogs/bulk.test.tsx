import {afterEach, expect, test} from 'vitest';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

let app: Rendered;
afterEach(() => app.close());

/** Marks two of three projects and opens the confirmation of a bulk action. */
async function open(key: 't' | 'D', size: {readonly columns?: number; readonly rows?: number} = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web', 'docs']});
	app = await renderApp({...size, clock, handle: team.handle});
	await app.see('of 3');
	await app.press(' ', ' ', key);
	await app.see('these 2 projects?');
	await app.readQuestion();
	return team;
}

test.each(sizes)('the confirmation of a bulk action fits $columns×$rows', async size => {
	await open('t', size);
	expectToFit(app.lines(), size);
	for (const name of ['api', 'web']) expect(app.frame()).toContain(`◌ ${name}  ${name}`);
	expect(app.frame()).toContain('demo · built-in service');
});

test('marks show where the projects of a bulk action continue, and one key scrolls back from the end', async () => {
	const clock = createTestClock();
	const projects = Array.from({length: 9}, (_, index) => `site-${index + 1}`);
	const team = createTeam({clock, projects});
	app = await renderApp({columns: 40, rows: 12, clock, handle: team.handle});
	await app.see('of 9');
	await app.press('A', 't');
	await app.see('these 9 projects?');
	await app.readQuestion();
	await app.see(/site-1 [^\n]+\n[^\n]+\n[^\n]+\n[^\n]+site-4 +site-4 +▼ │/);
	await app.press('down');
	await app.see(/site-2 +site-2 +▲ │/);
	for (let step = 0; step < 20; step++) await app.press('down');
	await app.see(/site-9 +site-9 +│/);
	await app.press('up');
	await app.see(/site-8 +site-8 +▼ │/);
});

test('a bulk action is not confirmed by a missing or wrong number', async () => {
	const team = await open('D');
	await app.press('enter');
	await app.see('Type 2');
	await app.type('3');
	await app.press('enter');
	expect(team.writes()).toEqual([]);
});

test('typing the number of projects deploys them all and shows the result of each', async () => {
	const team = await open('t');
	await app.type('2');
	await app.press('enter');
	for (let second = 0; second < 4; second++) await app.clock.advance(1000);
	await app.see('2 deployments started');
	expect(app.frame()).toMatch(/◌ api +queued/);
	expect(team.writes()).toHaveLength(2);
	await app.press('q');
	await app.see('q does nothing here');
	await app.readQuestion();
	await app.press('enter');
	await app.see('of 3');
	expect(app.state().interface.dialog).toBeUndefined();
});

test('typing the number of projects deletes them all', async () => {
	const team = await open('D');
	await app.type('2');
	await app.press('enter');
	for (let second = 0; second < 4; second++) await app.clock.advance(1000);
	await app.see('2 projects deleted');
	expect([...team.names().keys()]).toEqual(['docs']);
});

test.each([
	['deployment', 't', '1 deployment started'],
	['deletion', 'D', '1 project deleted'],
] as const)('a bulk %s of one project counts it in the singular, and offers to close', async (_what, key, title) => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	app = await renderApp({columns: 40, rows: 12, clock, handle: team.handle});
	await app.see('of 2');
	await app.press(' ', key);
	await app.readQuestion();
	await app.type('1');
	await app.press('enter');
	await app.clock.advance(1000);
	await app.see(title);
	await app.readQuestion();
	await app.see('enter close');
	expect(app.frame()).not.toMatch(/cancel|All done/);
});

test('esc closes the confirmation of a bulk action, and the projects stay marked', async () => {
	const team = await open('D');
	await app.press('esc');
	await app.see('2 marked');
	expect(team.writes()).toEqual([]);
});
