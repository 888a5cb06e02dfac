import {expect, test} from 'vitest';
import {app, openDemo, openList, openOnTeam} from '../../kit/app/open.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

async function open(options: Parameters<typeof openDemo>[0] = {}) {
	await openList(options);
	await app.press(':');
	await app.see('─ Commands ─');
}

test.each<readonly [what: string, typed: string, keys: readonly string[], said: string | RegExp]>([
	['selects the best match for what is typed', 'help', [], /▌ help +\?/],
	['shows why a command is blocked', 'next match', [], /▌ next match {3}Press \/ to search first +n/],
	['says if no command matches', 'zzzz', [], 'No command matches.'],
	['completes the selected command with tab', 'hel', ['tab'], ': help'],
	['runs the best match on the screen below it', 'activ', ['enter'], 'No activity yet'],
	['prefers the command whose whole name is typed', 'deploy', ['enter'], 'Deploy waitlist-lumen?'],
	['says what is missing if a command lacks its argument', 'filter', ['enter', 'enter'], 'Type QUERY after filter'],
	['ignores blanks before a command', '  sort updated', ['enter'], 'by updated'],
	['stays open on a blocked command', 'next match', ['enter'], /─ Commands ─[\s\S]*Press \/ to search first/],
	['narrows the list by the argument of filter', 'filter zzz', ['enter'], 'Nothing matches “zzz”'],
	['refuses an invalid argument', 'sort sideways', ['enter'], 'Sort by one of name, updated, version'],
	[
		'finds no project by an unknown id',
		'open nothing-like',
		['enter'],
		'No project has the id, slug or name “nothing-like”.',
	],
])('the palette %s', async (_what, typed, keys, said) => {
	await open();
	await app.press(...typed, ...keys);
	await app.see(said);
});

test('commands do not act on another project if the selected one is gone since the palette opened', async () => {
	const opened = await openOnTeam(['api', 'web']);
	await app.press(':');
	opened.team.remove('api');
	await app.seconds(40);
	await app.see('1 of 1');
	for (const command of ['deployments', 'mark / unmark']) {
		await app.press(...command, 'enter');
		await app.see(/1 of 1 {3}That project is gone/);
		await app.press('ctrl+u');
	}
});

test('the palette lists the last command first, and up on an empty line recalls it', async () => {
	await open();
	await app.press(...'sort updated', 'enter');
	await app.see('by updated');
	await app.press(':', 'up');
	await app.see(': sort updated');
	await app.press('ctrl+u', ...'ages', 'enter', ':');
	await app.see(/▌ ages \/ dates/);
});

test('the command open finds a project by its id or slug even if it is not loaded', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	team.changeProject('web', {slug: 'shop-front'});
	const handle: typeof team.handle = request => {
		const answer = team.handle(request);
		const isFirstPage = request.target.startsWith('/v1/projects?') && !request.target.includes('cursor=');
		if (!isFirstPage) return answer;
		const {projects, ...rest} = JSON.parse(answer.body);
		return {...answer, body: JSON.stringify({...rest, projects: projects.slice(0, 1), next_cursor: '2'})};
	};
	for (const name of ['web', 'shop-front']) {
		await openDemo({clock, handle, requestsPerMinute: 0});
		await app.see(/api/);
		await app.press(':', ...`open ${name}`, 'enter');
		await app.see(/^ web /m);
		if (name === 'web') app.close();
	}
});

test('the palette offers loaded projects while their name is typed', async () => {
	await open();
	const name = app.state().projects.list.rows[4]?.name?.exact ?? '';
	await app.type(name.slice(0, 6));
	await app.clock.advance(0);
	await app.see(`open ${name}`);
});

test('a stopped search does not claim that the project does not exist', async () => {
	await openDemo({projects: 2000, latencyMs: 500});
	await app.clock.advance(2000);
	await app.see('of 200+');
	await app.press(':', ...'open nothing-like-this', 'enter');
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
	await openDemo({
		clock,
		handle(request) {
			const answer = team.handle(request);
			if (request.method !== 'GET' || !request.target.startsWith('/v1/projects?')) return answer;
			const projects = JSON.parse(answer.body).projects.slice(0, 3);
			return {...answer, body: JSON.stringify({projects, request_id: 'req_2'})};
		},
		latencyMs: 3000,
	});
	await app.clock.advance(4000);
	await app.see('1 of 3');
	await app.press(':', ...`open ${id}`, 'enter', 'a');
	await app.see('New project');
	await app.type('half a name');
	await app.clock.advance(20_000);
	await app.see('You have moved on, so', 'half a name');
});

test('the command sort lists the columns that match what is typed, in both directions', async () => {
	await open();
	await app.type('sort up');
	expect(await app.see(/▌ sort updated.*\n.* {2}sort -updated/)).not.toContain('sort name');
	await app.press('enter');
	await app.see('by updated ▲');
	await app.press(':', ...'sort -up');
	await app.see('▌ sort -updated');
	await app.press('enter');
	await app.see('by updated ▼');
	expect(app.state().interface.recentCommands).toEqual(['sort -updated', 'sort updated']);
});
