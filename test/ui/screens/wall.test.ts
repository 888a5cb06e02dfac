import {expect, test} from 'vitest';
import {withFocus} from '../../../src/state/absence.ts';
import {openDialog} from '../../../src/state/dialogs.ts';
import {goToWall} from '../../../src/state/navigation.ts';
import {expectToFit} from '../../kit/app/frames.ts';
import {keySequences} from '../../kit/app/key-sequences.ts';
import {app, openDemo, openOnTeam} from '../../kit/app/open.ts';

const minute = 60_000;

async function openWall() {
	await app.press(':', ...'wall', 'enter');
	await app.see(/As of|Nothing has been read yet/);
}

test('everything on the wall moves by one cell every minute', async () => {
	const {team, clock} = await openOnTeam(['api']);
	team.deploy('api', {status: 'building'});
	await openWall();
	await clock.advance(minute);
	const places: Array<{readonly down: number; readonly right: number}> = [];
	for (let step = 0; step < 7; step++) {
		await app.see(/◐ 1 running/);
		const lines = app.lines();
		const down = lines.findIndex(line => line.includes('◐ 1 running'));
		places.push({down, right: lines[down]?.indexOf('◐') ?? -1});
		await clock.advance(minute);
	}

	const moves = places.slice(1).map(({down, right}, at) => ({
		down: down - (places[at]?.down ?? 0),
		right: right - (places[at]?.right ?? 0),
	}));
	expect(moves.map(({down, right}) => Math.abs(down) + Math.abs(right))).toEqual([1, 1, 1, 1, 1, 1]);
	expect(places[6]).toEqual(places[0]);
});

test.each([
	{projectCount: 4, rows: 24, spacing: 'blank lines', apart: 2},
	{projectCount: 12, rows: 24, spacing: 'no blank lines', apart: 1},
])('$projectCount rows at 80×$rows have $spacing between them', async ({projectCount, rows, apart}) => {
	const projects = Array.from({length: projectCount}, (_, index) => `project-${String.fromCharCode(97 + index)}`);
	const {clock} = await openOnTeam(projects, {
		prepare(team) {
			for (const id of projects) team.deploy(id, {status: 'building'});
		},
		rows,
	});
	await app.see(`1 of ${projectCount}`);
	await openWall();
	await clock.advance(minute);
	await app.see('IN PROGRESS');
	const lines = app.lines();
	const placed = lines.flatMap((line, at) => (line.includes('project-') ? [at] : []));
	expect(placed).toEqual(projects.map((_, index) => (placed[0] ?? 0) + index * apart));
});

test('the command wall opens the wall, and esc leaves it', async () => {
	await openDemo();
	await app.see('1 of 12');
	await openWall();
	expect(app.screen()).not.toContain('1 Projects');
	await app.press('esc');
	await app.see('1 Projects');
});

test('no key on the wall sends anything but reads', async () => {
	await openDemo();
	await app.see('1 of 12');
	await openWall();
	const letters = [...'abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789 :/?!,.<>-+'];
	const named = Object.keys(keySequences).filter(key => !['esc', 'q', 'ctrl+c', 'ctrl+z'].includes(key));
	await app.press(...letters, ...named, ...letters);
	await app.readQuestion();
	await app.press('y', 'enter');
	expect(app.requests().filter(request => !request.startsWith('GET'))).toEqual([]);
	expect(app.screen()).toContain('looked at');
});

test('when nothing could be read for a while, the wall says since when and dims the rest', async () => {
	let connectError: string | undefined;
	await openDemo({connectError: () => connectError});
	await app.see('1 of 12');
	await openWall();
	await app.clock.advance(10_000);
	connectError = 'ECONNREFUSED';
	await app.clock.advance(5 * minute);
	await app.see(/As of \d\d:\d\d:\d\d, \dm ago: nothing was read since/);
	const coloredRows = Array.from({length: 24}, (_, row) => app.terminal.emulator.buffer.active.getLine(row)).filter(
		line => Array.from({length: 80}, (_, column) => line?.getCell(column)).some(cell => cell?.isFgPalette()),
	);
	expect(coloredRows.map(line => line?.translateToString())).toEqual([
		expect.stringContaining('nothing was read since'),
	]);
	connectError = undefined;
	await app.clock.advance(10 * minute);
	await app.see('looked at');
	expect(app.screen()).not.toContain('nothing was read since');
});

test('before anything was read, the wall says so instead of showing bare zeros', async () => {
	await openDemo({connectError: () => 'ECONNREFUSED'});
	await openWall();
	await app.see('Nothing has been read yet');
});

test('the wall says that nothing is in progress once deployments were read, also on a narrow screen', async () => {
	const {clock} = await openOnTeam(['api'], {columns: 40, rows: 12});
	await openWall();
	await app.see('No deployments have been read yet.');
	await clock.advance(30_000);
	await app.see(/Nothing is in progress, and nothing\n +has concluded lately\./);
});

test('the pages of the board advance automatically, also while the terminal is not focused', async () => {
	const projects = Array.from({length: 12}, (_, index) => `project-${String.fromCharCode(97 + index)}`);
	const {clock} = await openOnTeam(projects, {
		prepare(team) {
			for (const id of projects) team.deploy(id, {status: 'building'});
		},
		rows: 14,
	});
	await clock.advance(30_000);
	await openWall();
	app.change((state, at) => withFocus(state, false, at));
	const seen = new Set<string>();
	for (let step = 0; step < 12; step++) {
		for (const [name] of app.screen().matchAll(/project-\w/g)) seen.add(name);
		await clock.advance(10_000);
	}

	expect([...seen].toSorted()).toEqual(projects);
	expect(app.screen()).not.toMatch(/[↑↓]/);
});

test('while deployments cannot be read, the wall says since when, although projects can', async () => {
	let isFailing = false;
	const readFault = (path: string) => (isFailing && path.includes('/deployments') ? 503 : undefined);
	const {team, clock} = await openOnTeam(['api'], {readFault});
	team.deploy('api', {status: 'building'});
	await openWall();
	await clock.advance(minute);
	await app.see(/◐ api +building/);
	expect(app.screen()).not.toContain('nothing was read since');
	isFailing = true;
	await clock.advance(5 * minute);
	await app.see(/As of \d\d:\d\d:\d\d, 5m ago: nothing was read since/);
});

test('a dialog that opens meanwhile takes no keys on the wall, and is there when the wall is left', async () => {
	await openDemo();
	await app.see('1 of 12');
	await openWall();
	app.change(state => openDialog(state, {name: 'sort'}));
	await app.press('down', 'enter');
	expect(app.state().projects.filtered).toBeUndefined();
	expect(app.screen()).not.toContain('Sort by');
	await app.press('esc');
	await app.see('Sort by');
});

test.each([
	{columns: 80, rows: 24, isAscii: false, age: /^As of \d\d:\d\d:\d\d · looked at 3 of 3 projects$/},
	{columns: 80, rows: 24, isAscii: true, age: /^As of \d\d:\d\d:\d\d - looked at 3 of 3 projects$/},
	{columns: 40, rows: 12, isAscii: false, age: /^As of \d\d:\d\d:\d\d · looked at 3 of 3$/},
	{columns: 200, rows: 50, isAscii: false, age: /^As of \d\d:\d\d:\d\d · looked at 3 of 3 projects$/},
])(
	'at $columns×$rows (ASCII: $isAscii), the wall is the summary, its age and the board, and nothing else',
	async ({age, ...options}) => {
		const {team, clock} = await openOnTeam(['api', 'docs', 'web'], {...options});
		team.deploy('web', {status: 'building'});
		team.conclude(team.deploy('docs'), 'failure');
		app.change(goToWall);
		await clock.advance(60_000);
		await app.see('looked at 3 of 3');
		expectToFit(app.lines(), options);
		const [first, second, ...board] = app
			.lines()
			.map(line => line.trim())
			.filter(line => line !== '');
		const [running, bad] = options.isAscii ? ['o', 'x'] : ['◐', '✖'];
		expect(first).toContain(`${running} 1 running`);
		expect(second).toMatch(age);
		const rows = board.filter(line => line.startsWith(`${running} `) || line.startsWith(`${bad} `));
		expect(rows.map(line => line.slice(2, 6))).toEqual(['web ', 'docs']);
		expect(app.screen()).not.toMatch(/[▌>↑↓]|1 of|esc|1 Projects/);
	},
);
