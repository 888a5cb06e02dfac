import {expect, test} from 'vitest';
import {plain} from '../../src/base/text.ts';
import {withNotice} from '../../src/state/state.ts';
import {type OpenApp, openDemo, openList, openOnTeam} from '../kit/app/open.ts';

test('the list shows outcomes from 140 columns, and details from 160 unless p hides them', async () => {
	const app = await openList({columns: 160, rows: 30});
	await app.wait(1000, /UPLOAD .* ENVIRONMENT .*│ waitlist-lumen/, /│ +request id/, /│ +OUTCOME +ENVIRONMENT/);
	await app.see(/│ ✔ success/);
	const requestCount = app.requests().length;
	await app.go('j', /│ product-tour/);
	expect(app.requests()).toHaveLength(requestCount);
	await app.resize(139, 30);
	expect(app.screen()).not.toMatch(/│|LAST 12/);
	await app.resize(159, 30);
	expect(await app.see('LAST 12')).not.toContain('│');
	expect(app.selectedLine()).toMatch(/ {2}[✔✖⊘◇]+ {2}/);
	await app.resize(200, 30);
	await app.see(/LAST 12 .*│ product-tour/);
	await app.press('p');
	expect(app.screen()).not.toContain('│');
	await app.resize(160, 30);
	expect(app.screen()).not.toContain('│');
	await app.go('p', /│ product-tour/);
	await app.resize(120, 30);
	await app.see(/│ product-tour/);
});

test.each([80, 120, 200])('at %d columns the name of the selected row is bold', async columns => {
	const app = await openList({columns});
	await app.go('j', '2 of 12');
	expect([2, 3, 4].map(row => app.cell(row, 4)?.isBold() !== 0)).toEqual([false, true, false]);
});

test('arrows at the right edge mark where a list continues', async () => {
	const app = await openList({rows: 12});
	for (const [keys, position, marks] of [
		['', '1 of 12', '↓'],
		['jjjjjjjj', '9 of 12', '↑↓'],
		['G', '12 of 12', '↑'],
	] as const) {
		await app.go([...keys], position);
		const ends = app.lines().map(line => (line.length === 80 ? line.at(-1) : ''));
		expect(ends.join('')).toBe(marks);
	}
});

test('a narrow header drops the host first, but never the freshness', async () => {
	const app = await openDemo({columns: 120});
	await app.wait(5000, /all of it within \ds/);
	for (const [columns, shown] of [
		[
			120,
			/ landfall {2}demo · built-in service {6}1 Projects {2}2 Board {2}3 Activity {2}4 Versions +all of it within \ds$/,
		],
		[100, / landfall {2}demo {6}1 Projects {2}2 Board {2}3 Activity {2}4 Versions {2,}all of it within \ds$/],
		[80, / demo {3}1 Projects {2}2 Board {2}3 Activity {2}4 Versions +all of it within \ds$/],
		[74, / demo {3}1 Projects {2}2 Board {2}3 Activity {2}4 Versions +all of it within \ds$/],
		[60, / demo {3}1 Projects +all of it within \ds$/],
		[40, / demo {3}1 Projects +within \ds$/],
		[24, / demo +within \ds$/],
	] as const) {
		await app.resize(columns, 24);
		expect(app.lines()[0]).toMatch(shown);
	}

	// A growing age does not move the main screens.
	await app.resize(80, 24);
	const at = app.lines()[0]?.indexOf('1 Projects');
	await app.until(/all of it within \d\ds$/m);
	expect(app.lines()[0]?.indexOf('1 Projects')).toBe(at);
});

function boldWordsOfHeader(app: OpenApp): string {
	const cells = Array.from({length: 80}, (_, column) => app.cell(0, column));
	const words = cells.map(cell => (cell?.isBold() ? cell.getChars() || ' ' : ' ')).join('');
	return words.trim().replace(/ +/g, ' ');
}

test('the header highlights the current screen', async () => {
	const app = await openList();
	for (const screen of ['2 Board', '3 Activity', '4 Versions', '1 Projects']) {
		await app.go(screen.slice(0, 1), screen);
		expect(boldWordsOfHeader(app)).toBe(screen);
	}

	await app.go('enter', '1 of 35');
	expect(boldWordsOfHeader(app)).toContain('1 Projects');
});

test('a short screen names the project of its deployments in the header', async () => {
	const {app, team} = await openOnTeam(['api']);
	await app.go('enter', 'esc back');
	expect(app.lines()[1]).toMatch(/^ api +v17 latest upload · active · archive$/);
	await app.resize(80, 10);
	await app.see(/^ demo {3}1 Projects {2}api/);
	await app.resize(40, 10);
	await app.see(/^ (?:demo {3}1 Projects {2})?api +(?:within|live)/);
	team.changeProject('api', {name: 'a very long name '.repeat(8)});
	await app.resize(60, 24);
	await app.wait(30_000, /^ a very long name .*… {3}v17 latest upload · active · archive$/m);
});

test('closing the raw record removes its failed read from the header', async () => {
	const {app} = await openOnTeam(['api', 'web'], {readFault: path => (path === '/v1/projects/api' ? 500 : undefined)});
	await app.press('i');
	await app.wait(8000, /as of .* retrying/);
	await app.press('esc');
	expect(app.lines()[0]).toContain('all of it within');
});

test.each([
	[80, true, 18_000, /0 of 12 checked$/m],
	[40, false, 62_000, /0 of 12 checked$/m],
])(
	'at %d columns, focused: %s, a list %d ms old says how many rows were checked',
	async (columns, isFocused, latencyMs, shown) => {
		const app = await openDemo({columns, latencyMs});
		await app.focus(isFocused);
		await app.wait(latencyMs, 'of 12', shown);
	},
);

const message = plain`The deployment of a project with quite a long name was not accepted by the service: it is busy. Try again.`;
const say = (app: OpenApp) => app.change((state, now) => withNotice(state, message, 'bad', now));

test('a long message takes two lines, loses no word and covers no selected row', async () => {
	const app = await openDemo({projects: 1000});
	await app.wait(300, '1 of 200+');
	const height = app.lines().filter(line => /^[▌ ]\S /.test(line)).length;
	await app.go([...'j'.repeat(height - 1)], `${height} of 200+`);
	const selected = app.selectedLine();
	say(app);
	await app.see('Try again.');
	expect(app.selectedLine()).toBe(selected);
	app.change((state, now) => withNotice(state, plain`something else`, 'quiet', now));
	await app.wait(10_000, 'Try again.');
	const [first = '', second = '', hints = ''] = app.lines().slice(-3);
	expect(`${first.trim()} ${second.trim()}`).toBe(`${height} of 200+   ${message}`);
	expect(hints).toContain('enter deployments');
	expect(await app.go('k', `${height - 1} of 200+`)).not.toContain('Try again.');
	expect(app.lines().at(-2)).toContain(`${height - 1} of 200+`);
});

test('the request log counts requests of the user apart from the background', async () => {
	const app = await openList();
	await app.wait(90_000, / 1 of 12$/m);
	await app.go('!', /newest first · (?:5\d|60) in the last minute, at most 60/);
	for (const _ of [1, 2, 3]) {
		await app.press('esc', 'R');
		await app.clock.advance(3000);
	}

	await app.go('!', /newest first · \d\d in the last minute/);
});

test('on a narrow screen, a filter has its own line, and every list hints at the help', async () => {
	const app = await openList({columns: 40, rows: 12});
	await app.go(['/', ...'lumen'], /^ filter: lumen +4 matches$/m, /^ enter apply filter {3}esc clear filter$/m);
	await app.type(' !status:archived');
	await app.see(/^ filter: lumen !status:archived.*3 matches/ms);
	await app.go('enter', /1 of 3 matches/);
	await app.resize(36, 12);
	await app.go('f', /^ checked \d+ of 12 · \d in progress/m);
	for (const keys of [['esc'], ['enter'], ['2'], ['4']]) await app.go(keys, /\? help *(?: : commands *)?$/);
});

test('a read-only connection offers no writing key, and the help says why', async () => {
	const app = await openDemo({isReadOnly: true}, 'of 12');
	for (const [key, shown] of [
		['1', 'enter deployments'],
		['enter', 'of 35'],
		['enter', 'esc back'],
		['2', '? help'],
		['4', '? help'],
		['1', '? help'],
	] as const) {
		await app.go(key, shown);
		expect(app.lines().at(-1)).not.toMatch(/deploy(?!ments)|edit|add|delete/);
	}

	await app.go('?', /deploy +This connecti/);
	await app.go(['esc', ':', ...'edit project'], /edit project +This conn/);
});
