import {expect, test} from 'vitest';
import {openDialog} from '../../../src/state/dialogs.ts';
import {expectToFit} from '../../kit/app/frames.ts';
import {keySequences} from '../../kit/app/key-sequences.ts';
import {type OpenApp, openDemo, openList, openOnTeam, type TeamOptions} from '../../kit/app/open.ts';
import {minute} from '../../kit/fixtures/moment.ts';

async function openWall(app: OpenApp) {
	await app.go([':', ...'wall', 'enter'], /As of|Nothing has been read yet|checked/);
}

async function openRunning(projectCount: number, options: TeamOptions = {}) {
	const projects = Array.from({length: projectCount}, (_, index) => `project-${String.fromCharCode(97 + index)}`);
	const deployed = Object.fromEntries(projects.map(id => [id, 'building']));
	const {app, clock} = await openOnTeam(projects, {...options, deployed});
	await openWall(app);
	await clock.advance(minute);
	return {app, projects, clock};
}

test('moves by one cell every minute', async () => {
	const {app, clock} = await openRunning(1);
	const places: Array<{readonly down: number; readonly right: number}> = [];
	for (let step = 0; step < 7; step++) {
		await app.see('✖0 ◐1 · As of');
		const down = app.lines().findIndex(line => line.includes('As of'));
		places.push({down, right: app.lines()[down]?.indexOf('✖') ?? -1});
		await clock.advance(minute);
	}

	const moves = places.slice(1).map(({down, right}, at) => {
		const before = places[at] ?? {down: 0, right: 0};
		return Math.abs(down - before.down) + Math.abs(right - before.right);
	});
	expect(moves).toEqual([1, 1, 1, 1, 1, 1]);
	expect(places[6]).toEqual(places[0]);
});

test.each([
	[4, 'blank lines', 2],
	[12, 'no blank lines', 1],
])('shows %i rows at 80×24 with %s between them', async (projectCount, _spacing, apart) => {
	const {app, projects} = await openRunning(projectCount);
	await app.see('IN PROGRESS');
	const placed = app.lines().flatMap((line, at) => (line.includes('project-') ? [at] : []));
	expect(placed).toEqual(projects.map((_, index) => (placed[0] ?? 0) + index * apart));
});

test.each([
	[80, 24],
	[40, 12],
])('says how to leave after a key that does nothing, at %i×%i', async (columns, rows) => {
	const app = await openList({columns, rows});
	await openWall(app);
	expect(app.screen()).not.toContain('leaves the wall');
	await app.go('?', 'esc leaves the wall');
	expect(await app.wait(2000, /As of|Nothing has been read yet|checked/)).not.toContain('leaves the wall');
});

test('sends nothing but reads, whatever the key', async () => {
	const app = await openList();
	await openWall(app);
	const letters = [...'abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789 :/?!,.<>-+'];
	const named = Object.keys(keySequences).filter(key => !['esc', 'q', 'ctrl+c', 'ctrl+z'].includes(key));
	await app.press(...letters, ...named, ...letters);
	await app.reply(['y', 'enter']);
	expect(app.writes()).toEqual([]);
	expect(app.screen()).toContain('As of');
});

test('says since when nothing was read, and dims the rest', async () => {
	const app = await openList();
	await openWall(app);
	await app.clock.advance(10_000);
	app.disconnect();
	await app.wait(5 * minute, /As of \d\d:\d\d:\d\d, \dm ago: nothing has been read since/);
	const isColored = (row: number) => Array.from({length: 80}, (_, at) => app.cell(row, at)).some(c => c?.isFgPalette());
	expect(app.lines().filter((_, row) => isColored(row))).toEqual([
		expect.stringContaining('nothing has been read since'),
	]);
	app.reconnect();
	expect(await app.wait(minute, 'As of')).not.toContain('nothing has been read since');
});

test('says that nothing was read yet instead of showing zeros', async () => {
	const app = await openDemo({connectError: () => 'ECONNREFUSED'});
	await openWall(app);
	await app.see('Nothing has been read yet');
});

test('says that nothing is in progress, also on a narrow screen', async () => {
	const {app} = await openOnTeam(['api'], {columns: 40, rows: 12});
	await openWall(app);
	await app.wait(30_000, /Nothing is in progress, and nothing\n +has concluded lately\./);
});

test('keeps recent failures on every page while the other rows take turns', async () => {
	const running = Array.from({length: 20}, (_, index) => `project-${String.fromCharCode(97 + index)}`);
	const deployed = {...Object.fromEntries(running.map(id => [id, 'building'])), shop: 'failure', blog: 'failure'};
	const {app, clock} = await openOnTeam(Object.keys(deployed), {deployed});
	await openWall(app);
	await app.focus(false);
	await app.wait(2 * minute, 'As of');
	const seen = new Set<string>();
	for (let step = 0; step < 8; step++) {
		await app.see(
			/FAILED RECENTLY {2}2\n +✖ (?:shop|blog) .*\n +✖ (?:shop|blog) .*\n +(?:STUCK|IN PROGRESS) {2}\d+\n +◐/,
		);
		for (const [name] of app.screen().matchAll(/project-\w/g)) seen.add(name);
		await clock.advance(15_000);
	}

	expect([...seen].toSorted()).toEqual(running);
});

test('says since when deployments could not be read, although projects could', async () => {
	const {app} = await openRunning(1);
	expect(await app.see(/◐ project-a +building/)).not.toContain('nothing has been read since');
	app.outages.set('/v1/projects/project-a/deployments', 503);
	await app.wait(5 * minute, /As of \d\d:\d\d:\d\d, 5m ago: nothing has been read since/);
});

test('keeps a dialog that opens meanwhile until the wall is left', async () => {
	const app = await openList();
	await openWall(app);
	app.change(state => openDialog(state, {name: 'sort'}));
	await app.press('down', 'enter');
	expect(app.screen()).not.toContain('Sort by');
	expect(await app.go('esc', 'Sort by')).not.toContain('by name');
});

test.each([
	{columns: 80, rows: 24, isAscii: false, age: /^✖1 ◐1 · As of \d\d:\d\d:\d\d$/},
	{columns: 80, rows: 24, isAscii: true, age: /^x1 o1 - As of \d\d:\d\d:\d\d$/},
	{columns: 40, rows: 12, isAscii: false, age: /^✖1 ◐1 · As of \d\d:\d\d:\d\d$/},
	{columns: 200, rows: 50, isAscii: false, age: /^✖1 ◐1 · As of \d\d:\d\d:\d\d$/},
])('shows figures, age and board at $columns×$rows (ASCII: $isAscii)', async ({age, ...options}) => {
	const {app} = await openOnTeam(['api', 'docs', 'web'], {...options, deployed: {web: 'building', docs: 'failure'}});
	await openWall(app);
	await app.wait(minute, 'As of');
	expectToFit(app.lines(), options);
	const lines = app.lines().map(line => line.trim());
	const [first, ...board] = lines.filter(line => line !== '');
	const [running, bad] = options.isAscii ? ['o', 'x'] : ['◐', '✖'];
	expect(first).toMatch(age);
	const rows = board.filter(line => line.startsWith(`${running} `) || line.startsWith(`${bad} `));
	expect(rows.map(line => line.slice(2, 6))).toEqual(['web ', 'docs']);
	expect(app.screen()).not.toMatch(/[▌>↑↓]|1 of|esc|1 Projects/);
});
