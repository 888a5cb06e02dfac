import {expect, test} from 'vitest';
import {plain} from '../../src/base/text.ts';
import {projectRows} from '../../src/model/layout.ts';
import {withFocus} from '../../src/state/absence.ts';
import {withNotice} from '../../src/state/state.ts';
import {app, openDemo, openList} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

const lines = () => app.lines();

test.each([59, 40, 33])('a project keeps its sign, name and outcome in one line of %i columns', async columns => {
	await openDemo({columns});
	await app.see('1 of 12');
	await app.clock.advance(1000);
	await app.see(/^▌✔ waitlist-lumen .*success/m);
	expect(lines()[1]).toMatch(/^ {3}PROJECT .* LA(TE)?ST/);
	expect(lines().filter(line => line.startsWith('▌'))).toHaveLength(1);
});

test('details appear beside the projects where the list keeps all its columns', async () => {
	await openDemo({columns: 344});
	await app.see(/ID .*│ waitlist-lumen/, 'request id');
	await app.resize(334, 24);
	await app.see(/ID *$/m);
	expect(app.screen()).not.toContain('request id');
});

test('the project list shows the outcomes of the last deployments from 140 columns on', async () => {
	await openList({columns: 139});
	await app.press('enter');
	await app.see('1 of 35');
	await app.press('esc');
	await app.see('1 of 12');
	expect(app.screen()).not.toContain('LAST 12');
	await app.resize(140, 24);
	await app.see('LAST 12');
	expect(app.selectedLine()).toMatch(/ {2}[✔✖⊘◇]{12} {2}/);
});

test('details beside the deployments cost no column, and those below leave the list half of the lines', async () => {
	await openList({columns: 180, rows: 24});
	await app.press('enter');
	await app.see(/STARTED +ID .*│/, /│ project id/);
	for (const rows of [20, 24, 40]) {
		await app.resize(100, rows);
		await app.see(/^─+$/m);
		const rule = lines().findIndex(line => /^─+$/.test(line));
		expect(rule - 1).toBeGreaterThanOrEqual((rows - 4) / 2);
	}
});

test.each([80, 120, 200])('at %d columns the name of the selected row is bold', async columns => {
	await openList({columns});
	await app.press('j');
	await app.see('2 of 12');
	const isBold = (row: number) => app.cell(row, 4)?.isBold() !== 0;
	expect([2, 3, 4].map(isBold)).toEqual([false, true, false]);
});

test('arrows at the right edge mark where a list continues', async () => {
	await openList({rows: 12});
	const marks = () =>
		lines()
			.map(line => (line.length === 80 ? line.at(-1) : ''))
			.join('');
	expect(marks()).toBe('↓');
	await app.press(...'j'.repeat(8));
	await app.see('9 of 12');
	expect(marks()).toBe('↑↓');
	await app.press('G');
	await app.see('12 of 12');
	expect(marks()).toBe('↑');
});

test('a question covers the list without moving its lines', async () => {
	await openList();
	const before = lines();
	await app.press('t');
	await app.see('╭─ Deploy waitlist-lumen?');
	const moved = lines().filter((line, row) => !/[╭│╰]/.test(line) && line !== before[row] && row < 22);
	expect(moved).toEqual([]);
	expect(lines().filter(line => /[╭│╰]/.test(line)).length).toBeLessThan(12);
});

const header = () => app.lines()[0] ?? '';

test.each([
	[120, / landfall {2}demo · built-in service {6}1 Projects {2}2 Board {2}3 Activity {2}4 Versions +live · just now$/],
	[100, / landfall {2}demo {6}1 Projects {2}2 Board {2}3 Activity {2}4 Versions {2,}live · just now$/],
	[80, / landfall {2}demo {3}1 Projects {2}2 Board {2}3 Activity {2}4 Versions +live · just now$/],
	[74, / demo {3}1 Projects {2}2 Board {2}3 Activity {2}4 Versions +live · just now$/],
	[60, / landfall {2}demo {3}1 Projects {2}2 {2}3 {2}4 +live · just now$/],
	[40, / demo {3}1 Projects +live · just now$/],
	[24, / demo +live · just now$/],
])('at %d columns the header drops the host first and the freshness never', async (columns, shown) => {
	await openDemo({columns});
	await app.see('live · just now');
	expect(header()).toMatch(shown);
});

/** The bold words of the header. */
function boldWords(): string {
	const line = app.terminal.emulator.buffer.active.getLine(0);
	const cellsOfLine = Array.from({length: app.terminal.emulator.cols}, (_, column) => line?.getCell(column));
	return cellsOfLine.map(cell => (cell?.isBold() ? cell.getChars() || ' ' : ' ')).join('');
}

test('the header highlights the current screen', async () => {
	await openList();
	for (const [key, place] of [
		['2', '2 Board'],
		['3', '3 Activity'],
		['4', '4 Versions'],
		['1', '1 Projects'],
	] as const) {
		await app.press(key);
		await app.see(place);
		expect(boldWords().trim().replace(/ +/g, ' ')).toBe(`landfall ${place}`);
	}

	await app.press('enter');
	await app.see('1 of 35');
	expect(boldWords()).toContain('1 Projects');
});

test('the live view names its project below the header, or in it on a short screen', async () => {
	await openList();
	await app.press('enter');
	await app.see('1 of 35');
	expect(app.lines()[1]).toMatch(/^ waitlist-lumen +v43 latest upload · active · zip$/);
	await app.resize(80, 10);
	await app.see(/^ demo {3}1 Projects {2}2 {2}3 {2}4 {2}waitlist-lumen/);
	await app.resize(40, 10);
	await app.see(/^ waitlist-lumen +live · /);
});

test('closing the raw record removes its read from the header', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	await openDemo({
		clock,
		handle: request =>
			request.target === '/v1/projects/api'
				? {status: 500, headers: {}, body: '{"error":{"message":"broken"}}'}
				: team.handle(request),
	});
	await app.see('of 2');
	await app.press('i');
	for (let second = 0; second < 8; second++) await clock.advance(1000);
	await app.see(/as of .* (next try|trying again)/);
	const at = clock.now();
	await app.press('esc');
	await app.see(/ live · /);
	expect(Math.floor(clock.now() / 1000)).toBe(Math.floor(at / 1000));
});

test.each([
	[80, true, 18_000, / live · 18s ago$/m],
	[80, true, 22_000, / {2,}22s ago$/m],
	[40, true, 22_000, / {2,}22s ago$/m],
	[200, true, 22_000, / {2,}22s ago$/m],
	[80, false, 22_000, / live · 22s ago$/m],
	[80, false, 62_000, / {2,}1m ago$/m],
])(
	'at %d columns, with focus: %s, a list that was read %d ms ago is only live up to twice its maximum age',
	async (columns, isFocused, latencyMs, shown) => {
		await openDemo({columns, latencyMs});
		app.change((state, at) => withFocus(state, isFocused, at));
		await app.clock.advance(latencyMs);
		await app.see('of 12', shown);
	},
);

test('a deployment in progress on the board is live for thirty seconds, and for longer once it takes long', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api']});
	const createdAt = (minutes: number) => new Date(clock.now() - minutes * 60_000).toISOString();
	const id = team.deploy('api', {status: 'building', created_at: createdAt(1)});
	await openDemo({clock, handle: team.handle, columns: 120, latencyMs: 32_000});
	await app.press('2');
	await clock.advance(70_000);
	await app.see(/api +building/, / 3\ds ago$/m);
	expect(header()).not.toContain('live');
	team.change(id, {created_at: createdAt(60)});
	await clock.advance(130_000);
	await app.see(/ live · [34]\ds ago$/m);
});

const message = plain`The deployment of a project with quite a long name was not accepted by the service: it is busy. Try again.`;
const say = () => app.change((state, now) => withNotice(state, message, 'bad', now));

test('a message too long for one line takes two and loses no word', async () => {
	await openList();
	say();
	await app.see('Try again.');
	const [first = '', second = '', hints = ''] = lines().slice(-3);
	expect(`${first.trim()} ${second.trim()}`).toBe(`1 of 12   ${message}`);
	expect(hints).toContain('enter deployments');
	await app.press('j');
	await app.see('2 of 12');
	expect(lines().at(-2)).toContain('2 of 12');
});

test('the selected row stays on the screen when a message takes a line from the list', async () => {
	await openDemo({projects: 1000});
	await app.see('1 of 200+');
	const height = projectRows(app.state().interface.size);
	await app.press(...'j'.repeat(height - 1));
	await app.see(`${height} of 200+`);
	const selected = app.selectedLine();
	say();
	await app.see('Try again.');
	expect(app.selectedLine()).toBe(selected);
});

test.each([
	[80, /^ 1 of 12 +\d of 60 requests\/min$/],
	[30, /^ 1 of 12 +\d\/60 per min$/],
	[20, /^ 1 of 12$/],
])('at %d columns the footer shows as much of the request budget as fits', async (columns, shown) => {
	await openList({columns});
	expect(lines().at(-2)).toMatch(shown);
});

test('above the budget, the footer says how many requests the user asked for', async () => {
	await openList();
	await app.clock.advance(90_000);
	await app.see(/ (?:5\d|60) of 60 requests\/min$/m);
	await app.press('R');
	await app.clock.advance(2000);
	await app.see(/ 1 of 12 +60 of 60 requests\/min \+ \d+ asked for$/m);
	expect(lines().find(line => line.includes('asked for'))?.length).toBeLessThanOrEqual(80);
	await app.clock.advance(120_000);
	await app.see(/ \d\d of 60 requests\/min$/m);
});

test.each([
	[80, 'projects', []],
	[40, 'projects', []],
	[40, 'deployments', ['enter']],
	[40, 'board', ['2']],
	[40, 'versions', ['4']],
])('at %d columns the hints of %s name the key of the help', async (columns, _screen, keys) => {
	await openList({columns, rows: 12});
	await app.press(...keys);
	await app.see(/\? help *(?: : commands *)?$/);
});

test.each([
	[80, 24],
	[40, 12],
	[200, 50],
])(
	'at %d×%d, a read-only connection offers no key that changes something, and the help says why',
	async (columns, rows) => {
		await openDemo({columns, rows, isReadOnly: true});
		const seeNoOffer = () => expect(lines().at(-1)).not.toMatch(/deploy(?!ments)|edit|add|delete/);
		await app.see('of 12', 'enter deployments');
		seeNoOffer();
		await app.press('enter');
		await app.see('of 35');
		seeNoOffer();
		await app.press('enter');
		await app.see('esc back');
		seeNoOffer();
		for (const key of ['2', '4', '1']) {
			await app.press(key);
			await app.see('? help');
			seeNoOffer();
		}

		await app.press('?');
		await app.see(/deploy +This connecti/);
		await app.press('esc', ':', ...'edit project');
		await app.see(/edit project +This conn/);
	},
);

test('an error stays in the footer until a key is pressed', async () => {
	await openList();
	const {store} = app.session;
	store.change((state, now) => withNotice(state, plain`it broke`, 'bad', now));
	store.change((state, now) => withNotice(state, plain`something else`, 'quiet', now));
	await app.clock.advance(600_000);
	expect(store.get().interface.notice).toMatchObject({tone: 'bad'});
	await app.press('j');
	expect(store.get().interface.notice).toBeUndefined();
});
