import {afterEach, expect, test} from 'vitest';
import {safe} from '../../src/text.ts';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

const seconds = async (count: number) => {
	for (let second = 0; second < count; second++) await app.clock.advance(1000);
};

/** Opens a team whose projects usually take a minute to deploy, and loads their live views. */
async function openTeam(projects: readonly string[], size: {readonly columns?: number; readonly rows?: number} = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects});
	const ago = (hours: number, secondCount: number) =>
		new Date(clock.now() - hours * 3_600_000 + secondCount * 1000).toISOString();
	for (const project of projects) {
		for (let hours = 1; hours <= 6; hours++) {
			const ended = {status: 'completed', conclusion: 'success', concluded_at: ago(hours, 60)};
			team.deploy(project, {...ended, created_at: ago(hours, 0)});
		}
	}

	app = await openDemo({clock, handle: team.handle, ...size});
	await app.see(`1 of ${projects.length}`);
	for (let opened = 0; opened < projects.length; opened++) {
		await app.press('enter');
		await app.see('1 of 6');
		await app.press('esc', 'j');
	}

	await app.press('g', '2');
	return team;
}

const lineOf = (name: string) =>
	app
		.screen()
		.split('\n')
		.findIndex(line => line.includes(` ${name} `));

test('the selected row of the board stays on its line while it goes from in progress to stuck to failed', async () => {
	const team = await openTeam(['api', 'web', 'docs', 'shop', 'blog']);
	const web = team.deploy('web', {status: 'building'});
	await seconds(20);
	for (const project of ['shop', 'blog']) team.deploy(project, {status: 'building'});
	await seconds(30);
	await app.see(/IN PROGRESS {2}3/);
	await app.press('G');
	expect(app.selectedLine()).toContain('web');
	await seconds(134);
	await app.see(/STUCK {2}\d/);
	expect(app.selectedLine()).toContain('web');
	team.conclude(web, 'failure');
	const before = lineOf('web');
	await seconds(15);
	await app.see(/FAILED RECENTLY {2}1/);
	expect(app.selectedLine()).toMatch(/^▌✖ web/);
	expect(lineOf('web')).toBe(before);
});

test('a running deployment on the board shows its progress, then the multiple of its usual duration', async () => {
	const team = await openTeam(['api', 'web'], {columns: 120, rows: 30});
	team.deploy('web', {status: 'building'});
	await seconds(40);
	await app.see(/◐ web .* 0:(?:3|4)\d +█{4}/);
	await seconds(150);
	await app.see(/STUCK {2}1/);
	await app.see(/◐ web .* 3:\d\d +3\.\d× .*✔{6}◐/);
});

test('React draws nothing on the board while ages tick and the selection moves', async () => {
	const team = await openTeam(['api', 'web', 'docs'], {columns: 160, rows: 40});
	for (const project of ['api', 'web', 'docs']) team.deploy(project, {status: 'building'});
	await seconds(30);
	await app.see(/IN PROGRESS {2}3/);
	const before = app.inkWork();
	await app.press('j', 'j', 'k');
	await app.clock.advance(1000);
	expect(app.inkWork()).toEqual(before);
});

test('while the terminal is not focused, frames show the time of at most ten seconds ago', async () => {
	const team = await openTeam(['api', 'web']);
	team.deploy('web', {status: 'building'});
	await seconds(30);
	const took = () => /building +(\d:\d\d)/.exec(app.selectedLine())?.[1];
	app.terminal.type('\u001B[O');
	await app.clock.advance(0);
	const before = took();
	const say = (text: string) =>
		app.session.store.dispatch({type: 'noticed', text: safe(text), tone: 'quiet', at: app.clock.now()});
	await seconds(5);
	say('One');
	await app.see('One');
	expect(took()).toBe(before);
	await seconds(6);
	say('Two');
	await app.see('Two');
	expect(took()).not.toBe(before);
	app.terminal.type('\u001B[I');
	const started = took();
	await seconds(1);
	expect(took()).not.toBe(started);
});

test('the board shows what concluded in the half hour before landfall started, and nobody is notified of it', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web', 'docs']});
	const ended = (minutesAgo: number, conclusion: string) => ({
		status: 'completed',
		conclusion,
		created_at: new Date(clock.now() - (minutesAgo + 1) * 60_000).toISOString(),
		concluded_at: new Date(clock.now() - minutesAgo * 60_000).toISOString(),
	});
	team.deploy('api', ended(5, 'success'));
	team.deploy('web', ended(20, 'failure'));
	team.deploy('docs', ended(45, 'success'));
	app = await openDemo({clock, handle: team.handle});
	await app.see('1 of 3');
	await app.press('2');
	await seconds(10);
	await app.see(/FAILED RECENTLY {2}1\n.*✖ web/);
	await app.see(/SUCCEEDED RECENTLY {2}1\n.*✔ api/);
	expect(app.screen()).not.toMatch(/[✔✖] docs/);
	expect(app.terminal.writes.filter(text => /^\u0007|\u001B\](?:9|777);/.test(text))).toEqual([]);
});

test('the board shows what failed in the day before landfall started, as its summary counts it', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web', 'docs']});
	const failed = (hoursAgo: number) => ({
		status: 'completed',
		conclusion: 'failure',
		created_at: new Date(clock.now() - hoursAgo * 3_600_000 - 60_000).toISOString(),
		concluded_at: new Date(clock.now() - hoursAgo * 3_600_000).toISOString(),
	});
	team.deploy('api', failed(0.75));
	team.deploy('web', failed(23));
	team.deploy('docs', failed(25));
	for (let hour = 0; hour < 29; hour++) team.deploy('web', {...failed(1 + hour / 2), conclusion: 'success'});
	team.deploy('web', failed(23.5));
	app = await openDemo({clock, handle: team.handle});
	await app.see('1 of 3');
	await app.press('2');
	await seconds(10);
	await app.see('✖ 3 in the last day');
	await app.see(/FAILED RECENTLY {2}3\n.*✖ api.*\n.*✖ web.*\n.*✖ web/);
	expect(app.screen()).not.toMatch(/✖ docs/);
});

test('the summary of the board says of which times not all deployments are listed', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['web']});
	for (let count = 0; count < 130; count++) {
		const concludedAt = clock.now() - count * 10 * 60_000 - 60_000;
		team.deploy('web', {
			status: 'completed',
			conclusion: 'success',
			created_at: new Date(concludedAt - 60_000).toISOString(),
			concluded_at: new Date(concludedAt).toISOString(),
		});
	}

	app = await openDemo({clock, handle: team.handle});
	await app.see('1 of 1');
	await app.press('2');
	await seconds(10);
	await app.see('✔ 6  ✖ 0 in the last hour   ✔ 100+  ✖ 0+ in the last day');
});

test.each([
	[120, 30, ['◐ 1+ running   ✔ 1+  ✖ 0+ in the last hour', '✔ 1+  ✖ 0+ in the last day'], '✔ 1  ✖ 1 in the last day'],
	[80, 24, ['◐ 1+ running   ✔ 1+  ✖ 0+ in the last hour', '✔ 1+  ✖ 0+ in the last day'], '✔ 1  ✖ 1 in the last day'],
	[40, 12, ['◐ 1+ running'], '◐ 1 running'],
])(
	'at %d×%d, the figures of the board have a plus until the deployments of every project were read',
	async (columns, rows, before, after) => {
		const clock = createTestClock();
		let isRefused = true;
		const team = createTeam({
			clock,
			projects: ['api', 'web', 'docs'],
			readFault: path => (isRefused && path.startsWith('/v1/projects/docs/') ? 500 : undefined),
		});
		const minutesAgo = (count: number) => new Date(clock.now() - count * 60_000).toISOString();
		const concluded = {status: 'completed', created_at: minutesAgo(9), concluded_at: minutesAgo(8)};
		team.deploy('api', {...concluded, conclusion: 'success'});
		team.deploy('web', {status: 'building'});
		team.deploy('docs', {...concluded, conclusion: 'failure'});
		app = await openDemo({clock, handle: team.handle, columns, rows});
		await app.see('of 3');
		await app.press('2');
		await seconds(20);
		for (const figures of before) await app.see(figures);
		isRefused = false;
		await seconds(10 * 60);
		await app.see(after);
	},
);

test('the figures of the board have a plus while pages of the project list are not loaded', async () => {
	app = await openDemo({columns: 120, projects: 1000});
	await app.see('1 of 200+');
	await app.press('2');
	await seconds(10);
	await app.see(/ ✔ \d+\+ +✖ \d+\+ in the last day/);
});

test('a board without room for all that is in progress says that there may be more', async () => {
	const clock = createTestClock();
	const projects = Array.from({length: 18}, (_, at) => `project-${at}`);
	const team = createTeam({clock, projects});
	for (const project of projects) for (let count = 0; count < 30; count++) team.deploy(project);
	app = await openDemo({clock, handle: team.handle});
	await app.see('1 of 18');
	await seconds(10);
	await app.press('2');
	await app.see('500+ running');
	await app.see('◐500+');
	await app.press(':');
	await app.type('wall');
	await app.press('enter');
	await app.see('As of');
	expect(app.screen()).toContain('500+ running');
});

test('after teammates deleted projects, the board and the wall have not looked at more of them than there are', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web', 'docs']});
	app = await openDemo({clock, handle: team.handle});
	await app.see('1 of 3');
	for (const project of ['api', 'web']) team.conclude(team.deploy(project), 'failure');
	await app.press('2');
	await seconds(30);
	await app.see('looked at 3 of 3 projects');
	for (const project of ['api', 'web']) team.remove(project);
	await app.press('1', 'r');
	await app.see('1 of 1');
	await app.press('2');
	await app.see('looked at 1 of 1 projects');
	await app.press(':');
	await app.type('wall');
	await app.press('enter');
	await app.see('looked at 1 of 1 projects');
});
