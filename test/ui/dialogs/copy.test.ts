import {describe, expect, test} from 'vitest';
import {parseOptions} from '../../../src/cli/command-line.ts';
import {patch} from '../../../src/state/state.ts';
import {type OpenApp, openList, openOnTeam} from '../../kit/app/open.ts';
import {hour} from '../../kit/fixtures/moment.ts';
import type {Team} from '../../kit/services/team.ts';

const copied = (app: OpenApp) => app.copied().at(-1) ?? '';

async function copyItem(app: OpenApp, label: string): Promise<string> {
	const menu = await app.go('Y', 'Copy from');
	const labels = [...menu.matchAll(/│ *(?:▌ )? *(\w+(?: \w+)*) {2}/g)].map(([, name]) => name);
	expect(labels).toContain(label);
	expect(
		await app.go([...'j'.repeat(labels.indexOf(label)), 'enter'], label === 'id' ? 'Copied' : `Copied ${label}`),
	).not.toContain('Copy from');
	return copied(app);
}

test('a filtered and sorted list is copied as a command', async () => {
	const app = await openList();
	await app.go(['/', 'a', 'enter', 's', 'j', 'j', 'enter'], 'by updated ▼');
	expect(await copyItem(app, 'list')).toBe('landfall ls --filter a --sort -updated --demo');
	await app.go('S', 'by updated ▲');
	expect(await copyItem(app, 'list')).toBe('landfall ls --filter a --sort updated --demo');
});

test('the copy menu keeps its project after another one takes its row', async () => {
	const app = await openList();
	await app.go(['j', 'Y'], 'Copy from');
	const {id} = app.state().projects.cursor;
	app.requestAsTeammate('DELETE', `/v1/projects/${id}`);
	await app.until('gone: ');
	await app.see('Copy from this project', 'is gone from the list');
	await app.go('enter', `Copied ${id}`);
	expect(copied(app)).toBe(id);
});

test('a deployment is copied as landfall wait, and its list as landfall ls', async () => {
	const app = await openList();
	await app.go('enter', /1 of \d\d/);
	const line = await copyItem(app, 'command');
	expect(line).toMatch(/^landfall wait prj_\w+ d\w+ --demo$/);
	expect(parseOptions(line.split(' ').slice(1), {})).toMatchObject({ok: true});
	expect(await copyItem(app, 'list')).toMatch(/^landfall ls deployments prj_\w+ --demo$/);
});

test('a project is copied as a url, as curl without the API key, and as a command', async () => {
	const app = await openList();
	expect(await copyItem(app, 'url')).toBe('https://waitlist-lumen.pages.example');
	expect(await copyItem(app, 'curl')).toContain('$LANDFALL_API_KEY');
	expect(copied(app)).not.toContain('a-key-for-tests');
	expect(await copyItem(app, 'command')).toMatch(/^landfall get prj_\w+ --demo$/);
	await app.go('w', 'Watching');
	expect(await copyItem(app, 'command')).toMatch(/^landfall watch prj_\w+ --demo$/);
});

test('fields are copied as the details show them, dates without their age', async () => {
	const app = await openList();
	await copyItem(app, 'slug');
	expect(copied(app)).toBe('waitlist-lumen');
	await copyItem(app, 'created');
	expect(copied(app)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
	await copyItem(app, 'request id');
	expect(copied(app)).toMatch(/^req_/);
	await app.go('enter', /1 of \d\d/);
	await copyItem(app, 'environment');
	expect(app.selectedLine()).toContain(copied(app));
	await copyItem(app, 'project id');
	expect(copied(app)).toMatch(/^prj_/);
});

describe('a message for the chat', () => {
	const at = (time: string) => `2026-06-01T${time}Z`;
	const url = 'https://v41.docs.example/';
	const deployed = (team: Team, project: string, conclusion: string, seconds: number, fields: object) =>
		team.change(
			team.deployWith(project, conclusion, {created_at: at('11:00:00'), environment_id: 'production', url, ...fields}),
			{
				concluded_at: at(`11:00:${seconds}`),
			},
		);
	const copyMessage = async (opened: OpenApp) => {
		await opened.clock.advance(5000);
		await opened.go('Y', /message {2}/);
		const labels = [...opened.screen().matchAll(/│ *(?:▌ )? *(\w+(?: \w+)*) {2}/g)].map(([, name]) => name);
		await opened.go([...'j'.repeat(labels.indexOf('message')), 'enter'], 'Copied message');
		return opened.copied().at(-1);
	};

	test.each<[what: string, prepare: (team: Team) => void, message: string]>([
		[
			'a failure and how long it usually takes',
			team => {
				for (const hour of [1, 2, 3, 4, 5])
					team.change(
						team.deployWith('docs', 'success', {created_at: at(`0${hour}:00:00`), environment_id: 'production'}),
						{
							concluded_at: at(`0${hour}:00:30`),
						},
					);
				deployed(team, 'docs', 'failure', 45, {upload_version: 41});
			},
			`✖ docs v41 to production failed after 45s (usually 30s), 11:00 UTC ${url}`,
		],
		[
			'a success',
			team => deployed(team, 'docs', 'success', 45, {upload_version: 41}),
			`✔ docs v41 to production succeeded after 45s, 11:00 UTC ${url}`,
		],
		[
			'one that was cancelled',
			team => deployed(team, 'docs', 'cancelled', 45, {upload_version: 41}),
			`⊘ docs v41 to production was stopped after 45s, 11:00 UTC ${url}`,
		],
		[
			'one in progress',
			team =>
				team.deploy('docs', {
					status: 'building',
					created_at: at('11:59:00'),
					environment_id: 'production',
					upload_version: 41,
					url,
				}),
			`◐ docs v41 to production is in progress for 1m 05s, since 11:59 UTC ${url}`,
		],
		[
			'what is known of one without fields',
			team =>
				team.deploy('docs', {
					...{status: null, created_at: null, environment_id: null, upload_version: null, url: 'javascript:alert(1)'},
					...{conclusion: 'failure', concluded_at: null},
				}),
			'✖ docs failed',
		],
	])('tells %s', async (_what, prepare, message) => {
		const {app} = await openOnTeam(['docs'], {prepare});
		expect(await copyMessage(app)).toBe(message);
	});

	test.each<[what: string, leave: (app: OpenApp, team: Team) => Promise<unknown>]>([
		[
			'is gone',
			(app, team) => {
				team.forget('dep_0001');
				return app.wait(60_000, '↺');
			},
		],
		[
			'was not read lately',
			async app => {
				await app.go('P', 'paused');
				await app.clock.advance(hour);
			},
		],
	])('does not call a deployment in progress that %s', async (_what, leave) => {
		const {app, team} = await openOnTeam(['docs'], {
			prepare: team =>
				team.deploy('docs', {
					...{status: 'building', created_at: at('11:59:00'), url},
					...{environment_id: 'production', upload_version: 41},
				}),
		});
		await app.go('enter', /building/);
		await leave(app, team);
		expect(await copyMessage(app)).toMatch(
			/^◐ docs v41 to production was last seen in progress for 1m(?: \d+s)?, since 11:59 UTC/,
		);
	});

	test('mentions nobody and links only to the deployment, whatever the service sends', {
		tags: ['fault-289'],
	}, async () => {
		const {app} = await openOnTeam(['docs'], {
			prepare(team) {
				team.changeProject('docs', {name: '@everyone <!channel> <@U1> &#64;all [x](slack://y)\u001b[2J\u202e\n`'});
				deployed(team, 'docs', 'failure', 45, {
					environment_id: '<at>all</at>＠here',
					url: 'https://v41.example/@all?<@U1>',
				});
			},
		});
		const message = await copyMessage(app);
		expect(message).toBe(
			"✖ (at)everyone (!channel) ((at)U1) & #64;all (x)(slack: //y)(2J ' v1 to (at)all(/at)(at)here failed after 45s, 11:00 UTC https://v41.example/%40all?%3C%40U1%3E",
		);
		expect(message).not.toMatch(/[@<>＠\p{C}]/u);
	});

	test('has a line for each mark', async () => {
		const {app} = await openOnTeam(['api', 'docs'], {
			prepare: team => ['api', 'docs'].map(id => deployed(team, id, 'failure', 45, {})),
		});
		await app.press(' ', ' ');
		expect((await copyMessage(app))?.split('\n')).toEqual([
			`✖ api v1 to production failed after 45s, 11:00 UTC ${url}`,
			`✖ docs v2 to production failed after 45s, 11:00 UTC ${url}`,
		]);
	});
});

test('Y copies the ids of marked projects that are not loaded', async () => {
	const {app} = await openOnTeam(['web', 'docs']);
	app.change(state => patch(state, 'projects', {marks: new Set(['api'])}));
	await app.see('of 2 · 1 marked');
	await app.go('Y', '─ Copy from 1 marked project ─', /JSON +–/);
	await app.press('enter');
	expect(copied(app)).toBe('api');
});
