import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

const header = () => app.screen().split('\n')[0] ?? '';

test.each([
	[120, / landfall {2}demo · built-in service {6}1 Projects {2}2 Watch {2}3 Activity {2}4 Versions +live · just now$/],
	[100, / landfall {2}demo {6}1 Projects {2}2 Watch {2}3 Activity {2}4 Versions {2,}live · just now$/],
	[80, / landfall {2}demo {3}1 Projects {2}2 Watch {2}3 Activity {2}4 Versions +live · just now$/],
	[74, / demo {3}1 Projects {2}2 Watch {2}3 Activity {2}4 Versions +live · just now$/],
	[60, / landfall {2}demo {3}1 Projects {2}2 {2}3 {2}4 +live · just now$/],
	[40, / demo {3}1 Projects +live · just now$/],
	[24, / demo +live · just now$/],
])('at %d columns the header drops the host first and the freshness never', async (columns, shown) => {
	app = await openDemo({columns});
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
	app = await openDemo();
	await app.see('1 of 12');
	for (const [key, place] of [
		['2', '2 Watch'],
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
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('enter');
	await app.see('1 of 35');
	expect(app.screen().split('\n')[1]).toMatch(/^ waitlist-lumen +v43 latest upload · active · zip$/);
	await app.resize(80, 10);
	await app.see(/^ demo {3}1 Projects {2}2 {2}3 {2}4 {2}waitlist-lumen/);
	await app.resize(40, 10);
	await app.see(/^ waitlist-lumen +live · /);
});

test('the header shows how old the screen is, even if nothing else fits', async () => {
	app = await openDemo({columns: 40});
	await app.see('live · just now');
	await app.press('P');
	await app.see(/paused · as of \d\d:\d\d:\d\d$/m);
});

test('closing the raw record removes its read from the header', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	app = await openDemo({
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
		app = await openDemo({columns, latencyMs});
		app.session.store.dispatch({type: 'focus-changed', isFocused, at: app.clock.now()});
		await app.clock.advance(latencyMs);
		await app.see('of 12');
		await app.see(shown);
	},
);

test('a deployment in progress on the board is live for thirty seconds, and for longer once it takes long', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api']});
	const createdAt = (minutes: number) => new Date(clock.now() - minutes * 60_000).toISOString();
	const id = team.deploy('api', {status: 'building', created_at: createdAt(1)});
	app = await openDemo({clock, handle: team.handle, columns: 120, latencyMs: 32_000});
	await app.press('2');
	await clock.advance(70_000);
	await app.see(/api +building/);
	await app.see(/ 3\ds ago$/m);
	expect(header()).not.toContain('live');
	team.change(id, {created_at: createdAt(60)});
	await clock.advance(130_000);
	await app.see(/ live · [34]\ds ago$/m);
});
