import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import type {Handle} from '../../src/api/in-process.ts';
import {createPlaces, openFirst} from '../../src/app/open-session.ts';
import type {MainScreen} from '../../src/base/main-screens.ts';
import {plain} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {currentScreen} from '../../src/state/state.ts';
import type {Places} from '../../src/sync/place-sync.ts';
import {type OpenApp, open, openDemo, openList} from '../kit/app/open.ts';
import {profileService} from '../kit/app/session.ts';
import {createTestClock, type TestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createPagingService} from '../kit/services/paging-service.ts';
import {createTeam} from '../kit/services/team.ts';

let clock: TestClock;
let handle: Handle;
let directory: string;
let places: Places;

function forgetPlaces() {
	directory = temporaryDirectory();
	const path = join(directory, 'journal.sqlite');
	places = createPlaces(openJournal({path, now: () => 0}), path);
}

type StartOptions = Partial<Parameters<typeof openFirst>[1]> & {latencyMs?: number; startScreen?: MainScreen};

async function start(profile = 'acme', options: StartOptions = {}) {
	const {latencyMs = 0, startScreen, isWall = false, screen, filter} = options;
	const app = await open({
		clock,
		places,
		journalPath: join(directory, 'journal.sqlite'),
		profiles: [{name: profile, host: plain`host`, baseUrl: `https://${profile}.example.com`}],
		access: hooks => ({
			enterProfile: async name => profileService({clock, hooks, name, handle, latencyMs}),
			choicesFor: () => ({startScreen}),
		}),
	});
	openFirst(app.session.store, {isWall, screen, filter});
	await app.session.actions.enterProfile(profile);
	return app;
}

async function restart(app: OpenApp, options: StartOptions = {}) {
	app.close();
	return start('acme', options);
}

/** Starts landfall for a new user of this service. */
async function openOn(service: Handle) {
	forgetPlaces();
	handle = service;
	const app = await start();
	await app.see(/1 of \d+/);
	return app;
}

async function openTeam(...projects: readonly string[]) {
	clock = createTestClock();
	const team = createTeam({clock, projects});
	const app = await openOn(team.handle);
	return {app, team};
}

const pageOf = (from: number) => Array.from({length: 100}, (_, index) => `p${from + index}`);

/** Selects a project on the third of pages with 100 projects. */
async function openPages(count = 300) {
	clock = createTestClock();
	const app = await openOn(
		createPagingService((cursor = '100') => ({
			ids: pageOf(Number(cursor)),
			next: cursor === String(count) ? null : String(Number(cursor) + 100),
		})),
	);
	for (let page = 0; page < 11; page++) {
		await app.press('pageDown');
		await clock.advance(100);
	}

	await app.press('k', 'k');
	const line = app.selectedLine();
	const [name = ''] = /p\d+/.exec(line) ?? [];
	expect(Number(name.slice(1))).toBeGreaterThan(300);
	return {app, name, line: app.lines().indexOf(line)};
}

test('filter, order, selection, marks, dates and details survive a restart', async () => {
	const {app} = await openTeam('web-b', 'api', 'web-a', 'web-c');
	await app.resize(120, 24);
	await app.go([' ', 'z', 'p', 's', 'down', 'enter', '/', ...'web', 'enter', 'j', 'j'], /▌.*web-c/);
	const reopened = await restart(app);
	await reopened.resize(120, 24);
	await reopened.see('3 of 3', /^▌.*web-c/m, /│ web-c/);
	const filtered = {query: 'web', sort: {by: 'name', isDescending: false}};
	expect(reopened.state().projects).toMatchObject({filtered, marks: new Set(['web-b'])});
	expect(reopened.state().preferences.isTimeAbsolute).toBe(true);
});

test('a restart reads as far as the selected project, and all pages only for a filter over all', async () => {
	let {app, name, line} = await openPages();
	app = await restart(app);
	expect(await app.see(new RegExp(`▌.*${name}`))).not.toContain('in the list again');
	expect(app.selectedRow()).toBe(line);
	app = await restart(app, {latencyMs: 1000});
	await app.wait(1000, '1 of 100+');
	await app.press('j');
	await app.wait(5000, '2 of 300', /^▌.*p101/m);
	await app.go('g', '1 of 300');
	app = await restart(app);
	await app.go(['/', 'p', 'enter'], '1 of 200 matches · among 200+ projects');
	app = await restart(app);
	await app.wait(1000, '1 of 100 matches · among 100+ projects');
	await app.press('L');
	await app.wait(1000, '1 of 300');
	app = await restart(app);
	await app.see('1 of 300');
	({app} = await openPages(1100));
	await app.go(['/', 'p', 'enter', 'L'], '1,100 matches · among 1,100 projects');
	app = await restart(app);
	await app.wait(1000, '1 of 100 matches · among 100+ projects');
});

test('the place is saved after three seconds, and a gone project leads to the top', async () => {
	const {app, team} = await openTeam('api', 'web', 'docs');
	await app.press('j');
	await clock.advance(3000);
	expect(places.read('acme acme.example.com')?.project?.id).toBe('web');
	app.close();
	team.remove('web');
	const reopened = await start();
	await reopened.see('1 of 2');
	expect(reopened.state().projects.cursor.id).toBeUndefined();
});

test.each(["'{'", "'null'", "'7'", "'[{}]'", `'{"name": 7, "screen": "wall", "open": 7, "format": 5}'`])(
	'a journal with only %s for every text does no harm',
	{tags: ['fault-187']},
	async text => {
		const {app, team} = await openTeam('api', 'web');
		team.conclude(team.deploy('web'), 'failure');
		team.deployWith('api', 'building');
		await app.wait(12_000, '1 of 2');
		await app.go('enter', 'building');
		await app.go(['w', 'e', 'half a second', ...'x', 'esc'], 'Your changes are kept unsent');
		await app.answer('t', 'y', 'Deploying api');
		app.close();
		const journal = new DatabaseSync(join(directory, 'journal.sqlite'));
		const texts =
			'drafts.content observations.record changes.from_status changes.to_status deploy_bodies.body places.place';
		for (const [table, column] of texts.split(' ').map(name => name.split('.')))
			journal.exec(`UPDATE ${table} SET ${column} = ${text}`);
		journal.exec(`UPDATE OR IGNORE entries SET kind = 'constructor'`);
		journal.close();
		const reopened = await start();
		await reopened.wait(12_000, '1 of 2');
		await reopened.go('enter', 'building');
		await reopened.go('3', /web +failure/);
		await reopened.go('2', 'building');
		await reopened.go('t', 'Deploy api?');
	},
);

test('an open deployment survives a restart, with its project and the list below', async () => {
	const {app, team} = await openTeam('api', 'web');
	team.conclude(team.deploy('web'), 'success');
	team.conclude(team.deploy('web'), 'failure');
	team.changeProject('web', {name: 'Shop'});
	await app.wait(12_000, 'Shop');
	await app.go(['j', 'enter'], 'failure');
	await app.go(['j', 'enter'], 'request id');
	const reopened = await restart(app, {latencyMs: 1000});
	await reopened.see('Shop');
	await reopened.wait(60_000, 'request id');
	await reopened.go('esc', /▌.*success/);
	await reopened.go('esc', /▌.*Shop/);
});

test('the screen survives a restart, and --wall opens the wall instead', async () => {
	let {app} = await openTeam('api', 'web');
	await app.answer('t', 'y', 'queued');
	for (const [key, name] of [
		['2', 'board'],
		['4', 'versions'],
		['3', 'activity'],
	] as const) {
		await app.press(key);
		app = await restart(app);
		await app.wait(3000, '1 Projects', /^▌.* api/m);
		expect(app.screenName()).toBe(name);
	}

	await app.see(/api +deployed v1/);
	app = await restart(app, {isWall: true});
	await app.see('checked ');
	app = await restart(app);
	await app.see('1 Projects');
	expect(app.screenName()).toBe('activity');
});

test('options precede the start screen of a profile, which precedes the saved place', async () => {
	let {app} = await openTeam('api', 'web', 'docs');
	await app.go(['/', ...'api', 'enter', '4'], /filter: api {3}.*1 of 1/);
	for (const [options, name, shown] of [
		[{startScreen: 'board'}, 'board', 'filter: api'],
		[
			{startScreen: 'board', screen: 'projects', filter: 'web'},
			'projects',
			'filter: web   1 of 1 match · among 3 projects',
		],
		[{screen: 'activity'}, 'activity', /^ 1 of|No activity yet/m],
		[{isWall: true}, 'wall', /^(?!.*filter).*checked /s],
		[{isWall: true, filter: 'env:prod'}, 'wall', 'filter: env:prod'],
	] as const) {
		app = await restart(app, options);
		await app.see(shown);
		expect(app.screenName()).toBe(name);
	}
});

test('each profile has its own place, which follows its name', async () => {
	const {app} = await openTeam('api', 'web', 'docs');
	await app.press('j');
	app.close();
	const other = await start('other');
	await other.see('1 of 3');
	await other.go(['j', 'j', ',', 'n', 'half a second', 'ctrl+u', ...'new', 'enter'], '▌ new');
	other.close();
	const keys = ['acme acme.example.com', 'other other.example.com', 'new other.example.com'];
	expect(keys.map(key => places.read(key)?.project?.id)).toEqual(['web', undefined, 'docs']);
});

test('a profile opens at its place, with the same preferences as another one', async () => {
	const {app} = await openTeam('api', 'web');
	await app.go(['j', 'enter'], 'No deployments yet');
	await app.session.actions.enterProfile('acme');
	await app.see('No deployments yet');
	await app.go('-', '2 of 2');
	await app.go(['z', '2'], 'No deployments have been read yet');
	const {preferences} = app.state();
	await app.session.actions.enterProfile('other');
	await app.see('1 of 2');
	expect(app.state().preferences).toEqual(preferences);
});

test('a connection without a profile saves no place', async () => {
	forgetPlaces();
	const kept: string[] = [];
	const app = await openDemo({places: {...places, keep: service => kept.push(service)}});
	await app.see('1 of 12');
	await app.press('j', 'z', '2');
	await app.clock.advance(10_000);
	app.close();
	expect(kept).toEqual([]);
});

test('quick filter, order and environment survive a restart', async () => {
	let {app, team} = await openTeam('api');
	for (const conclusion of ['success', 'failure', 'failure']) team.conclude(team.deploy('api'), conclusion);
	team.conclude(team.deploy('api', {environment_id: 'env_2'}), 'success');
	await app.go('enter', 'of 4');
	await app.go(['f', 'f', 's', 'down', 'enter', 'S'], 'of 2 · failed only · by started ▲');
	app = await restart(app);
	await app.see('of 2 · failed only · by started ▲');
	await app.press('4');
	await app.wait(2000, 'env_2');
	await app.press('right');
	app = await restart(app);
	expect(currentScreen(app.state())).toEqual({name: 'versions', environment: 'env_2'});
});

test('- goes back and forth between two places, but not to forms', async () => {
	const app = await openList({columns: 100});
	await app.go('-', 'No previous place');
	await app.go('2', 'checked ');
	await app.go(['1', 'a', 'half a second'], 'New project');
	await app.go(['esc', '-'], 'checked ');
	await app.go('3', /^▌✖ waitlist-lumen +failure v39/m);
	await app.go('-', 'checked ');
	await app.go('-', /^▌✖ waitlist-lumen +failure v39/m);
	await app.press(':', ...'wall', 'enter', 'esc', '-');
	expect(app.screenName()).toBe('board');
});

test('- returns to the selected deployment, but to no deleted project', async () => {
	const app = await openList({columns: 100});
	await app.go('enter', /1 of \d+/);
	await app.go(['j', 'j'], /3 of \d+/);
	const before = app.selectedLine();
	await app.go(['1', 'j', '-'], /3 of \d+/);
	expect(app.selectedLine()).toBe(before);
	await app.go('esc', '2 of 12');
	await app.go('enter', /1 of \d+|No deployments/);
	await app.answer('D', [...'product-tour-nordwind', 'enter'], 'of 11');
	expect(await app.go('-', 'No previous place')).not.toContain('gone: ');
});

test('a gone deployment stays selected after a restart until it comes back', async () => {
	const {app, team} = await openTeam('api');
	for (const conclusion of ['success', 'failure', 'cancelled']) team.conclude(team.deploy('api'), conclusion);
	await app.go('enter', 'failure');
	await app.press('j');
	await clock.advance(1000);
	app.close();
	const [gone = ''] = places.read('acme acme.example.com')?.row?.id.split(' ') ?? [];
	team.forget(gone);
	const reopened = await start();
	await reopened.see(/^▌✖ failure ↺/m);
	team.conclude(team.deploy('api', {id: gone}), 'failure');
	await reopened.wait(20_000, /^▌✖ failure +env_1/m);
});
