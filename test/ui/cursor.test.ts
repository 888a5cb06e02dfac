import {expect, test} from 'vitest';
import {withoutBoardRow} from '../../src/state/deployments.ts';
import {type OpenApp, openDemo, openList, openOnTeam} from '../kit/app/open.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {createPagingService} from '../kit/services/paging-service.ts';
import {deployment} from '../present/records.ts';

test('shows names in every script, also with highlighted matches', async () => {
	const names = ['shop', 'ñandú', 'проект', 'Ελληνικά', '漢字の名前', '한국어'];
	const {app} = await openOnTeam(names);
	for (const name of names) await app.see(name);
	for (const query of ['shop', 'ñan', 'ро', 'λην', '字', '한국']) {
		await app.go(['/', ...query, 'enter'], /1 of 1/);
		expect(app.selectedLine()).toContain(names.find(name => name.includes(query)));
		await app.press('esc');
	}
});

test('counts each key of a burst, and pages with the cursor on the same line', async () => {
	const app = await openList({rows: 10});
	await app.go('j', '2 of 12');
	app.burst('jjj');
	await app.see('5 of 12');
	await app.go(['k', 'up'], '3 of 12');
	await app.go('G', '12 of 12');
	await app.go('g', '1 of 12');
	await app.go(['j', 'pageDown'], /[6-9] of 12/);
	expect(app.selectedRow()).toBe(3);
});

test('keeps the first project shown selected, whatever is listed above it', {tags: ['fault-288']}, async () => {
	const app = await openDemo({rows: 12}, '1 of 12');
	const first = app.selectedLine().slice(3, 20);
	const add = (name: string) => app.requestAsTeammate('POST', '/v1/projects', {name});
	add('theirs');
	await app.wait(13_000, /^ \S theirs /m, '2 of 13');
	expect(app.selectedLine()).toContain(first);
	await app.press('?', 'esc', 'r');
	await app.go('t', `Deploy ${first.trim()}`);
	await app.go(['esc', 'G'], '13 of 13');
	await app.go('g', /^▌. theirs /m);
	add('later');
	await app.wait(13_000, /^ \S later .*\n▌\S theirs /m);
	for (let number = 1; number <= 9; number++) add(`p${number}`);
	await app.wait(13_000, /^▌\S p9 /m);
	expect(app.screen()).not.toContain('▲');
});

test('counts projects listed above the selected one as new, unless they were added or opened here', async () => {
	const app = await openDemo({rows: 12, latencyMs: 1000});
	await app.wait(2000, '1 of 12');
	const addElsewhere = (name: string) => JSON.parse(app.requestAsTeammate('POST', '/v1/projects', {name}).body).id;
	await app.press('z', 'z', '?', 'esc', 'r', 'esc');
	addElsewhere('first');
	await app.wait(13_000, '2 of 13', /^ .* first /m);
	await app.press('a', 'half a second', ...'own', 'enter');
	await app.until('Added own');
	await app.go(['esc', 'j', 'j'], '2 of 13');
	expect(await app.wait(13_000, '3 of 14')).not.toContain('▲');
	await app.press(':', ...`open ${addElsewhere('theirs')}`, 'enter');
	await app.until(/^ theirs /m);
	await app.go('esc', '3 of 14');
	expect(await app.wait(13_000, '4 of 15')).not.toContain('▲');
	const selected = [app.selectedLine(), app.selectedRow()];
	addElsewhere('last');
	await app.wait(13_000, '5 of 16 · 1 new above');
	expect([app.selectedLine(), app.selectedRow()]).toEqual(selected);
	await app.go('g', /^▌.* last /m);
});

test('keeps a project deleted elsewhere on its line, marked as gone, until the cursor moves', async () => {
	const app = await openList();
	await app.press('j');
	const line = app.selectedRow();
	const {id} = app.state().projects.cursor;
	app.requestAsTeammate('DELETE', `/v1/projects/${id}`);
	while (!app.selectedLine().includes('gone: product-tour')) await app.clock.advance(100);
	await app.see('product-tour-nordwind is gone from the list');
	await app.go('t', 'That project is gone');
	await app.clock.advance(60_000);
	expect(app.selectedLine()).toContain('× gone: product-tour');
	await app.go('j', /^▌.*media-kit/m);
	expect(app.selectedRow()).toBe(line);
	expect(await app.see('2 of 11')).not.toContain('gone: ');
	app.requestAsTeammate('DELETE', `/v1/projects/${app.state().projects.cursor.id}`);
	await app.until('gone: ');
	expect(await app.go(['3', '1'], '2 of 10', /^▌.*investor/m)).not.toContain('gone: ');
});

test('selects a deleted project again when it returns, and says so', async () => {
	let ids = ['api', 'web'];
	const app = await openDemo({handle: createPagingService(() => ({ids, next: null}))}, '1 of 2');
	await app.press('j');
	ids = ['api'];
	await app.until('gone: ');
	await app.see('project web is gone from the list');
	ids = ['api', 'web'];
	await app.wait(30_000, 'project web is in the list again', /^▌.*project web/m, '2 of 2');
});

const often = {rpm: 600};

/** `api` begins a deployment after the others. */
async function openBoard(...others: readonly string[]) {
	const {app, team} = await openOnTeam(['api', 'web', 'docs'], often);
	for (const project of ['api', ...others].toReversed()) {
		team.deploy(project, {status: 'building'});
		await app.clock.advance(2_000);
	}

	await app.press('2');
	await app.wait(30_000, /▌◐ api/);
	return app;
}

const manyProjects = Array.from({length: 28}, (_, index) => `project-${String(index).padStart(2, '0')}`);

/** Paints no frame. */
function addNewestDeployment(app: OpenApp, id: string) {
	const at = app.clock.now();
	const running = {conclusion: undefined, concludedAt: undefined};
	const newest = deployment({...running, id, projectId: 'web', createdAt: at + 1000});
	app.session.store.learn({
		...listRead('web', [newest], at),
		request: {connectionId: app.state().connection?.id ?? 0, kind: 'deployments', projectId: 'web'},
	});
}

test('stays at the top of an overflowing board until a row is selected', {tags: ['fault-91']}, async () => {
	const {app, team} = await openOnTeam(manyProjects, often);
	await app.press('2');
	const runningIds = manyProjects.slice(0, 22).map(project => team.deploy(project, {status: 'building'}));
	await app.until('of 22');
	for (const id of runningIds.slice(2)) team.conclude(id, 'success');
	team.conclude(runningIds[1] ?? '', 'failure');
	await app.until('of 22 · ✖1 ◐1');
	for (const project of manyProjects.slice(22)) team.deploy(project, {status: 'uploading'});
	const shown = await app.until('of 28 · ✖1 ◐7');
	const signs = [...shown.matchAll(/^[▌ ]([◐✖✔]) project/gm)].map(([, sign]) => sign).join('');
	expect(signs).toMatch(/^◐{7}✖✔+$/);
	expect(shown).not.toContain('new');
	expect(app.selectedLine()).toContain('project-00');
	await app.press('G');
	team.deploy('project-00', {status: 'building'});
	await app.until(/29 of 29 .*1 new above/);
	await app.press('f', 'f', 'f');
	expect(await app.go('f', ' of 29 ')).not.toContain('▲');
});

test.each([
	['w', 'Watching api until', /^▌.*api /m, '2 of 3'],
	['j', /^▌.*docs /m, '3 of 3'],
])('acts with %s on the first painted row, not on a newer one above', {tags: ['fault-91']}, async (key, ...texts) => {
	const app = await openBoard('docs');
	addNewestDeployment(app, 'dep_new');
	app.burst(key);
	await app.see(...texts);
});

test('runs a command on the row that was selected when the palette opened', async () => {
	const app = await openBoard();
	await app.press(':', ...'watch');
	addNewestDeployment(app, 'dep_new');
	await app.see('✖0 ◐2');
	await app.go('enter', 'Watching api until');
});

test('only reports that a row has disappeared since it was painted', async () => {
	const {app, team} = await openOnTeam(['api', 'web'], often);
	team.deploy('api', {status: 'building'});
	await app.clock.advance(2_000);
	const id = team.deploy('web', {status: 'building'});
	await app.press('2');
	await app.wait(30_000, /◐ web.*\n▌◐ api/);
	const {store} = app.session;
	team.conclude(id, 'success');
	await app.wait(30_000, /✔ web/);
	team.conclude('dep_0001', 'failure');
	await app.wait(30_000, /▌✖ api/);
	const row = [...store.get().deployments.board.keys()].find(key => key.includes('api')) ?? '';
	store.change(state => withoutBoardRow(state, {id: row, folded: []}));
	app.burst('w');
	await app.see('That row has just disappeared');
	expect(store.get().presence.watches.size).toBe(0);
	await app.go('w', 'Watching all deployments of web');
});

/** Shows only the deployments in progress, one for each status word. */
async function openRunning(...words: readonly string[]) {
	const {app, team} = await openOnTeam(['api'], often);
	const ids: string[] = [];
	for (const status of words) {
		ids.push(team.deploy('api', {status}));
		await app.clock.advance(1_000);
	}

	await app.go('enter', `1 of ${words.length}`);
	await app.go('f', 'in progress only');
	return {app, team, ids};
}

test('keeps a filtered-out deployment and its keys until the cursor moves', async () => {
	const {app, team, ids} = await openRunning('queued', 'building', 'uploading');
	await app.go('j', '2 of 3', /^▌.*building/m);
	const line = app.selectedRow();
	team.conclude(ids[1] ?? '', 'failure');
	await app.wait(15_000, /^▌✖ failure.* no longer matches/m);
	await app.go('y', `Copied ${ids[1]}`);
	await app.go(['enter', 'esc'], /^▌✖ failure.* no longer matches/m);
	expect(app.selectedRow()).toBe(line);
	expect(await app.go('j', /^▌.*queued/m)).not.toContain('no longer matches');
	expect(app.selectedRow()).toBe(line);
	// Below all others it is counted as the last, and alone it stays on the screen.
	team.conclude(ids[0] ?? '', 'failure');
	await app.wait(15_000, /^▌.*no longer matches/m, ' 1 of 1 · in progress only');
	await app.go(['k', 'G'], /^▌.*uploading/m);
	team.conclude(ids[2] ?? '', 'failure');
	await app.wait(15_000, /^▌✖ failure.*no longer matches/m);
});

test('keeps the keys of a board row that no longer matches or is unwatched', async () => {
	const {app, team} = await openOnTeam(['api', 'web'], often);
	const [api] = ['api', 'web'].map(project => team.deploy(project, {status: 'building'}));
	await app.press('2');
	await app.wait(30_000, /api/, /web/);
	await app.go([...'fk'], 'in progress only', /^▌◐ api/m);
	team.conclude(api ?? '', 'failure');
	await app.wait(30_000, /^▌✖ api.* no longer matches/m);
	await app.go('t', 'Deploy api?');
	await app.go(['esc', '1', 'g', 'w'], 'Watching all deployments of api');
	await app.go(['/', ...'is:watched', 'enter', 'w'], /^▌.*api.* no longer matches/m);
	await app.go('w', 'Watching all deployments of api');
	expect(app.selectedLine()).not.toContain('no longer matches');
});
