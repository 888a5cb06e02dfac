import {expect, test} from 'vitest';
import {type OpenApp, openDemo, openList, openOnTeam} from '../../kit/app/open.ts';

const rows = (app: OpenApp) =>
	[...app.screen().matchAll(/^[▌ ][·✔✖⊘◇×◐◌] (?:[•◉] )*(\S.{1,22})/gm)].map(([, name = '']) => name.trim());

test('shows matches and their count while a filter is typed, and n and N move among all rows', async () => {
	const app = await openList();
	await app.go('n', 'Press / to filter first');
	await app.go(['/', ...'tour', 'esc', 'n'], /^▌.*product-tour-nordwind/m);
	await app.go(['/', 'esc', '/', ...'tour'], 'filter: tour    2 matches · among 12 projects');
	expect(rows(app)).toEqual(['product-tour-nordwind', 'Product tour eu']);
	await app.go('enter', '1 of 2 matches · among 12 projects');
	await app.go('esc', /^ 2 of 12$/m, /^▌.*product-tour-nordwind/m);
	await app.go('n', /^▌.*Product tour eu/m);
	await app.go('N', /^▌.*product-tour-nordwind/m);
	expect(rows(app)).toHaveLength(12);
});

test('finds a project by a pasted id or URL, also beside other words', async () => {
	const app = await openList();
	const {id, url, name} = app.state().projects.list.rows[4] ?? {};
	await app.press('/');
	for (const pasted of [id, `${url?.exact}/`, `https://x.example/t?at=${id}&b=1`, `${id}/dep_1`]) {
		await app.go(['ctrl+u', `\u001B[200~${pasted}\u001B[201~`], '1 match · among 12 projects');
		expect(rows(app)).toEqual([name?.shown]);
	}

	await app.go(['ctrl+u', ...'dep_404'], 'A deployment is found by its id once its project has been read');
	expect(app.screen()).not.toContain('not a condition');
	await app.go([...' zzz'], 'No match in 12 projects.');
});

/** Selects a project far down a list of 41. */
async function openForty() {
	const {app} = await openOnTeam([...Array.from({length: 40}, (_, at) => `project-${at}`), 'web']);
	await app.go(['pageDown', ...'jjjjkk'], /^▌.*project-22 /m);
	return app;
}

test.each([
	['matches nothing', ['/', ...'zzz']],
	['matches other rows', ['/', ...'web']],
	['matches the row alone', ['/', ...'project-22']],
	['is the second', ['/', ...'web', 'ctrl+u', ...'web']],
	['matches nothing, was applied and is opened again', ['/', ...'zzz', 'enter', '/', 'x']],
	['matches nothing and was applied', ['/', ...'zzz', 'enter']],
	['is a command and matches nothing', [':', ...'filter zzz', 'enter']],
])('goes back to the earlier row on its line with esc, if the filter %s', async (_which, keys) => {
	const app = await openForty();
	const row = app.selectedRow();
	await app.go([...keys], 'filter: ');
	await app.go('esc', '23 of 41', /^▌.*project-22 /m);
	expect(app.selectedRow()).toBe(row);
});

test.each([
	['that hides it selects the next match below', [], '-3', 'project-30'],
	['that hides it selects the last match if all are above', [], '-1', 'project-19'],
	['that hides it selects the first match of a sorted list', ['s', 'j', 'enter'], '-3', 'project-3'],
	['that is typed anew selects the first match', [], ['home', ' ', '\u000B', ...'project-1'], 'project-1'],
	['that is typed anew after a movement keeps it', [], ['ctrl+u', 'down', ...'project-2'], 'project-23'],
	['that is emptied keeps it', [], ['ctrl+u', ' '], 'project-22'],
])('with a project selected, a filter %s', async (_what, keys, more, name) => {
	const app = await openForty();
	await app.go([...keys, ':', ...'filter project', 'enter'], '40 matches · among 41 projects', /^▌.*project-22 /m);
	await app.go(['/', ...more], new RegExp(`^▌.*${name} `, 'm'));
});

test('keeps a selected project that no longer matches until the cursor moves', {tags: ['fault-156']}, async () => {
	const names = () => rows(app).map(row => row.split(' ')[0]);
	const {app, team} = await openOnTeam([...Array.from({length: 40}, (_, at) => `p-${at}`)]);
	await app.go(['/', ...'name:p-', 'enter', 'G', 'enter', 'esc'], '40 of 40 matches · among 40 projects', /^▌.*p-39 /m);
	for (const {id} of app.state().projects.list.rows.slice(2, 38))
		team.changeProject(id, {name: 'other', slug: 'other'});
	await app.wait(30_000, '4 of 4', '4 matches · among 40 projects');
	expect(names()).toEqual(['p-0', 'p-1', 'p-38', 'p-39']);
	await app.go(['e', 'half a second', 'ctrl+u', ...'renamed', 'enter'], /^▌.*renamed.* no longer matches/m);
	expect(names()).toEqual(['p-0', 'p-1', 'p-38', 'renamed']);
	await app.go('t', 'Deploy renamed?');
	await app.go(['esc', 'enter', 'esc'], /^▌.*renamed.* no longer matches/m);
	await app.go(' ', '1 marked', /^▌.*p-38 /m);
	expect(names()).toEqual(['p-0', 'p-1', 'p-38']);
	await app.press(...'gne', 'half a second', 'ctrl+u', ...'other', 'enter');
	await app.wait(1000, /^▌.*other.* no longer matches/m, '1 marked');
	await app.go('v', /^▌.*other.* no longer matches/m, '2 marked');
	await app.go('n', /^▌.*p-38 /m);
});

test('reads up to 20 pages for a filter with few matches, until esc', async () => {
	const app = await openDemo({projects: 3000, latencyMs: 50});
	await app.wait(1000, 'of 200+');
	await app.go(['/', ...'zzz'], 'No match yet in the 200 projects loaded.');
	await app.wait(200, /0 matches · among [3-9]00\+ projects · loading more/);
	await app.go('enter', 'loading more · esc stops');
	await app.go('esc', /No match in the [\d,]+ projects loaded\. L loads the rest\./, 'L loads more');
	await app.go(['/', 'z'], /loading more/);
	await app.wait(60_000, 'No match in the 2,000 projects loaded. L loads the rest.');
	await app.go(['ctrl+u', ...'outcome:failed'], /of 2,000\+|among 2,000\+/);
});

test('reads no more pages for a filter that fills the screen, until L loads all', async () => {
	const app = await openDemo({projects: 2000, latencyMs: 50});
	await app.wait(1000, 'of 200+');
	await app.go(['/', ' ', 'enter'], /^ 1 of 200\+$/m);
	await app.go(['/', ...'e', 'enter'], 'among 200+ projects · L loads more');
	await app.wait(5000, 'among 200+ projects · L loads more');
	await app.go('G', / (\d+) of \1 matches · among 200\+ projects · L loads more/);
	await app.go('L', 'loading all');
	await app.clock.advance(300);
	expect(await app.go('esc', /among [3-9]00\+ projects/)).not.toContain('loading all');
	await app.press('L', '2');
	await app.wait(20_000, /of 1,\d00\+/);
	await app.press('1', 'k');
	await app.wait(5000, '2,000 projects loaded', 'among 2,000 projects');
});

test('sorts with s, reverses with S and keeps the selected project', async () => {
	const app = await openList();
	const selected = app.selectedLine().slice(3, 25);
	await app.go(['s', 'j', 'enter'], 'by name ▲');
	const ascending = rows(app);
	expect(ascending).toEqual(ascending.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
	expect(app.selectedLine()).toContain(selected);
	await app.go('S', 'by name ▼');
	expect(rows(app)).toEqual(ascending.toReversed());
	expect(app.selectedLine()).toContain(selected);
	expect(await app.go(['s', 'k', 'enter'], /\d of 12$/m)).not.toContain('by name');
});

test('clears the filter with esc and keeps the order, on every screen of projects', async () => {
	const app = await openList();
	await app.go(['s', 'j', 'enter', '/', ...'eu'], 'filter: eu');
	await app.go('esc', /of 12 · by name ▲/);
	for (const screen of ['1', '4']) {
		await app.go([screen, '/', ...'eu', 'enter'], /among 12 projects · by name ▲/);
		await app.go('esc', /of 12 · by name ▲/);
	}

	await app.go('esc', 'WHEN');
	await app.go('esc', 'No filter or marks to clear', /of 12 · by name ▲/);
	await app.go(' ', '1 marked');
	await app.go(['esc', 'k'], /of 12 · by name ▲$/m);
});

test('loads all pages with G and shows progress, until esc or a move stops it', async () => {
	const app = await openDemo({projects: 3000, latencyMs: 100});
	await app.wait(1000, '1 of 200+');
	await app.press('G');
	await app.wait(500, /1 of [3-9]00\+ · loading all: [3-9]00 · esc stops/);
	await app.press('esc');
	await app.clock.advance(2000);
	expect(app.screen()).not.toContain('loading all');
	await app.see(/1 of [3-9]00\+/);
	await app.press('G', 'j');
	await app.wait(2000, /2 of [3-9]00\+$/m);
	await app.go('g', /1 of [3-9]00\+$/m);
	await app.press('G');
	await app.wait(5000, '3,000 of 3,000');
});

test('keeps marks across filters, sorting, new projects and screens, until esc', async () => {
	const app = await openList();
	await app.go(['j', ' ', ' '], '4 of 12 · 2 marked');
	const marked = () => [...app.screen().matchAll(/^.{3}• (.{19})/gm)].map(([, name = '']) => name.trim());
	expect(marked()).toEqual(['product-tour-nordwi', 'media-kit']);
	await app.press('s', 'j', 'enter', 'enter', 'esc');
	expect(marked()).toEqual(['media-kit', 'product-tour-nordwi']);
	await app.go(['/', ...'media', 'enter'], '1 of 1 match · among 12 projects · by name ▲ · 2 marked');
	await app.go('A', 'by name ▲ · 1 marked');
	await app.go('A', 'by name ▲ · 2 marked');
	await app.go([' ', 'esc'], '· 1 marked');
	app.requestAsTeammate('POST', '/v1/projects', {name: 'made-by-somebody-else'});
	await app.wait(13_000, 'of 13 · by name ▲ · 1 marked');
	expect(marked()).toEqual(['product-tour-nordwi']);
	await app.press('esc');
	expect(marked()).toEqual([]);
});

test('counts the projects with unread deployments for a query, and reads them', {tags: ['fault-93']}, async () => {
	const many = Array.from({length: 90}, (_, at) => `p${at}`);
	const {app} = await openOnTeam(many, {rows: 20, deployed: {p60: 'failure', p70: 'failure', p80: 'failure'}});
	await app.go(['/', ...'outcome:failed'], 'filter: outcome:failed');
	await app.see(/checked \d\d? of 90 · 0 matches · among 90 projects/);
	await app.see(/Deployments of \d\d projects are not read yet\./);
	await app.resize(40, 12);
	await app.see(/^ checked \d\d? of 90 · 0 matches$/m);
	await app.resize(80, 24);
	await app.press('enter');
	expect(await app.wait(60_000, '3 matches · among 90 projects')).not.toContain('checked ');
	expect(rows(app)).toEqual(['p60', 'p70', 'p80']);
});

test('cycles with f through all, in progress, failed and watched', async () => {
	const deployed = {api: 'success', docs: 'failure', web: 'building'};
	const {app} = await openOnTeam(['api', 'docs', 'web'], {columns: 100, deployed});
	await app.wait(20_000, /web .*building/);
	await app.go(['j', 'j', 'w', 'g', 'f'], '1 of 1 in progress · among 3 projects');
	expect(rows(app)).toEqual(['web']);
	await app.go('f', '1 failed · among 3 projects');
	expect(rows(app)).toEqual(['docs']);
	await app.go('f', '1 watched · among 3 projects');
	expect(rows(app)).toHaveLength(1);
	await app.go('w', '0 watched · among 3 projects');
	await app.go('f', /^ \d of 3$/m);
	expect(rows(app)).toEqual(['api', 'docs', 'web']);
	await app.go(['/', 'd', 'enter', 'f', 'f'], '1 failed · among 3 projects');
	expect(app.state().projects.filtered?.query).toBe('d latest:failed');
	await app.go('esc', /^ \d of 3$/m);
});

test('marks a range that follows the cursor, and deploys it', async () => {
	const app = await openList();
	await app.go([...'jvjjj'], '4 marked, v ends the range');
	await app.go([...'kk'], '2 marked, v ends the range');
	await app.go([...'kk'], '1 of 12 · 2 marked');
	await app.go([...'vG'], /12 of 12 · 2 marked$/m);
	await app.go(['esc', 'g', ' ', ...'jvjj'], '4 marked');
	await app.go('esc', /1 marked$/m);
	await app.go(['esc', ...'gvjj', ' '], /2 marked$/m);
	await app.go([...'jj'], /2 marked$/m);
	await app.go(['esc', ...'gvjjt'], 'Deploy these 3 projects?');
	await app.go(['esc', 'esc', ...'gvs', 'j', 'enter'], 'by name');
	await app.go('k', '2 marked, v ends the range');
	expect((app.screen().match(/^.{3}• \S+/gm) ?? []).join()).toContain('waitlist-lumen');
	await app.go(['/', ...'tour', 'enter', 'j'], / · 2 marked$/m);
});

test('guides an empty team to its first project and deployment, unless it is read-only', async () => {
	await openDemo({world: 'empty', isReadOnly: true}, 'No projects yet, and this connection is read-only.');
	const app = await openDemo({world: 'empty'}, 'No projects yet. Press a to add one, then t to deploy it.');
	await app.answer('a', [...'first', 'enter'], 'No deployments yet. Press t to deploy this project.');
	await app.answer('t', 'y');
	await app.wait(1000, 'queued');
});
