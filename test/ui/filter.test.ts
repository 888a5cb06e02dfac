import {expect, test} from 'vitest';
import {linesOf, runCommandLine} from '../kit/app/command.ts';
import {type OpenApp, openDemo, openList, openOnTeam} from '../kit/app/open.ts';
import type {Team} from '../kit/services/team.ts';

const ended = (team: Team, project: string, minutesAgo: number, conclusion: string, environment_id: string) =>
	team.deployedBefore(project, conclusion, minutesAgo * 60_000, {environment_id});

/** `api` failed in production and has succeeded since, `web` failed in preview, and `docs` in production four hours ago. */
async function openFailed() {
	const opened = await openOnTeam(['api', 'docs', 'web', 'shop'], {
		rows: 30,
		prepare(team) {
			ended(team, 'api', 60, 'failure', 'production');
			ended(team, 'api', 50, 'failure', 'production');
			ended(team, 'api', 10, 'success', 'production');
			ended(team, 'web', 30, 'failure', 'preview');
			ended(team, 'docs', 240, 'failure', 'production');
		},
	});
	await opened.app.clock.advance(10_000);
	return opened;
}

const save = '\u0013';

const rows = (app: OpenApp) => [...app.screen().matchAll(/^[▌ ] ?[✔✖◌◐] ?(\w+)/gm)].map(([, name]) => name);

const coloredIn = (app: OpenApp, row: number) =>
	Array.from({length: 80}, (_, column) => app.cell(row, column))
		.map(cell => (cell?.isFgDefault() === false ? cell.getChars() : ''))
		.join('');

test('shows in each name what the filter found there', async () => {
	const {app} = await openOnTeam(['workshop', 'hop-garden', 'docs'], {environment: {TERM: 'xterm-256color'}});
	await app.go(['/', 'h', 'o', 'p', 'enter'], /1 of 2/);
	const row = app.lines().findIndex(line => /^ .*workshop|^ .*hop-garden/.test(line));
	expect(coloredIn(app, row)).toContain('hop');
	await app.press('esc');
	expect(coloredIn(app, row)).not.toContain('hop');
});

test('finds failures of the last two hours, also where a later deployment succeeded', async () => {
	const ids = Array.from({length: 12}, (_, at) => `p${at}`);
	const {app} = await openOnTeam(ids, {
		rows: 30,
		prepare(team) {
			for (const [at, id] of ids.slice(0, 10).entries()) {
				ended(team, id, 100 - at, 'failure', 'production');
				if (at % 2 === 0) ended(team, id, 10, 'success', at % 4 === 0 ? 'production' : 'preview');
			}

			ended(team, 'p10', 60, 'failure', 'preview');
			ended(team, 'p11', 150, 'failure', 'production');
			ended(team, 'p11', 60, 'success', 'production');
		},
	});
	for (const [query, count] of [
		['latest:failed env:prod age<2h', 5],
		['outcome:failed env:prod age<2h', 10],
		['failed:prod<2h', 10],
	] as const) {
		await app.press('/', 'ctrl+u', ...query, 'enter');
		await app.wait(60_000, new RegExp(`of ${count} (?:matches|failed)`));
	}

	expect(rows(app)).toEqual(ids.slice(0, 10));
	await app.go('2', '1 of 10 · ✖10');
	expect(rows(app).toSorted()).toEqual(ids.slice(0, 10));
});

test('filters every list by the filter of the projects, and esc clears it', async () => {
	const {app, team} = await openFailed();
	await app.go(['/', ...'failed:prod<2h', 'enter'], 'filter: failed:prod<2h   1 of 1 match · among 4 projects');
	await app.go([':', ...'wall', 'enter'], /✖1 ◐0 · filter: failed:prod<2h +· As of/);
	expect(app.screen()).not.toContain('web');
	await app.press('esc');
	await app.go('2', /^ filter: failed:prod<2h {3}1 of 1 · ✖1 ◐0/m, /✖ api +failure ✖1/);
	expect(rows(app)).toEqual(['api']);
	await app.go('4', 'filter: failed:prod<2h   1 of 1');
	team.conclude(team.deploy('shop', {environment_id: 'production'}), 'failure');
	team.conclude(team.deploy('web', {environment_id: 'preview'}), 'failure');
	await app.go('2');
	await app.until(/✖ shop/);
	expect(rows(app)).toEqual(['shop', 'api']);
	await app.go('3', /^ filter: failed:prod<2h {3}1 of 3/m, /shop/);
	expect(app.screen()).not.toContain('web');
	await app.go('esc', /^ 1 of 7/m, /web/);
	expect(app.screenName()).toBe('activity');
	await app.go(['esc', '2'], /SUCCEEDED RECENTLY {2}1\n.*api +success ✖2/, /^ 1 of 4 · ✖3/m);
});

test('leaves turns to the selected running deployment beside a broad filter', async () => {
	const ids = Array.from({length: 190}, (_, at) => `p${at}`);
	const {app, team} = await openOnTeam(ids, {
		rows: 30,
		prepare: each => void each.deployWith('p3', 'building', {environment_id: 'production'}),
	});
	await app.go(['/', ...'env:prod', 'enter']);
	await app.wait(20_000, /checked \d+ of 190 · 1 of 1 /, /▌◐ p3 /);
	team.conclude('dep_0001', 'failure');
	await app.wait(10_000, /✖ p3 +.*failure/);
});

test('finds rows of the board by environment, version and words, and esc returns', async () => {
	const {app} = await openFailed();
	await app.go(['2', 'G'], /^▌✔ api/m);
	await app.go(['/', ...'env:prod'], /^ filter: env:prod/m, /▌✔ api/);
	expect(rows(app)).toEqual(['docs', 'api']);
	await app.go(['ctrl+u', ...'preview'], /▌✖ web/);
	expect(rows(app)).toEqual(['web']);
	await app.go(['ctrl+u', ...'zzz', 'enter'], 'Nothing here matches “zzz”.');
	await app.go('esc', /^▌✔ api/m);
	await app.go(['/', ...'foo:x'], 'foo: is not a condition, so it is searched as text');
});

test('finds rows by an outcome typed as a word, not by a part of a status', async () => {
	const {app, team} = await openFailed();
	team.changeProject('shop', {status: 'queued', name: 'shop-eu'});
	team.changeProject('web', {status: 'queued'});
	await app.clock.advance(60_000);
	await app.go(['/', ...'failed', 'enter'], '1 of 3 matches · among 4 projects');
	await app.go(['2'], '✖3 ◐0', /✖ web/);
	expect(rows(app).toSorted()).toEqual(['api', 'docs', 'web']);
	await app.go(['esc', '1', '/', ...'eu', 'enter'], '1 of 1 match · among 4 projects');
	expect(rows(app)).toEqual([]);
	await app.go(['/', 'ctrl+u', ...'ailure', 'enter'], 'No match in 4 projects.');
});

test('names a word that no project contains, and what searches environments', async () => {
	const {app} = await openFailed();
	const said = 'no project contains “prod”; env:, status: and outcome: search other fields';
	await app.go(['/', ...'failed prod'], said, '0 matches · among 4 projects');
	await app.go(['enter', '2'], /▌✖ /);
	await app.go(['/', ...'zzz', 'enter'], 'Nothing here matches', 'no project contains “prodzzz”');
	await app.go(['/', 'ctrl+u', ...'@'], '@ needs the name of a saved filter', /▌✖ /);
	expect(app.screen()).not.toContain('Nothing here');
});

test('names an environment without deployments and a comparison without a condition', async () => {
	let latencyMs = 0;
	const {app} = await openOnTeam(['api', 'web'], {
		latencyMs: () => latencyMs,
		columns: 120,
		prepare(team) {
			ended(team, 'api', 60, 'failure', 'production');
		},
	});
	latencyMs = 2000;
	expect(await app.go(['/', ...'failed:prdo'], '0 matches · among 2 projects')).not.toContain('no environment');
	await app.wait(20_000, 'no environment contains “prdo”; known: production');
	await app.go(['ctrl+u', ...'failed:prod <2h'], '1 match · among 2 projects');
	await app.go(['ctrl+u', ...'env:prod <2h'], '<2h follows no condition, so it is ignored. Type it after one');
	await app.go(['ctrl+u', ...'status:pasued'], 'no status contains “pasued”; known: ');
});

test('counts the projects that an unclassified word may match', {tags: ['fault-210']}, async () => {
	const {app, team} = await openFailed();
	team.conclude(team.deploy('shop', {environment_id: 'production'}), 'epäonnistui');
	await app.clock.advance(60_000);
	await app.go(['/', ...'failed:prod', 'enter'], '1 of 2 matches · 1 with unknown words · among 4 projects');
	await app.go('2', '1 with unknown words · ✖2');
	await app.go(['1', '/', 'ctrl+u', ...'!failed:', 'enter'], '1 of 1 match · 1 with unknown words · among 4 projects');
	expect(await app.go(['/', 'ctrl+u', ...'env:prod', 'enter'], '1 of 3 matches')).not.toContain('unknown');
});

test('does not save a filter that restricts nothing', async () => {
	const {app} = await openFailed();
	await app.go(['/', ...'""'], '"" needs a word or a condition');
	await app.go([save], 'Type a filter first');
	await app.go(['enter', 'F'], 'Press / to filter first');
	await app.go(['esc', 'enter', '/', ...'<2h', 'enter'], 'no match');
});

test('finds deployments of a project by conditions', async () => {
	const {app} = await openFailed();
	await app.go('enter', '1 of 3');
	await app.go(['/', ...'failed:prod age>55m', 'enter'], /search: failed:prod age>55m {2}match 1 of 1/, /^▌✖ failure/m);
	await app.go(['/', ...'!failed', 'enter'], /match 1 of 1/, /^▌✔ success/m);
});

test('edits a filter where the caret was left, also when it is full', async () => {
	const app = await openList();
	await app.go(['/', ...'tor', 'left', 'u', 'enter'], 'filter: tour ');
	await app.go(['/', 'x'], 'filter: touxr ');
	await app.go(['backspace', 'enter', 'f', '/', 'z'], 'filter: tour outcome:in-progressz');
	await app.press('ctrl+u');
	await app.paste('mu'.padEnd(200));
	await app.go(['home', 'right', 'e', 'n'], '1 match · among 12 projects');
});

test.each([
	['a filter', ['/'], 200, 'tour', '2 matches · among 12 projects'],
	['a search', ['enter', '/'], 200, 'outcome:failed', /match 1 of \d /],
	['the palette', [':'], 2048, 'help', /▌ help /],
])('drops what %s has no room for, with the caret at the end', async (_where, keys, length, text, said) => {
	const app = await openList();
	await app.press(...keys);
	await app.paste(`${text}xzzz`.padStart(length + 3));
	await app.go('backspace', said);
});

test('saves a filter under a name, applies it from a menu and removes it', async () => {
	const app = await openList();
	await app.go('F', 'Press / to filter first');
	await app.go(['/', '@'], '@ needs the name of a saved filter. None is saved');
	await app.go(['ctrl+u', save], 'Type a filter first');
	await app.go([...'tour', save, 'half a second'], 'Save the filter tour', 'A short name');
	await app.go('enter', 'Enter a name.');
	await app.go(
		[...'tours', 'enter'],
		'filter: @tours   1 of 2 matches · among 12 projects',
		'Without a profile, a saved',
	);
	await app.go('esc', /of 12$/m);
	await app.go('F', '─ Saved filters ─', /▌ tours +tour/);
	await app.go('enter', 'filter: @tours   1 of 2');
	await app.go(['/', '\u0015', ...'menu', 'enter'], 'filter: menu   1 of 1 match · among 12 projects');
	await app.go('F', /tours +tour/, /Save the current filter +menu/);
	await app.go('D', /▌ \+ Save the current filter +menu/, 'Removed the filter tours: tour');
	await app.go(['enter', 'half a second'], 'Save the filter menu');
	await app.go([...'food', 'enter'], 'filter: @food   1 of 1 match · among 12 projects');
	await app.go(['/', ' ', 'enter', 'F'], /▌ food +menu •/);
	expect(app.screen()).not.toMatch(/tours|Save the current/);
	await app.go(['D', 'esc'], 'filter: menu   1 of 1 match · among 12 projects');
	await app.go(['s', 'j', 'enter', '/', 'ctrl+u', ' ', 'enter', 'F'], 'Press / to filter first');
	await app.go('esc', 'No filter or marks to clear');
});

test('offers a saved filter in the palette and in other filters, on every list', async () => {
	const app = await openList();
	await app.go(['/', ...'tour', save, 'half a second', ...'tours', 'enter', 'esc', '2'], 'checked');
	await app.go([':', ...'tours'], /▌ filter @tours/);
	await app.go('enter', /^ filter: @tours/m, '2 Board');
	expect(app.screenName()).toBe('board');
	await app.go(['3', ':', ...'filter @tours eu', 'enter'], /^ filter: @tours eu/m);
	expect(app.screenName()).toBe('activity');
	await app.go(
		['1', 'enter', ':', ...'filter @tours eu', 'enter'],
		'filter: @tours eu   1 of 1 match · among 12 projects',
	);
	await app.go(['/', 'ctrl+u', '@', 'x'], '@x is not a saved filter, so it is searched as text. Saved: @tours');
	await app.go(['ctrl+u', ...'@tours', 'enter', 'F', 'D', 'esc'], 'filter: @tours   0 matches');
});

test.each([
	['an id', ''],
	['the address of a project', 'http://service.invalid/v1/projects/'],
	['a link', 'https://somewhere.example/team/'],
])('reads once for %s pasted into the filter, also beyond the loaded pages', async (_what, before) => {
	const app = await openDemo({projects: 500}, '1 of 200+');
	await app.press('down');
	const {out} = await runCommandLine('ls --all', {projects: 500});
	const [id = '', name = ''] = linesOf(out).at(-1)?.split('\t') ?? [];
	await app.press('/');
	await app.paste(before + id);
	await app.see(name);
	await app.press('enter');
	await app.see(name);
	expect(app.requestCount(new RegExp(`GET /v1/projects/${id}$`))).toBe(1);
	expect(app.requestCount(/cursor=/)).toBe(1);
	await app.go('enter', 'OUTCOME');
});

test('says after one read that no project has an id', async () => {
	const app = await openDemo({projects: 500}, '1 of 200+');
	await app.press('/');
	await app.paste('prj_0zzzzzz9999');
	await app.see('No project has the id prj_0zzzzzz9999.');
	await app.wait(60_000, 'No project has the id prj_0zzzzzz9999.');
	expect(app.requestCount(/prj_0zzzzzz9999$/)).toBe(1);
	expect(new Set(app.requests().filter(request => request.includes('cursor='))).size).toBe(1);
});
