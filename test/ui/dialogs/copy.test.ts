import {afterEach, expect, test} from 'vitest';
import {parseOptions} from '../../../src/cli/command-line.ts';
import {copiedTexts} from '../../kit/app/clipboard.ts';
import {type OpenApp, openDemo, openList} from '../../kit/app/open.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

/** What was copied last. */
const copied = () => copiedTexts(app).at(-1) ?? '';

/** Copies the item of the menu with this label. */
async function copyItem(label: string): Promise<string> {
	await app.press('Y');
	const menu = await app.see('Copy from');
	const labels = [...menu.matchAll(/│ *(?:▌ )? *(id|url|curl|JSON|command|list|again) {2}/g)].map(([, name]) => name);
	expect(labels).toContain(label);
	for (let at = 0; at < labels.indexOf(label); at++) await app.press('j');
	await app.press('enter');
	await app.see(label === 'id' ? 'Copied' : `Copied ${label}`);
	return copied();
}

test('a filtered and sorted list is copied as the command that lists the same', async () => {
	app = await openList({world: 'quiet'});
	await app.press('/');
	await app.type('a');
	await app.press('enter', 's', 'j', 'j', 'enter');
	await app.see('by updated ▼');
	expect(await copyItem('list')).toBe('landfall ls --filter a --sort -updated --demo');
	await app.press('S');
	await app.see('by updated ▲');
	expect(await copyItem('list')).toBe('landfall ls --filter a --sort updated --demo');
});

test('the copy menu keeps to its project while that disappears and its neighbour takes its row', async () => {
	app = await openList({world: 'quiet'});
	await app.press('j', 'Y');
	await app.see('Copy from');
	const {id} = app.session.store.get().projects.position;
	expect(id).toMatch(/^prj_/);
	app.requestAsTeammate('DELETE', `/v1/projects/${id}`);
	while (!app.screen().includes('gone: ')) await app.clock.advance(100);
	await app.see('Copy from this project');
	await app.see('is gone from the list');
	await app.press('enter');
	await app.see(`Copied ${id}`);
	expect(copied()).toBe(id);
});

test('a deployment is copied as the command that waits for it, and its list as the one that lists it', async () => {
	app = await openList({world: 'quiet'});
	await app.press('enter');
	await app.see(/1 of \d\d/);
	const line = await copyItem('command');
	expect(line).toMatch(/^landfall wait prj_\w+ d\w+ --demo$/);
	expect(parseOptions(line.split(' ').slice(1), {})).toMatchObject({ok: true});
	expect(await copyItem('list')).toMatch(/^landfall ls deployments prj_\w+ --demo$/);
});

test('a watched project is copied as the command that follows it', async () => {
	app = await openList({world: 'quiet'});
	expect(await copyItem('command')).toMatch(/^landfall get prj_\w+ --demo$/);
	await app.press('w');
	await app.see('Watching');
	expect(await copyItem('command')).toMatch(/^landfall watch prj_\w+ --demo$/);
});

test('what was just deployed or edited can be copied as the command that does it again', async () => {
	app = await openList({world: 'quiet'});
	await app.press('t');
	await app.readQuestion();
	await app.press('y');
	await app.see('Deploying');
	expect(await copyItem('again')).toMatch(/^landfall deploy prj_\w+ --demo$/);
});

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await openList(size);
	await app.press('Y');
	await app.see('─ Copy from this project ─');
}

test('enter copies the selected item of the copy menu', async () => {
	await open();
	await app.press('down', 'enter');
	expect(copied()).toBe('https://waitlist-lumen.pages.example');
	expect(app.screen()).not.toContain('Copy from');
});

test('the API key is never copied', async () => {
	await open();
	await app.press('down', 'down', 'enter');
	expect(copied()).toContain('$LANDFALL_API_KEY');
	expect(copied()).not.toContain('a-key-for-tests');
});

test('Y copies the ids of marked projects that are not loaded', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web', 'docs']});
	app = await openDemo({clock, handle: team.handle});
	await app.see('1 of 3');
	await app.press(' ');
	team.remove('api');
	await clock.advance(100);
	await app.press('r');
	await clock.advance(5000);
	await app.see('of 2 · 1 marked');
	await app.press('Y');
	await app.see('─ Copy from 1 marked project ─');
	await app.see(/JSON +–/);
	await app.press('enter');
	expect(copied()).toBe('api');
});
