import {expect, test} from 'vitest';
import {parseOptions} from '../../../src/cli/command-line.ts';
import {patch} from '../../../src/state/state.ts';
import {app, openList, openOnTeam} from '../../kit/app/open.ts';

const copied = () => app.copied().at(-1) ?? '';

async function copyItem(label: string): Promise<string> {
	const menu = await app.go('Y', 'Copy from');
	const labels = [...menu.matchAll(/│ *(?:▌ )? *(\w+(?: \w+)*) {2}/g)].map(([, name]) => name);
	expect(labels).toContain(label);
	expect(
		await app.go([...'j'.repeat(labels.indexOf(label)), 'enter'], label === 'id' ? 'Copied' : `Copied ${label}`),
	).not.toContain('Copy from');
	return copied();
}

test('a filtered and sorted list is copied as a command', async () => {
	await openList();
	await app.go(['/', 'a', 'enter', 's', 'j', 'j', 'enter'], 'by updated ▼');
	expect(await copyItem('list')).toBe('landfall ls --filter a --sort -updated --demo');
	await app.go('S', 'by updated ▲');
	expect(await copyItem('list')).toBe('landfall ls --filter a --sort updated --demo');
});

test('the copy menu keeps its project after another one takes its row', async () => {
	await openList();
	await app.go(['j', 'Y'], 'Copy from');
	const {id} = app.state().projects.cursor;
	app.requestAsTeammate('DELETE', `/v1/projects/${id}`);
	await app.until('gone: ');
	await app.see('Copy from this project', 'is gone from the list');
	await app.go('enter', `Copied ${id}`);
	expect(copied()).toBe(id);
});

test('a deployment is copied as landfall wait, and its list as landfall ls', async () => {
	await openList();
	await app.go('enter', /1 of \d\d/);
	const line = await copyItem('command');
	expect(line).toMatch(/^landfall wait prj_\w+ d\w+ --demo$/);
	expect(parseOptions(line.split(' ').slice(1), {})).toMatchObject({ok: true});
	expect(await copyItem('list')).toMatch(/^landfall ls deployments prj_\w+ --demo$/);
});

test('a project is copied as a url, as curl without the API key, and as a command', async () => {
	await openList();
	expect(await copyItem('url')).toBe('https://waitlist-lumen.pages.example');
	expect(await copyItem('curl')).toContain('$LANDFALL_API_KEY');
	expect(copied()).not.toContain('a-key-for-tests');
	expect(await copyItem('command')).toMatch(/^landfall get prj_\w+ --demo$/);
	await app.go('w', 'Watching');
	expect(await copyItem('command')).toMatch(/^landfall watch prj_\w+ --demo$/);
});

test('fields are copied as the details show them, dates without their age', async () => {
	await openList();
	await copyItem('slug');
	expect(copied()).toBe('waitlist-lumen');
	await copyItem('created');
	expect(copied()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
	await copyItem('request id');
	expect(copied()).toMatch(/^req_/);
	await app.go('enter', /1 of \d\d/);
	await copyItem('environment');
	expect(app.selectedLine()).toContain(copied());
	await copyItem('project id');
	expect(copied()).toMatch(/^prj_/);
});

test('Y copies the ids of marked projects that are not loaded', async () => {
	await openOnTeam(['web', 'docs']);
	app.change(state => patch(state, 'projects', {marks: new Set(['api'])}));
	await app.see('of 2 · 1 marked');
	await app.go('Y', '─ Copy from 1 marked project ─', /JSON +–/);
	await app.press('enter');
	expect(copied()).toBe('api');
});
