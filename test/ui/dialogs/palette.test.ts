import {expect, test} from 'vitest';
import {currentScreen} from '../../../src/state/state.ts';
import {open as openApp, openDemo, openList, openOnTeam, type TeamOptions} from '../../kit/app/open.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam, type Team} from '../../kit/services/team.ts';

async function open(options: Parameters<typeof openDemo>[0] = {}) {
	const app = await openList(options);
	await app.go(':', '─ Commands ─');
	return app;
}

test.each<readonly [what: string, typed: string, keys: readonly string[], said: string | RegExp]>([
	['selects the best match for what is typed', 'help', [], /▌ help +\?/],
	['finds a command by what other programs call it', 'redeploy', ['enter'], 'Deploy waitlist-lumen?'],
	['finds commands with an argument by those words, too', 'grep', [], /▌ filter QUERY /],
	['says that there are no logs', 'tail', ['enter'], /▌ tail {3}The service has no logs/],
	['says that there is no rollback', 'rollb', [], /▌ rollback {3}The service chooses the version/],
	['shows why a command is unavailable', 'next match', [], /▌ next match {3}Press \/ to filter first +n/],
	['says if no command matches', 'zzzz', [], 'No command matches.'],
	['does not match scattered letters', 'hlp', [], 'No command matches.'],
	['completes the selected command with tab', 'hel', ['tab'], ': help'],
	['runs the best match on the screen below it', 'activ', ['enter'], 'No activity yet'],
	['prefers the command whose whole name is typed', 'deploy', ['enter'], 'Deploy waitlist-lumen?'],
	['says what is missing if a command lacks its argument', 'open', ['enter', 'enter'], 'Type NAME|ID after open'],
	['opens the filter line without its argument', 'filter', ['enter'], /^ filter:[\s\S]*esc clear filter/m],
	['ignores blanks before a command', '  sort updated', ['enter'], 'by updated'],
	['stays open on an unavailable command', 'next match', ['enter'], /─ Commands ─[\s\S]*Press \/ to filter first/],
	['narrows the list by the argument of filter', 'filter zzz', ['enter'], 'No match in 12 projects.'],
	['rejects an invalid argument', 'sort sideways', ['enter'], 'Sort by one of name, updated, version'],
	['chooses a theme by its name', 'theme high', ['enter', ':', ...'theme', 'enter'], /▌ high-contrast .* •/],
	['rejects an unknown theme', 'theme light', ['enter'], 'Type one of terminal, high-contrast, color-blind'],
	['shows a part of the list', 'show fail', ['enter'], /failed · among 12 projects/],
	['copies what is named', 'copy url', ['enter'], 'Copied url'],
	[
		'lists what can follow once a command is typed',
		'sort ',
		['tab'],
		/: sort name[\s\S]*▌ sort name +│\n[^\n]+ sort -name/,
	],
	['lists a command once that is also an argument', 'copy id', [], /▌ copy id +│\n +│ +copy request id +│/],
	['finds a command whose name begins like another one', 'show / hide', [], /▌ show \/ hide details /],
	['finds it also where the other one takes any argument', 'open url', ['down', 'left'], /▌ open url in browser /],
	[
		'finds no project by an unknown id',
		'open nothing-like',
		['enter'],
		'No project has the id, slug or name “nothing-like”.',
	],
	['asks no other service', 'https://api.example.com/v1/projects/x1', [], 'No loaded project has this URL.'],
	['suggests the project that is meant', 'open waitlst-lumen', ['enter'], /Did you mean\s+waitlist-lumen\?/],
])('the palette %s', async (_what, typed, keys, said) => {
	const app = await open();
	await app.go([...typed, ...keys], said);
});

test.each(['1', '2', 'enter'])('the palette lists no command twice after the key %s', async key => {
	const app = await openList({columns: 100});
	await app.press(key, ':');
	const names: string[] = [];
	for (let name = ''; name !== names.at(-1); ) {
		if (name !== '') names.push(name);
		await app.press('down');
		name = /│ ▌ +(.*?) {2}/.exec(app.screen())?.[1] ?? '';
	}

	expect(names.length).toBeGreaterThan(50);
	const words = names.map(name => name.replace(/ [A-Z|]+$/, ''));
	expect(words.filter((word, at) => words.indexOf(word) < at)).toEqual([]);
});

test('commands do not act on another project after the selected one is gone', async () => {
	const opened = await openOnTeam(['api', 'web']);
	await opened.app.press(':');
	opened.team.remove('api');
	await opened.app.wait(40_000, '1 of 1');
	for (const command of ['deployments', 'mark / unmark']) {
		await opened.app.go([...command, 'enter'], /1 of 1 {3}That project is gone/);
		await opened.app.press('ctrl+u');
	}
});

test('the palette lists the last command first, and up recalls it', async () => {
	const app = await open();
	await app.go(['up', ...'sort updated', 'enter'], 'by updated');
	await app.go([':', 'up'], ': sort updated');
	await app.go(['ctrl+u', ...'ages', 'enter', ':'], /▌ ages \/ dates/);
});

async function openPages(projects: readonly string[], size: number, {prepare, ...options}: TeamOptions = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects});
	prepare?.(team, clock.now());
	const app = await openDemo({
		...options,
		clock,
		handle(request) {
			const answer = team.handle(request);
			if (!request.target.startsWith('/v1/projects?')) return answer;
			const from = Number(/cursor=(\d+)/.exec(request.target)?.[1] ?? 0);
			const {projects, ...rest} = JSON.parse(answer.body);
			const next_cursor = from + size < projects.length ? `${from + size}` : null;
			return {...answer, body: JSON.stringify({...rest, projects: projects.slice(from, from + size), next_cursor})};
		},
	});
	return app;
}

const manyIds = Array.from({length: 400}, (_, at) => `prj_${at}`);

const namesakesOf = (ids: readonly string[], name: string) => (team: Team) => {
	for (const id of ids) team.changeProject(id, {name, slug: id});
};

test.each([
	['prj_380', 2, /^ Shop /m],
	['shop-front', 4, /^ Shop /m],
	// Not an id, so it is not read.
	['..', 3, /^ \.\. /m],
	['docs', 4, /3 projects are called “docs”\. Open one by its id: prj_391, prj_392, prj_393$/m],
	['web', 4, /^ {3}PROJECT[\s\S]*4 projects are called “web”\. Open one by its id: prj_381, prj_385, prj_390, …$/m],
])('the command open %s reads at most %i pages', async (name, pageCount, shown) => {
	const app = await openPages(manyIds, 100, {
		rpm: 0,
		prepare(team) {
			team.changeProject('prj_250', {name: '..'});
			team.changeProject('prj_380', {name: 'Shop', slug: 'shop-front'});
			namesakesOf(['prj_391', 'prj_392', 'prj_393'], 'docs')(team);
			namesakesOf(['prj_381', 'prj_385', 'prj_390', 'prj_395'], 'web')(team);
		},
	});
	await app.see('1 of 200+');
	await app.go('enter', 'No deployments yet');
	await app.press(':', ...`open ${name}`, 'enter');
	await app.wait(5000, shown);
	await app.go('esc', /^ {3}PROJECT/m);
	await app.clock.advance(1000);
	expect(app.requestCount(/projects\?/)).toBe(pageCount);
});

test('open lists projects of the same name with their ids', async () => {
	const ids = ['prj_1', 'prj_2', 'prj_3'];
	const {app} = await openOnTeam([...ids, 'other'], {prepare: namesakesOf(ids, 'null')});
	await app.go([':', ...'open null'], /▌ open null +3 projects have this name: choose one below/);
	await app.see(/open null +prj_1/, /open null +prj_2/, /open null +prj_3/);
	await app.go('enter', '─ Commands ─', '3 projects have this name');
	await app.go(['down', 'down', 'enter'], 'No deployments yet');
	expect(currentScreen(app.state())).toMatchObject({name: 'deployments', projectId: 'prj_2'});
});

test('a stopped search does not deny the project, and leaving the service ends it silently', async () => {
	const app = await openDemo({projects: 2000, latencyMs: 500});
	await app.wait(2000, 'of 200+');
	await app.press(':', ...'open nothing-like-this', 'enter');
	await app.wait(600, 'Looking for “nothing-like-this”');
	await app.go('esc', /Stopped looking for “nothing-like-this” after \d[\d,]* projects/);
	await app.press(':', ...'open nothing-like-this', 'enter');
	await app.wait(600, 'Looking for “nothing-like-this”');
	await app.session.actions.enterDemo();
	expect(await app.wait(2000, 'of 200+')).not.toContain('nothing-like-this');
});

test('a failed open is reported on every screen of its service, and on no other service', async () => {
	const app = await openDemo({latencyMs: 500});
	app.outages.set('/v1/projects/late', 500);
	await app.wait(2000, '1 of 12');
	await app.press(':', ...'open late', 'enter', '2');
	await app.wait(600, /\d+ of 12 checked|all of it within/, 'The service is having trouble (500)');
	await app.press(':', ...'open late', 'enter');
	await app.session.actions.enterDemo();
	expect(await app.wait(2000, '1 of 12')).not.toContain('(500)');
	await app.press(':', ...'open late', 'enter');
	await app.wait(600, 'The service is having trouble (500)');
});

test.each([
	['late', 'a project'],
	['nothing-like-this', 'no project'],
])('a slow answer about %s, the id of %s, closes no form', async id => {
	const app = await openPages(['api', 'web', 'docs', 'late'], 3, {latencyMs: 3000, rpm: 0});
	await app.wait(4000, '1 of 3+');
	await app.go([':', ...`open ${id}`, 'enter', 'a', 'half a second'], 'New project');
	await app.type('half a name');
	await app.wait(20_000, 'was not opened: you navigated away', 'half a name');
});

test('the command sort completes columns in both directions', async () => {
	const app = await open();
	await app.type('sort up');
	expect(await app.see(/▌ sort updated.*\n.* {2}sort -updated/)).not.toContain('sort name');
	await app.go('enter', 'by updated ▲');
	await app.go([':', ...'sort -up'], '▌ sort -updated');
	await app.go('enter', 'by updated ▼');
	await app.go([':', ...'sort updated', 'enter'], 'by updated ▲');
	expect(app.state().preferences.recentCommands).toEqual(['sort updated', 'sort -updated']);
});

const toApi = ['▌ Go to api', /^ api /m] as const;
const toDeployment = ['▌ Go to deployment dep_1 of api', /project id +prj_1/] as const;
const address = 'http://demo.invalid/v1/projects/prj_1';

test.each<readonly [text: string, offered: string | RegExp, opened: string | RegExp]>([
	['prj_1', ...toApi],
	['api-slug', ...toApi],
	['https://site.example/shop', ...toApi],
	['https://site.example/shop/blog/?page=2#top', ...toApi],
	[address, ...toApi],
	[`${address}/deployments?limit=100`, ...toApi],
	['look at prj_1, please', ...toApi],
	['https://dash.example/projects/a/settings/all?tab=1', '▌ Go to a', /^ a /m],
	['https://dash.example/deployments/a/', '▌ Go to a', /^ a /m],
	['https://dash.example/a/deployments//', '▌ Go to a', /^ a /m],
	['prj_1/dep_1', ...toDeployment],
	['https://chat.example/open?d=dep_1&p=prj_1', ...toDeployment],
	['https://chat.example/dep_1#log', ...toDeployment],
	['dep_1', ...toDeployment],
	[`${address}/deployments/dep_1`, ...toDeployment],
	['https://dash.example/projects/a/deployments/d1/log?x=1', '▌ Go to deployment d1 of a', /project id +a/],
	['https://d1.example/log', '▌ Go to deployment d1 of a', /project id +a/],
	[' d1 ', '▌ Go to deployment d1 of a', /project id +a/],
	['https://docs.example.com/of/two', /▌ open a .*\n.* open b /, /^ a /m],
	['of-two', /▌ open a .*\n.* open b /, /^ a /m],
	['b2', '▌ Go to Shop', /^ Shop /m],
	['shop', '▌ open Shop', /^ Shop /m],
	['open b2', '▌ open b2', /^ Shop /m],
])('pasting %s leads to the loaded record', async (text, offered, opened) => {
	const {app, team} = await openOnTeam(['web', 'prj_1', 'a', 'b', 'a1', 'b2'], {
		prepare({deploy, changeProject}) {
			deploy('prj_1', {id: 'dep_1', url: 'https://dep1.example'});
			deploy('a', {id: 'd1', url: 'https://d1.example'});
			changeProject('web', {url: 'https://site.example'});
			changeProject('prj_1', {name: 'api', slug: 'api-slug', url: 'https://site.example/shop/'});
			for (const id of ['a', 'b']) changeProject(id, {slug: 'of-two'});
			changeProject('a1', {name: 'b2', slug: 'b2'});
			changeProject('b2', {name: 'Shop', slug: 'shop-front'});
		},
	});
	await app.wait(1000, 'queued');
	await app.press(':');
	await app.paste(text);
	await app.see(offered);
	await app.go('enter', opened);
	expect(team.requests).not.toContain('GET /v1/projects/b2');
	await app.go(['esc', 'esc'], /PROJECT +UPLOAD/);
});

test('enter on the link of a known deployment opens it and clears the filter', async () => {
	const {app} = await openOnTeam(['prj_1', 'web'], {prepare: ({deploy}) => deploy('prj_1', {id: 'dep_1'})});
	await app.wait(1000, 'queued');
	await app.go(['/', ...'https://chat.example/dep_1#log'], '1 match · among 2 projects');
	await app.go('enter', 'dep_1', /project id +prj_1/);
	await app.go(['esc', 'esc'], /of 2$/m);
});

test('for a deployment of an unread project, the palette says to open the project first', async () => {
	const {app, team} = await openOnTeam(['api']);
	await app.go([':', ...'https://chat.example/dep_404'], /▌ Go to deployment dep_404 +Its project must be read first/);
	await app.go('enter', 'Its project must be read first: open it, or paste the id of the project as well');
	expect(team.requests.filter(request => request.includes('404'))).toEqual([]);
});

test('an id that is not loaded is read with one request', async () => {
	const {app, team} = await openOnTeam(['x4711']);
	await app.go(
		[':', ...'4711'],
		/▌ open x4711[^\n]*\n[^\n]* Go to project 4711 +not loaded: landfall asks the service/,
	);
	await app.go(['down', 'enter'], 'No project has the id “4711”.');
	const address = `${app.state().connection?.baseUrl}/v1/projects/4712`;
	await app.go([':', ...address], '▌ Go to 4712');
	await app.go('enter', 'No project has the id “4712”.');
	expect(team.requests.filter(request => request.includes('471'))).toEqual([
		'GET /v1/projects/4711',
		'GET /v1/projects/4712',
	]);
	app.outages.set('/v1/projects/4712', 503);
	await app.go([':', ...address, 'enter'], 'The service is having trouble (503)');
	app.outages.set('/v1/projects/x48', 500);
	await app.go([':', ...'open x48', 'enter'], 'The service is having trouble (500)');
});

test('a project that is named like a command comes after it', async () => {
	const {app} = await openOnTeam(['deploy', 'copy-editor'], {
		prepare(team) {
			namesakesOf(['copy-editor'], 'Copy editor')(team);
			team.changeProject('deploy', {slug: ''});
		},
	});
	await app.go([':', ...'deploy'], /▌ deploy[^\n]*\n[^\n]*Go to deploy/);
	expect(await app.go('ctrl+u', '─ Commands ─')).not.toContain('Go to');
	await app.go([...'copy edi', 'down', 'enter'], /^ Copy editor /m);
});

test.each(['filter x', 'sort name', 'show failed', 'open web'])('without a connection, %s says so', async command => {
	const app = await openApp({}, 'Where are your projects?');
	await app.go([':', ...command, 'enter'], new RegExp(`▌ ${command} +Not connected[\\s\\S]* Not connected$`, 'm'));
});
