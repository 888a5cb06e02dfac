import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

test(': lists commands with their keys, and why some are blocked', async () => {
	app = await openDemo({rows: 40});
	await app.see('1 of 12');
	await app.press(':');
	await app.see('╭─ Commands');
	await app.type('next');
	await app.see(/next match {3}Press \/ to search first +n/);
	await app.press('esc');
	await app.see('1 of 12');
});

test('enter in the palette runs the best match on the screen below it', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('\u0010');
	await app.type('activ');
	await app.see('▌ activity');
	await app.press('enter');
	await app.see('No activity yet');
});

test('a command whose whole name is typed comes before those that begin with it', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press(':');
	await app.type('deploy');
	await app.see('▌ deploy  ');
	await app.press('enter');
	await app.see('Deploy waitlist-lumen?');
});

test('enter on a command without its argument says what is missing', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press(':');
	await app.type('filter');
	await app.press('enter');
	await app.see('▌ filter QUERY');
	await app.press('enter');
	await app.see('Type QUERY after filter');
});

test('blanks before a command are ignored', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press(':');
	await app.type('  sort updated');
	await app.press('enter');
	await app.see('by updated');
});

test('commands do not act on another project if the selected one is gone since the palette opened', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	app = await openDemo({clock, handle: team.handle});
	await app.see('1 of 2');
	await app.press(':');
	team.remove('api');
	for (let second = 0; second < 40; second++) await clock.advance(1000);
	await app.see('1 of 1');
	for (const command of ['deployments', 'mark / unmark']) {
		await app.type(command);
		await app.press('enter');
		await app.see(/1 of 1 {3}That project is gone/);
		await app.press('ctrl+u');
	}
});

test('a blocked command shows the reason and leaves the palette open', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press(':');
	await app.type('next match');
	await app.press('enter');
	await app.see(/╭─ Commands/);
	await app.see('Press / to search first');
});

test('the palette lists the last command first, and up on an empty line recalls it', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press(':');
	await app.type('sort updated');
	await app.press('enter');
	await app.see('by updated');
	await app.press(':', 'up');
	await app.see(': sort updated');
	await app.press('ctrl+u');
	await app.type('ages');
	await app.press('enter', ':');
	await app.see(/▌ ages \/ dates/);
});

test('the command filter narrows the list by its argument', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press(':');
	await app.type('filter zzz');
	await app.press('enter');
	await app.see('Nothing matches “zzz”');
});

test('an invalid argument of a command is refused with the valid ones', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press(':');
	await app.type('sort sideways');
	await app.press('enter');
	await app.see('Sort by one of name, updated, version');
});

test('the command open finds a project by id even if it is not loaded', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	app = await openDemo({
		clock,
		handle: request =>
			request.target.startsWith('/v1/projects?')
				? {
						status: 200,
						headers: {'content-type': 'application/json'},
						body: JSON.stringify({projects: [], next_cursor: null}),
					}
				: team.handle(request),
	});
	await app.see('No projects yet');
	await app.press(':');
	await app.type('open web');
	await app.press('enter');
	await app.see(/^ web /m);
});

test('the command open finds a project by its slug on a page that is not loaded', async () => {
	app = await openDemo({projects: 450, columns: 120});
	await app.see('of 200+');
	const slug = app.sandbox.handle({
		method: 'GET',
		target: '/v1/projects?limit=100',
		headers: new Map([['authorization', 'Bearer a-key-for-tests']]),
		body: '',
	});
	expect(slug.status).toBe(200);
	let cursor = JSON.parse(slug.body).next_cursor;
	let last = JSON.parse(slug.body).projects;
	while (cursor) {
		const page = app.sandbox.handle({
			method: 'GET',
			target: `/v1/projects?limit=100&cursor=${encodeURIComponent(cursor)}`,
			headers: new Map([['authorization', 'Bearer a-key-for-tests']]),
			body: '',
		});
		({next_cursor: cursor, projects: last} = JSON.parse(page.body));
	}

	const wanted = last.at(-1);
	await app.press(':');
	await app.type(`open ${wanted.slug}`);
	await app.press('enter');
	await app.see(new RegExp(`^ ${wanted.name} `, 'm'));
});

test('the command open reports that no such project exists', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press(':');
	await app.type('open nothing-like-this');
	await app.press('enter');
	await app.see('No project has the id, slug or name “nothing-like-this”.');
});

test('the palette offers loaded projects while their name is typed', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	const name = app.session.store.get().projects.list.rows[4]?.name?.exact ?? '';
	await app.press(':');
	await app.type(name.slice(0, 6));
	await app.clock.advance(0);
	await app.see(`open ${name}`);
});

test('a stopped search does not claim that the project does not exist', async () => {
	app = await openDemo({projects: 2000, latencyMs: 500});
	await app.clock.advance(2000);
	await app.see('of 200+');
	await app.press(':');
	await app.type('open nothing-like-this');
	await app.press('enter');
	await app.clock.advance(600);
	await app.see('Looking for “nothing-like-this”');
	await app.press('esc');
	await app.see(/Stopped looking for “nothing-like-this” after \d[\d,]* projects/);
});

test.each([
	['late', 'a project'],
	['nothing-like-this', 'no project'],
])('a slow answer about %s, the id of %s, does not close a form that was opened meanwhile', async id => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web', 'docs', 'late']});
	app = await openDemo({
		clock,
		handle(request) {
			const answer = team.handle(request);
			const isList = request.method === 'GET' && request.target.startsWith('/v1/projects?');
			return isList
				? {
						...answer,
						body: JSON.stringify({projects: JSON.parse(answer.body).projects.slice(0, 3), request_id: 'req_2'}),
					}
				: answer;
		},
		latencyMs: 3000,
	});
	await app.clock.advance(4000);
	await app.see('1 of 3');
	await app.press(':');
	await app.type(`open ${id}`);
	await app.press('enter', 'a');
	await app.see('New project');
	await app.type('half a name');
	await app.clock.advance(20_000);
	await app.see('You have moved on, so');
	await app.see('half a name');
});

test('the command sort lists the columns that match what is typed, in both directions', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press(':');
	await app.type('sort up');
	await app.see(/▌ sort updated.*\n.* {2}sort -updated/);
	expect(app.screen()).not.toContain('sort name');
	await app.press('enter');
	await app.see('by updated ▲');
	await app.press(':');
	await app.type('sort -up');
	await app.see('▌ sort -updated');
	await app.press('enter');
	await app.see('by updated ▼');
	expect(app.session.store.get().interface.recentCommands).toEqual(['sort -updated', 'sort updated']);
});
