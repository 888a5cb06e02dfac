import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam, type Team} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

/** Opens landfall on a team with these projects and their statuses. */
async function openTeam(projects: ReadonlyMap<string, string>, rows = 24): Promise<Team> {
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
	await openTeam(three);
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
	const team = await openTeam(three);
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
	const team = await openTeam(many, 20);
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
	await openTeam(three);
	await app.see('1 of 3');
	await search(typed);
	const line = app.screen().split('\n').at(-2) ?? '';
	expect(line.startsWith(` / ${typed}`)).toBe(true);
	await app.see(said);
});

test('the problem with a query is still reported once the query is applied', {tags: ['fault-93']}, async () => {
	await openTeam(three);
	await app.see('1 of 3');
	await search('age<1x');
	await app.press('enter');
	await app.see(/3 match in 3 .*\n x is not a unit/);
});

test('a new query selects its first match, even if a later row was selected before', async () => {
	await openTeam(
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
	await openTeam(new Map(Array.from({length: 30}, (_, at) => [`p${at}`, 'active'] as const)));
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
