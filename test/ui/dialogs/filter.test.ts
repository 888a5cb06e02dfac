import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo, openList} from '../../kit/app/open.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam, type Team} from '../../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

const rows = () =>
	app
		.screen()
		.split('\n')
		.filter(line => /^[▌ ][·✔✖⊘◇×] /.test(line))
		.map(line => line.slice(3, 28).trim());

test('typing a filter shows the matching projects at once, with their count', async () => {
	app = await openList();
	await app.press('/');
	await app.type('prdtour');
	await app.see('/ prdtour    2 match in 12');
	expect(rows()).toEqual(['product-tour-nordwind', 'Product tour eu']);
	await app.press('enter');
	await app.see('1 of 2 · 2 match in 12');
	await app.press('esc');
	await app.see('of 12');
	expect(rows()).toHaveLength(12);
});

test('a pasted id or URL finds its project, also beside other words', async () => {
	app = await openList();
	const {id, url, name} = app.session.store.get().projects.list.rows[4] ?? {};
	await app.press('/', `\u001B[200~${id}\u001B[201~`);
	await app.see('1 match in 12');
	expect(rows()).toEqual([name?.shown]);
	await app.press('ctrl+u', `\u001B[200~${url?.exact}/\u001B[201~`);
	await app.see('1 match in 12');
	expect(rows()).toEqual([name?.shown]);
	expect(app.screen()).not.toContain('not a condition');
	await app.type(' zzz');
	await app.see('Nothing matches');
});

test('letters typed into a filter do not act as keys, and pasted lines become one', async () => {
	app = await openList();
	await app.press('/');
	await app.type('qjP?');
	await app.see('/ qjP?');
	await app.press('ctrl+u');
	await app.press('\u001B[200~menu\nb\u001B[201~');
	await app.see('/ menu b    1 match in 12');
	await app.press('backspace');
	await app.see('/ menu ');
	await app.press('\u0017');
	await app.see(/^ \/$/m);
});

test('the selected project stays selected while a filter is typed and when it is cleared', async () => {
	app = await openList();
	await app.press('j', 'j', 'j', 'j', 'j', 'j', 'j', 'j');
	expect(app.selectedLine()).toContain('Product tour eu');
	await app.press('/');
	await app.type('pr');
	expect(app.selectedLine()).toContain('Product tour eu');
	// No match for a moment.
	await app.type('z');
	await app.see('Nothing matches “prz” in 12 projects.');
	await app.press('backspace');
	expect(app.selectedLine()).toContain('Product tour eu');
	await app.press('esc');
	await app.see('9 of 12');
	expect(app.selectedLine()).toContain('Product tour eu');
});

test('the filter survives a visit to another screen, and its rows are still refreshed', async () => {
	app = await openList();
	await app.press('/');
	await app.type('tour');
	await app.press('enter', 'j', 'enter');
	await app.see('OUTCOME');
	await app.press('esc');
	await app.see('2 of 2 · 2 match in 12');
	expect(app.selectedLine()).toContain('Product tour eu');
	const before = app.requests().filter(request => request === 'GET /v1/projects?limit=100').length;
	await app.clock.advance(13_000);
	expect(app.requests().filter(request => request === 'GET /v1/projects?limit=100').length).toBe(before + 1);
});

test('a selected project that no longer matches the filter keeps its line until the selection moves, and is reported', async () => {
	app = await openList();
	await app.press('/');
	await app.type('tour');
	await app.press('enter', 'j', 'k');
	const {id} = app.session.store.get().projects.position;
	app.requestAsTeammate('PATCH', `/v1/projects/${id}`, {name: 'other', slug: 'other', url: 'https://other.example'});
	while (!app.screen().includes('gone: ')) await app.clock.advance(100);
	await app.see('product-tour-nordwind no longer matches');
	await app.see('1 of 1 · 1 match');
	await app.press('j');
	expect(app.selectedLine()).toContain('Product tour eu');
	expect(app.screen()).not.toContain('gone: ');
});

test('n and N move between the matches of the last filter once all rows are shown again', async () => {
	app = await openList();
	await app.press('n');
	await app.see('Press / to search first');
	await app.press('/');
	await app.type('tour');
	await app.press('esc', 'n');
	expect(app.selectedLine()).toContain('Product tour eu');
	await app.press('n');
	expect(app.selectedLine()).toContain('product-tour-nordwind');
	await app.press('N');
	expect(app.selectedLine()).toContain('Product tour eu');
	expect(rows()).toHaveLength(12);
});

test('L loads all pages for the filter, and esc stops it and keeps the loaded ones', async () => {
	app = await openDemo({projects: 2000, latencyMs: 50});
	await app.clock.advance(1000);
	await app.see('of 200+');
	await app.press('/');
	await app.type('site');
	await app.press('enter');
	await app.see('match in 200 loaded · L loads the rest');
	await app.press('L');
	await app.see('loading all');
	await app.clock.advance(300);
	await app.press('esc');
	await app.see(/match in [3-9]00 loaded/);
	expect(app.screen()).not.toContain('loading all');
	await app.press('L');
	await app.clock.advance(5000);
	await app.see('All 2,000 projects loaded');
	await app.see('match in 2,000');
});

test('esc clears the filter and keeps the order, on every screen of the projects', async () => {
	app = await openList();
	await app.press('s', 'j', 'enter', '/');
	await app.type('eu');
	await app.see('/ eu');
	await app.press('esc');
	await app.see(/of 12 · by name ▲/);
	for (const screen of ['1', '4']) {
		await app.press(screen, '/');
		await app.type('eu');
		await app.press('enter');
		await app.see(/match in 12 · by name ▲/);
		await app.press('esc');
		await app.see(/of 12 · by name ▲/);
	}

	await app.press('esc');
	await app.see('STATUS');
	await app.press('esc');
	await app.see('Nothing to stop or clear');
	await app.see(/of 12 · by name ▲/);
	await app.press(' ');
	await app.see('1 marked');
	await app.press('esc', 'k');
	await app.see(/of 12 · by name ▲ {2}/);
});

test('a filter that matches nothing says so in full on a narrow screen', async () => {
	app = await openList({columns: 40, rows: 12});
	await app.press('f', 'f', 'f');
	await app.see(/Nothing matches “is:watched” in 12\s+projects\./);
});

/** Opens landfall on a team with these projects and their statuses. */
async function openStatuses(projects: ReadonlyMap<string, string>, rows = 24): Promise<Team> {
	const clock = createTestClock();
	const team = createTeam({clock, projects: [...projects.keys()]});
	for (const [id, status] of projects) team.changeProject(id, {status});
	app = await openDemo({clock, handle: team.handle, rows});
	return team;
}

const three = new Map([
	['api', 'active'],
	['web', 'archived'],
	['docs', 'active'],
]);

const shown = () =>
	app
		.screen()
		.split('\n')
		.slice(0, -2)
		.filter(line => /^[▌ ]\S (?:• )?\S/.test(line))
		.map(line => /^.\S (?:• )?(\S+)/.exec(line)?.[1])
		.toSorted();

async function search(typed: string) {
	await app.press('/', 'ctrl+u');
	await app.type(typed);
	await app.see(`/ ${typed}`);
}

test('any condition of a query can be negated, and plain words also match statuses', {tags: ['fault-93']}, async () => {
	await openStatuses(three);
	await app.see('1 of 3');
	await search('!status:active');
	await app.see('1 match in 3');
	expect(shown()).toEqual(['web']);
	await app.press('enter');
	await search('archiv');
	expect(shown()).toEqual(['web']);
	await app.press('enter');
	await search('!archived');
	expect(shown()).toEqual(['api', 'docs']);
});

test('outcome: and env: test the newest deployment, and the rows follow when it changes', {
	tags: ['fault-93'],
}, async () => {
	const team = await openStatuses(three);
	await app.see('1 of 3');
	const [failed, running] = [team.deploy('api', {environment_id: 'production'}), team.deploy('docs')];
	team.conclude(failed, 'failure');
	await app.clock.advance(15_000);
	await search('outcome:failed');
	await app.see('1 match in 3');
	expect(shown()).toEqual(['api']);
	await app.press('enter');
	await search('!outcome:failed');
	expect(shown()).toEqual(['docs', 'web']);
	await app.press('enter');
	await search('env:PROD');
	expect(shown()).toEqual(['api']);
	await app.press('enter');
	await search('outcome:failed');
	await app.press('enter');
	team.conclude(running, 'failure');
	await app.clock.advance(120_000);
	await app.see('2 failed in 3');
	expect(shown()).toEqual(['api', 'docs']);
	await search('failure');
	expect(shown()).toEqual(['api', 'docs']);
});

test('a query on deployments counts the projects whose newest deployment is not loaded, and loads them', {
	tags: ['fault-93'],
}, async () => {
	const many = new Map(Array.from({length: 90}, (_, at) => [`p${at}`, 'active'] as const));
	const team = await openStatuses(many, 20);
	for (const id of ['p60', 'p70', 'p80']) team.conclude(team.deploy(id), 'failure');
	await app.see('1 of 90');
	await search('outcome:failed');
	await app.see(/0 match in 90 · \d\d not loaded yet/);
	await app.see(/The newest deployments of \d\d projects are not loaded yet\./);
	await app.press('enter');
	await app.clock.advance(60_000);
	await app.see('3 failed in 90');
	expect(app.screen()).not.toContain('not loaded yet');
	expect(shown()).toEqual(['p60', 'p70', 'p80']);
});

test.each([
	['status:failed', 'status: tests the project; for deployments use outcome:failed'],
	['age<1x', 'x is not a unit (s, m, h, d, w or y)'],
	['age<', 'age< needs a number and a unit'],
	['v>', 'v> needs a version'],
	['foo:bar', 'foo: is not a condition, so it is searched as text'],
	['outcome:fial', 'Unknown outcome fial'],
	['outcome:fai', 'outcome: can be waiting, in-progress'],
	['!', '! needs a word or a condition'],
])('the problem with the query %s is reported while it is typed', {tags: ['fault-93']}, async (typed, said) => {
	await openStatuses(three);
	await app.see('1 of 3');
	await search(typed);
	const line = app.screen().split('\n').at(-2) ?? '';
	expect(line.startsWith(` / ${typed}`)).toBe(true);
	await app.see(said);
});

test('the problem with a query is still reported once the query is applied', {tags: ['fault-93']}, async () => {
	await openStatuses(three);
	await app.see('1 of 3');
	await search('age<1x');
	await app.press('enter');
	await app.see(/3 match in 3 .*\n x is not a unit/);
});

test('a new query selects its first match, even if a later row was selected before', async () => {
	await openStatuses(
		new Map(Array.from({length: 60}, (_, at) => [`p${at}`, at % 2 === 0 ? 'active' : 'archived'] as const)),
	);
	await app.see('1 of 60');
	await app.press('/');
	await app.type('active');
	await app.press('pageDown', 'enter', '/');
	expect(app.selectedLine()).not.toMatch(/ p0 /);
	await app.press('ctrl+u');
	await app.type('arc');
	expect(app.selectedLine()).toMatch(/ p1 /);
	await app.type('h');
	expect(app.selectedLine()).toMatch(/ p1 /);
	await app.press('backspace', 'backspace', 'backspace', 'backspace');
	await app.type('p5');
	expect(app.selectedLine()).toMatch(/ p5 /);
});

test('the selected row stays selected when a query is changed, or cleared and restored', async () => {
	await openStatuses(new Map(Array.from({length: 30}, (_, at) => [`p${at}`, 'active'] as const)));
	await app.see('1 of 30');
	await app.press('/');
	await app.type('p2');
	await app.press('down', 'down', 'down');
	expect(app.selectedLine()).toMatch(/ p21 /);
	await app.press('backspace');
	expect(app.selectedLine()).toMatch(/ p21 /);
	await app.type('2');
	expect(app.selectedLine()).toMatch(/ p21 /);
	await app.press('ctrl+u', 'ctrl+y');
	expect(app.selectedLine()).toMatch(/ p21 /);
});
