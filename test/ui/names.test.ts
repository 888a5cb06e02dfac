import {expect, test} from 'vitest';
import {openOnTeam} from '../kit/app/open.ts';

async function openOn(id: string, fields: object) {
	const {app, team} = await openOnTeam([id], {prepare: each => each.changeProject(id, {...fields})});
	return {app, team};
}

test.each<readonly [what: string, id: string, fields: object, shown: string]>([
	['is empty', 'prj_9', {name: '', slug: 'landing-page'}, 'landing-page'],
	['is missing', 'prj_9', {name: null, slug: 'landing-page'}, 'landing-page'],
	['consists of 300 invisible characters', 'prj_9', {name: '\u200b'.repeat(300), slug: 'landing-page'}, 'landing-page'],
	['is blank, as its slug', 'prj_9', {name: ' \t ', slug: ' \t '}, 'prj_9'],
	['is empty, and without any visible text', '\u2800', {name: '', slug: ' '}, '\\u{2800}'],
])('a project whose name %s is shown by its visible text', {tags: ['fault-83']}, async (_what, id, fields, shown) => {
	const {app, team} = await openOn(id, fields);
	expect(app.selectedLine()).toContain(shown);
	expect(await app.go(['e', 'half a second'], 'No changes yet.')).not.toMatch(/undefined|null/);
	await app.press('esc');
	await app.answer('D', 'enter', `Permanently delete ${shown}?`, `Type ${shown} to confirm.`, 'That does not match.');
	expect(team.writes()).toEqual([]);
	await app.go([...shown, 'enter'], `Deleted ${shown}`);
	expect(team.writes()).toEqual([`DELETE /v1/projects/${encodeURIComponent(id)}`]);
});

test.each([
	['mixes letters of several scripts', 'p\u0430ypal'],
	['contains a character that cannot be typed', 'docs\u200b'],
	['is too long to be shown in full', 'docs '.repeat(20)],
])('a project whose name %s is deleted by its id', async (_what, name) => {
	const {app, team} = await openOn('prj_9', {name});
	await app.answer('D', [...'docs', 'enter'], 'Type prj_9 to confirm.', 'That does not match.');
	await app.go(['ctrl+u', ...'prj_9', 'enter'], /Deleted (p|docs)/);
	expect(team.writes()).toEqual(['DELETE /v1/projects/prj_9']);
});

test.each([[], ['\u2800']])('a new project needs a visible name, unlike %j', async (...name) => {
	const {app, team} = await openOn('prj_9', {});
	await app.go(['a', 'half a second', ...name, 'enter'], 'New project', 'A project needs a name.');
	expect(team.writes()).toEqual([]);
});

const environments = {env_8f2: 'production', env_1c0: 'Staging'};

/** Deployments in three environments. The profile names two of them. */
const openNamed = (options: Parameters<typeof openOnTeam>[1] = {}) =>
	openOnTeam(['api', 'web'], {
		columns: 120,
		rows: 40,
		environments,
		prepare(team) {
			for (const environment_id of ['env_1c0', 'env_3d4', 'env_8f2']) team.deploy('api', {environment_id});
		},
		...options,
	});

test('an environment is shown, sorted and found by the name in the profile', async () => {
	const {app} = await openNamed();
	await app.wait(10_000, /api .*production/);
	await app.go('enter', /production +v3/, /Staging +v1/, /env_3d4 +v2/);
	await app.go('enter', 'production (env_8f2)');
	await app.go('Y', 'environment     production (env_8f2)');
	await app.go(['j', 'j', 'j', 'enter'], 'Copied JSON');
	expect(app.copied().at(-1)).toContain('"environment_id":"env_8f2"');
	await app.go(['esc', 's', ...'environment', 'enter'], /env_3d4.*production.*Staging/s);
	await app.go('2', /api +\S+.*production/, /api +\S+.*Staging/);
	await app.go('4', /PROJECT +UPLOAD +env_3d4 +production +Staging/);
	await app.go(['/', ...'env:Prod', 'enter'], '1 match · among 2 projects');
	await app.go(['esc', '/', ...'env:env_8f2', 'enter'], '1 match · among 2 projects');
});

test('a remembered deployment shows the name of its environment', async () => {
	const {app, reopen} = await openNamed({hasJournal: true});
	await app.press('2');
	await app.wait(10_000, 'production');
	const reopened = await reopen();
	reopened.disconnect();
	await reopened.press('2');
	await reopened.wait(10_000, 'production', 'connection refused');
});
