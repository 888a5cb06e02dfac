import {expect, test} from 'vitest';
import {sizes} from '../../kit/app/frames.ts';
import {app, openDemo, openList, openOnTeam} from '../../kit/app/open.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

const minute = 60_000;

const ended = (now: number, minutesAgo: number, conclusion: string) => ({
	status: 'completed',
	conclusion,
	created_at: new Date(now - (minutesAgo + 1) * minute).toISOString(),
	concluded_at: new Date(now - minutesAgo * minute).toISOString(),
});

/** Opens a team whose projects usually take a minute to deploy, and loads their live views. */
async function openTeam(projects: readonly string[], size: {readonly columns?: number; readonly rows?: number} = {}) {
	const {team} = await openOnTeam(projects, {
		...size,
		prepare(each, now) {
			for (const project of projects)
				for (let hours = 1; hours <= 6; hours++) each.deploy(project, ended(now, hours * 60, 'success'));
		},
	});
	for (let opened = 0; opened < projects.length; opened++) {
		await app.go('enter', '1 of 6');
		await app.press('esc', 'j');
	}

	await app.press('g', '2');
	return team;
}

const lineOf = (name: string) => app.lines().findIndex(line => line.includes(` ${name} `));

test('the selected row of the board stays on its line while it goes from in progress to stuck to failed', async () => {
	const team = await openTeam(['web', 'shop', 'blog']);
	const web = team.deploy('web', {status: 'building'});
	await app.clock.advance(20_000);
	for (const project of ['shop', 'blog']) team.deploy(project, {status: 'building'});
	await app.wait(30_000, /IN PROGRESS {2}3/);
	await app.go('G', /^▌.*web/m);
	await app.wait(134_000, /STUCK {2}\d/, /^▌.*web/m);
	team.conclude(web, 'failure');
	const before = lineOf('web');
	await app.wait(15_000, /FAILED RECENTLY {2}1/, /^▌✖ web/m);
	expect(lineOf('web')).toBe(before);
});

test('the board and the activity have an age while nothing is in progress', async () => {
	await openOnTeam(['api'], {columns: 120});
	await app.go('2', 'Nothing is in progress', /live · /);
	await app.wait(minute, /live · [1-9]\d?s ago/);
	await app.go('3', 'No activity yet', /live · /);
});

test('an answer without news renews when a row of the board was read', async () => {
	await openOnTeam(['api'], {columns: 120, prepare: team => team.deploy('api')});
	await app.press('2');
	await app.wait(minute, /◌ api +queued .* 1m ago {2}just now/);
});

test('a running deployment on the board shows its progress, then the multiple of its usual duration', async () => {
	const team = await openTeam(['api', 'web'], {columns: 120, rows: 30});
	team.deploy('web', {status: 'building'});
	await app.wait(40_000, /◐ web .* 0:(?:3|4)\d +█{4}/);
	await app.wait(150_000, /STUCK {2}1/, /◐ web .* 3:\d\d +3\.\d× .*✔{6}◐/);
});

test('the board shows what concluded in the half hour before landfall started, and nobody is notified of it', async () => {
	await openOnTeam(['api', 'web', 'docs'], {
		prepare(team, now) {
			team.deploy('api', ended(now, 5, 'success'));
			team.deploy('web', ended(now, 20, 'failure'));
			team.deploy('docs', ended(now, 45, 'success'));
		},
	});
	await app.press('2');
	await app.wait(10_000, /FAILED RECENTLY {2}1\n.*✖ web/, /SUCCEEDED RECENTLY {2}1\n.*✔ api/);
	expect(app.screen()).not.toMatch(/[✔✖] docs/);
	expect(app.terminal.writes.filter(text => /^\u0007|\u001B\](?:9|777);/.test(text))).toEqual([]);
});

test('the board shows what failed in the day before landfall started and has not succeeded since', async () => {
	await openOnTeam(['api', 'web', 'docs', 'shop'], {
		prepare(team, now) {
			team.deploy('api', ended(now, 45, 'failure'));
			team.deploy('web', ended(now, 23 * 60, 'failure'));
			team.deploy('docs', ended(now, 25 * 60, 'failure'));
			team.deploy('shop', ended(now, 22 * 60, 'failure'));
			team.deploy('shop', ended(now, 20 * 60, 'success'));
		},
	});
	await app.press('2');
	await app.wait(10_000, '✖ 3 in the last day', /FAILED RECENTLY {2}2\n.*✖ api.*\n.*✖ web/, '1 of 2 · ✖2');
	expect(app.screen()).not.toMatch(/[✔✖] (?:docs|shop)/);
});

test.each([
	[120, '3 failures'],
	[80, '✖3'],
])(
	'failures in one environment share a row, which a success takes over with the selection, at %i columns',
	async (columns, failures) => {
		const {team} = await openOnTeam(['api', 'web'], {
			columns,
			rows: 30,
			prepare(each, now) {
				for (const minutesAgo of [50, 40, 30]) each.deploy('web', ended(now, minutesAgo, 'failure'));
				each.deploy('web', {...ended(now, 25, 'failure'), environment_id: 'preview'});
				each.deploy('api', ended(now, 10, 'failure'));
			},
		});
		await app.press('2');
		await app.wait(
			10_000,
			/FAILED RECENTLY {2}3\n.*✖ api +failure .*\n.*✖ web +failure .*\n.*✖ web +failure after/,
			'✖3 ◐0',
		);
		await app.go('G', /^▌✖ web +failure after (?:2 failures|✖2) /m);
		team.conclude(team.deploy('web'), 'success');
		await app.wait(minute, new RegExp(`^▌✔ web +success after ${failures} `, 'm'), 'SUCCEEDED RECENTLY  1', '✖2 ◐0');
		await app.press('x');
		await app.see('2 of 2 · ✖2');
		expect(app.screen()).not.toContain('after');
	},
);

test('removing a row from the board removes the failures that it stands for', async () => {
	await openOnTeam(['web'], {
		prepare(team, now) {
			for (const minutesAgo of [50, 40, 30]) team.deploy('web', ended(now, minutesAgo, 'failure'));
		},
	});
	await app.press('2');
	await app.wait(10_000, /▌✖ web +failure after ✖2/);
	await app.go('x', 'Nothing is in progress');
});

test('the summary of the board says of which times not all deployments are listed', async () => {
	await openOnTeam(['web'], {
		prepare(team, now) {
			for (let count = 0; count < 130; count++) team.deploy('web', ended(now, count * 10 + 1, 'success'));
		},
	});
	await app.press('2');
	await app.wait(10_000, '✔ 6  ✖ 0 in the last hour   ✔ 100+  ✖ 0+ in the last day');
});

test('the figures of the board have a plus until the deployments of every project were read', async () => {
	let isRefused = true;
	const {clock} = await openOnTeam(['api', 'web', 'docs'], {
		columns: 120,
		rows: 30,
		readFault: path => (isRefused && path.startsWith('/v1/projects/docs/') ? 500 : undefined),
		prepare(team, now) {
			team.deploy('api', ended(now, 8, 'success'));
			team.deploy('web', {status: 'building'});
			team.deploy('docs', ended(now, 8, 'failure'));
		},
	});
	await app.press('2');
	await clock.advance(20_000);
	await app.see(/◐ 1\+ running {3}✔ 1\+ {2}✖ 0\+ in the last hour .* ✔ 1\+ {2}✖ 0\+ in the last day/);
	isRefused = false;
	await app.press('r');
	await app.wait(minute, /◐ 1 running .* ✔ 1 {2}✖ 1 in the last day/);
});

test('a board without room for all that is in progress says that there may be more', async () => {
	const projects = Array.from({length: 18}, (_, at) => `project-${at}`);
	await openOnTeam(projects, {
		prepare(team) {
			for (const project of projects) for (let count = 0; count < 30; count++) team.deploy(project);
		},
	});
	await app.clock.advance(10_000);
	await app.go('2', '500+ running', '◐500+');
	expect(await app.go([':', ...'wall', 'enter'], 'As of')).toContain('500+ running');
});

test('after teammates deleted projects, the board and the wall have not checked more of them than there are', async () => {
	const {team} = await openOnTeam(['api', 'web', 'docs']);
	for (const project of ['api', 'web']) team.conclude(team.deploy(project), 'failure');
	await app.press('2');
	await app.wait(30_000, 'checked 3 of 3 projects');
	for (const project of ['api', 'web']) team.remove(project);
	await app.go(['1', 'r'], '1 of 1');
	await app.go('2', 'checked 1 of 1 project');
	await app.go([':', ...'wall', 'enter'], 'checked 1 of 1 project');
});

/** Opens the board of three projects, one with a running deployment and one with a failed one. */
async function openThree(size: {readonly columns?: number; readonly rows?: number; readonly isAscii?: boolean} = {}) {
	let failedId = '';
	const {team} = await openOnTeam(['api', 'web', 'docs'], {
		...size,
		prepare(each) {
			each.deploy('web', {status: 'building'});
			failedId = each.deploy('docs', {status: 'building'});
		},
	});
	await app.press('2');
	await app.wait(5000, 'of 2');
	team.conclude(failedId, 'failure');
	await app.wait(10_000, 'failure');
}

test.each(sizes)('the summary of the board counts running and failed deployments at $columns×$rows', async size => {
	await openThree(size);
	const [, summary = ''] = app.lines();
	expect(summary).toMatch(/^ ◐ 1 running/);
	if (size.columns >= 80) expect(summary).toMatch(/✔ 0 {2}✖ 1 in the last hour .*✖ 1 in the last day$/);
});

test('the headings of the board show their row counts and are dropped on a short screen', async () => {
	await openThree();
	expect(app.screen()).toMatch(/IN PROGRESS {2}1 *\n▌◐ web/);
	expect(app.screen()).toMatch(/FAILED RECENTLY {2}1 *\n ✖ docs/);
	await app.resize(80, 15);
	expect(app.screen()).toMatch(/▌◐ web .*\n ✖ docs/);
	expect(app.screen()).not.toContain('IN PROGRESS');
});

test('the lanes of the board are twenty cells wide at 80 columns, end with the outcome, and are hidden below 80', async () => {
	await openThree();
	const head = app.lines().find(line => line.includes('PROJECT')) ?? '';
	const end = head.indexOf('now') + 3;
	const laneOf = (name: string) =>
		(app.lines().find(line => line.includes(` ${name} `)) ?? '').padEnd(80).slice(end - 20, end);
	expect(laneOf('web')).toMatch(/^ {19}◐$/);
	expect(laneOf('docs')).toMatch(/^ {19}✖$/);
	expect(head.slice(end - 22, end - 20)).toBe('  ');
	expect(head.slice(0, end - 20).trimEnd()).toMatch(/READ$/);
	await app.resize(79, 24);
	expect(app.screen()).toContain('web');
	expect(app.screen()).not.toContain('  now');
});

test('the summary of the board is empty until deployments are loaded', async () => {
	const team = createTeam({clock: createTestClock(), projects: ['api']});
	const refusal = {status: 503, headers: {}, body: ''};
	await openDemo({
		handle: request => (request.target.includes('/deployments') ? refusal : team.handle(request)),
	});
	await app.see('1 of 1');
	await app.go('2', 'checked 0 of 1 project');
	expect(app.lines()[1]?.trim()).toBe('');
});

test('< and > change the time span of the lanes', async () => {
	await openThree({columns: 160, rows: 24});
	expect(app.screen()).toMatch(/█+◐ *$/m);
	await app.go('<', 'This is the shortest time axis');
	expect(await app.go('>', 'The lanes show the last 1h')).toMatch(/ ◐ *$/m);
	await app.go(['>', '>'], 'The lanes show the last 24h');
	await app.press('1', '2');
	expect(app.state().preferences.laneSpanMs).toBe(24 * 3_600_000);
	await app.resize(79, 24);
	await app.go('>', 'No room for a time axis');
});

test('the board uses only ASCII in ASCII mode', async () => {
	await openThree({isAscii: true});
	expect(app.screen()).toMatch(/^[ -~\n]*$/);
	expect(app.screen()).toMatch(/>o web +building .*o *$/m);
});

test.each([
	[40, 12, '✖1 ◐1 · 1 of 2 · checked 3/3'],
	[12, 4, /^ ✖1 ◐1 *$/m],
])('at %d×%d the board says how many failed and are in progress', async (columns, rows, place) => {
	await openThree();
	await app.resize(columns, rows);
	await app.see(place);
});

test('the footer of the board says what is removed, and from where', async () => {
	await openThree();
	await app.see('x remove from board');
});

test('a narrow board leaves out what it has no room for instead of cutting it within a number', async () => {
	await openThree();
	await app.resize(24, 12);
	await app.see(/^ ✖1 ◐1 · 1 of 2 *$/m);
	expect(app.screen()).not.toContain('check');
});

test('the list of projects says the same where it has hardly any rows', async () => {
	await openThree();
	await app.press('1');
	await app.resize(12, 4);
	await app.see(/^ ✖1 ◐1 *$/m);
	await app.resize(40, 12);
	await app.see(/^ 1 of 3/m);
});

test('an empty board says how to watch something', async () => {
	await openList();
	await app.go('2', /Press w on a project or a/);
});
