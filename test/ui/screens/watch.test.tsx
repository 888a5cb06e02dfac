import {afterEach, expect, test} from 'vitest';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

let app: Rendered;
afterEach(() => app.close());

/** Opens the board of three projects, one with a running deployment and one with a failed one. */
async function open(size: {readonly columns?: number; readonly rows?: number; readonly isAscii?: boolean} = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web', 'docs']});
	team.deploy('web', {status: 'building'});
	const failedId = team.deploy('docs', {status: 'building'});
	app = await renderApp({...size, clock, handle: team.handle});
	await app.see('1 of 3');
	await app.press('2');
	await clock.advance(5000);
	await app.see('of 2');
	team.conclude(failedId, 'failure');
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

test('the board lists running deployments above failed ones', async () => {
	await open();
	const lines = app.lines();
	const rowOf = (name: string) => lines.findIndex(line => line.includes(` ${name} `));
	expect(rowOf('web')).toBeGreaterThan(0);
	expect(rowOf('docs')).toBeGreaterThan(rowOf('web'));
});

test.each(sizes)('the summary of the board counts running and failed deployments at $columns×$rows', async size => {
	await open(size);
	const [, summary = ''] = app.lines();
	expect(summary).toMatch(/^ ◐ 1 running/);
	if (size.columns >= 80) expect(summary).toMatch(/✔ 0 {2}✖ 1 in the last hour .*✖ 1 in the last day$/);
});

test('the headings of the board show their row counts and are dropped on a short screen', async () => {
	await open();
	expect(app.frame()).toMatch(/IN PROGRESS {2}1 *\n▌◐ web/);
	expect(app.frame()).toMatch(/FAILED RECENTLY {2}1 *\n ✖ docs/);
	await app.resize(80, 15);
	expect(app.frame()).toMatch(/▌◐ web .*\n ✖ docs/);
	expect(app.frame()).not.toContain('IN PROGRESS');
});

test('a movement skips the headings of the board', async () => {
	await open();
	await app.press('j');
	expect(app.frame()).toMatch(/▌✖ docs/);
	await app.see('2 of 2');
	await app.press('k');
	expect(app.frame()).toMatch(/▌◐ web/);
	await app.see('1 of 2');
});

test('the lanes of the board are twenty cells wide at 80 columns, end with the outcome, and are hidden below 80', async () => {
	await open();
	const head = app.lines().find(line => line.includes('PROJECT')) ?? '';
	const end = head.indexOf('now') + 3;
	const laneOf = (name: string) =>
		(app.lines().find(line => line.includes(` ${name} `)) ?? '').padEnd(80).slice(end - 20, end);
	expect(laneOf('web')).toMatch(/^ {19}◐$/);
	expect(laneOf('docs')).toMatch(/^ {19}✖$/);
	expect(head.slice(end - 22, end - 20)).toBe('  ');
	expect(head.slice(0, end - 20).trimEnd()).toMatch(/READ$/);
	await app.resize(79, 24);
	expect(app.frame()).toContain('web');
	expect(app.frame()).not.toContain('  now');
});

test('the summary of the board is empty until deployments are loaded', async () => {
	const team = createTeam({clock: createTestClock(), projects: ['api']});
	const refusal = {status: 503, headers: {}, body: ''};
	app = await renderApp({
		handle: request => (request.target.includes('/deployments') ? refusal : team.handle(request)),
	});
	await app.see('1 of 1');
	await app.press('2');
	await app.see('looked at 0 of 1 projects');
	expect(app.lines()[1]?.trim()).toBe('');
});

test('< and > change the time span of the lanes', async () => {
	await open({columns: 160, rows: 24});
	expect(app.frame()).toMatch(/█+◐ *$/m);
	await app.press('<');
	await app.see('This is the shortest time axis');
	await app.press('>');
	await app.see('The lanes show the last 1h');
	expect(app.frame()).toMatch(/ ◐ *$/m);
	await app.press('>', '>');
	await app.see('The lanes show the last 24h');
	await app.press('1', '2');
	expect(app.state().interface.laneSpanMs).toBe(24 * 3_600_000);
	await app.resize(79, 24);
	await app.press('>');
	await app.see('No room for a time axis');
});

test('the board uses only ASCII in ASCII mode', async () => {
	await open({isAscii: true});
	expect(app.frame()).toMatch(/^[ -~\n]*$/);
	expect(app.frame()).toMatch(/>o web +building .*o *$/m);
});

test('an empty board says how to watch something', async () => {
	app = await renderApp();
	await app.see('1 of 12');
	await app.press('2');
	await app.see(/Press w on a project or a/);
});

test('enter on the board opens the selected deployment', async () => {
	await open();
	await app.press('enter');
	await app.see(/status +building/);
	expect(app.state().interface.screens.at(-1)?.name).toBe('deployment');
});

test('w on the board watches the selected deployment', async () => {
	await open();
	await app.press('w');
	expect(app.state().presence.watches.size).toBe(1);
});

test('esc returns from the board to the projects', async () => {
	await open();
	await app.press('esc');
	await app.see('1 of 3');
});
