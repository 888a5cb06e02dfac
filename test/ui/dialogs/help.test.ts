import {expect, test} from 'vitest';
import {boxIn} from '../../kit/app/frames.ts';
import {type OpenApp, openList} from '../../kit/app/open.ts';

async function openHelp(options: Parameters<typeof openList>[0] = {}) {
	const app = await openList(options);
	await app.go('?', '─ Help ─');
	return app;
}

test('the help cuts neither labels nor reasons on small screens', async () => {
	const app = await openHelp({columns: 40, rows: 12});
	const [, ...rows] = boxIn(app.lines()).inside;
	expect(rows.join('\n')).not.toContain('…');
	await app.resize(80, 24);
	await app.see(/esc +stop loading \/ clear filter \/ clear marks +│/);
});

test('a long key has a gap behind it in the help', async () => {
	const content = {deploy: 'shift+pageDown'};
	const app = await openHelp({columns: 40, rows: 60, keysFile: {content, text: JSON.stringify(content)}});
	await app.see(/shift\+pa… deploy/);
});

const selected = (app: OpenApp) => boxIn(app.lines()).inside.find(line => line.startsWith('▌'));

test('a query in the help leaves the matching keys below their headings', async () => {
	const app = await openHelp();
	await app.press('/', ...'match');
	const lines = boxIn(app.lines())
		.inside.map(line => line.trim())
		.filter(line => line !== '');
	expect(lines[0]).toBe('Projects');
	expect(lines.slice(1).every(line => line.includes('match'))).toBe(true);
	expect(lines).toHaveLength(3);
	await app.see('match 1 of 2');
	await app.go('esc', /enter l → +deployments/);
});

test.each([
	['4', '×2', /×2 +failed twice since the live version/],
	['enter', 'in the chart', /▲ +in the chart: the selected/],
	['enter', 'in a bar', /▓ +in a bar: longer than usual[\s\S]*▒ +in a bar: time that was not/],
])('after %s, the help finds the sign or meaning “%s”', async (key, typed, found) => {
	const app = await openList();
	await app.go([key, '?'], '─ Help ─');
	await app.go(['/', ...typed], 'Signs', found);
	expect(app.screen()).not.toMatch(/previous environment|watched/);
});

test('enter runs the selected key of the help or says why it is unavailable', async () => {
	const app = await openHelp();
	await app.go(['/', ...'next match', 'enter', 'enter'], '─ Help ─');
	expect(app.state().interface.notice).toMatchObject({text: 'Press / to filter first'});
	await app.go(['esc', '/', ...'notifications', 'enter', 'enter'], '─ Notifications ─');
});

test('on a narrow screen, the help does not search the reasons it leaves out', async () => {
	const app = await openHelp({columns: 40, rows: 12});
	await app.press('/', ...'filter', 'enter', 'j', 'j');
	expect(selected(app)).toMatch(/esc +stop loading/);
	expect(await app.go('enter', 'No filter or marks to clear')).not.toContain('to filter first');
});

test.each([
	[[], [/◉ +watched/, /· +no deployment read yet/, /… +deployments not read yet/, /× +the project is gone/]],
	[['2'], [/✖2 +two earlier failures in the same environment/, /2\.2× +has taken 2\.2 times as long as usual so far/]],
	[
		['4'],
		[
			/−3 +three uploads/,
			/4h ago +how long ago/,
			/◐v10 +v10 is/,
			/✖v31 +v31 failed/,
			/×2 +failed twice/,
			/– +nothing/,
			/▸ +the/,
		],
	],
])('after %j, the help explains the signs of the screen and the status words', async (keys, signs) => {
	const app = await openList({columns: 100, rows: 200});
	await app.go([...keys, '?'], 'Signs', ...signs);
	await app.see('Status words of deployments', /✖ +failed: failure, failed, /, /◇ +unknown: any other word/);
	await app.see('Status words that mean something else for projects', /succeeded: active, enabled, open, online/);
});
