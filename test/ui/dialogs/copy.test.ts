import {expect, test} from 'vitest';
import {parseOptions} from '../../../src/cli/command-line.ts';
import {patch} from '../../../src/state/state.ts';
import {type OpenApp, openList, openOnTeam} from '../../kit/app/open.ts';

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

test('Y copies the ids of marked projects that are not loaded', async () => {
	const {app} = await openOnTeam(['web', 'docs']);
	app.change(state => patch(state, 'projects', {marks: new Set(['api'])}));
	await app.see('of 2 · 1 marked');
	await app.go('Y', '─ Copy from 1 marked project ─', /JSON +–/);
	await app.press('enter');
	expect(copied(app)).toBe('api');
});
