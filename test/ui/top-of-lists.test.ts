import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openList} from '../kit/app/open.ts';
import {openOnTeam} from '../kit/app/open-on-team.ts';
import type {Team} from '../kit/services/team.ts';
import {deployment} from '../present/records.ts';

let app: OpenApp;
afterEach(() => app.close());

const seconds = async (count: number) => {
	for (let second = 0; second < count; second++) await app.clock.advance(1000);
};

async function openTeam(projects: readonly string[]): Promise<Team> {
	const opened = await openOnTeam(projects, {requestsPerMinute: 600});
	app = opened.app;
	return opened.team;
}

const manyProjects = Array.from({length: 40}, (_, index) => `project-${String(index).padStart(2, '0')}`);

/** Adds a running deployment of `web` to the state without painting a frame. */
function addNewestDeployment(id: string) {
	const at = app.clock.now();
	const newest = deployment({
		id,
		projectId: 'web',
		conclusion: undefined,
		concludedAt: undefined,
		createdAt: at + 1000,
	});
	app.session.store.dispatch({
		type: 'deployments-arrived',
		request: {connectionId: app.session.store.get().connection?.id ?? 0, kind: 'deployments', projectId: 'web'},
		list: {deployments: [newest], requestId: undefined, unreadable: 0},
		askedAt: at,
		at,
	});
}

test('an overflowing board stays at its top until a row is selected', {tags: ['fault-91']}, async () => {
	const team = await openTeam(manyProjects);
	await app.press('2');
	const runningIds: string[] = [];
	for (const project of manyProjects.slice(0, 30)) runningIds.push(team.deploy(project, {status: 'building'}));
	await seconds(60);
	await app.see('1 of 30');
	for (const id of runningIds.slice(2)) team.conclude(id, 'success');
	team.conclude(runningIds[1] ?? '', 'failure');
	await seconds(60);
	for (const project of manyProjects.slice(30)) team.deploy(project, {status: 'uploading'});
	await seconds(60);
	const shown = await app.see('1 of 40 · ✖1 ◐11');
	const signs = [...shown.matchAll(/^[▌ ]([◐✖✔]) project/gm)].map(([, sign]) => sign).join('');
	expect(signs).toMatch(/^◐{11}✖✔+$/);
	expect(shown).not.toContain('new');
	expect(app.selectedLine()).toContain('project-30');
});

test('a key acts on the first painted row of the board, not on a newer one above it', {
	tags: ['fault-91'],
}, async () => {
	const team = await openTeam(['api', 'web']);
	team.deploy('api', {status: 'building'});
	await app.press('2');
	await seconds(30);
	await app.see(/▌◐ api/);
	addNewestDeployment('dep_new');
	app.burst('w');
	await app.see('Watching api until');
	expect(app.selectedLine()).toContain('api');
	await app.see('2 of 2');
});

test('a command acts on the row that was selected when the palette opened', async () => {
	const team = await openTeam(['api', 'web']);
	team.deploy('api', {status: 'building'});
	await app.press('2');
	await seconds(30);
	await app.see(/▌◐ api/);
	await app.press(':');
	await app.type('watch');
	addNewestDeployment('dep_new');
	await app.see('✖0 ◐2');
	await app.press('enter');
	await app.see('Watching api until');
});

test('a key on a row that has disappeared since it was painted only reports the disappearance', async () => {
	const team = await openTeam(['api', 'web']);
	team.deploy('api', {status: 'building'});
	await seconds(2);
	const id = team.deploy('web', {status: 'building'});
	await app.press('2');
	await seconds(30);
	await app.see(/▌◐ web/);
	const {store} = app.session;
	team.conclude(id, 'success');
	await seconds(30);
	await app.see(/▌◐ api/);
	team.conclude('dep_0001', 'failure');
	await seconds(30);
	await app.see(/▌✖ api/);
	store.dispatch({
		type: 'board-row-removed',
		id: [...store.get().deployments.board.keys()].find(key => key.includes('api')) ?? '',
	});
	app.burst('w');
	await app.see('That row has just disappeared');
	expect(store.get().presence.watches.size).toBe(0);
	await app.press('w');
	await app.see('Watching all deployments of web');
});

test('the live view stays at its top until a row is selected, then keeps that row', async () => {
	const team = await openTeam(['api']);
	for (let count = 0; count < 5; count++) {
		team.conclude(team.deploy('api'), 'success');
		await seconds(1);
	}

	await app.press('enter');
	await app.see('1 of 5');
	team.deploy('api', {status: 'building'});
	await seconds(12);
	await app.see('1 of 6');
	expect(app.selectedLine()).toContain('building');
	await app.press('j');
	const selected = app.selectedLine();
	team.deploy('api', {status: 'uploading'});
	await seconds(12);
	await app.see('3 of 7 · ▲ 1 new');
	expect(app.selectedLine().slice(0, 40)).toBe(selected.slice(0, 40));
});

test('the project list stays at its top until a row is selected', async () => {
	app = await openList();
	app.requestAsTeammate('POST', '/v1/projects', {name: 'made-by-somebody-else'});
	await app.clock.advance(13_000);
	await app.see('1 of 13');
	expect(app.selectedLine()).toContain('made-by-somebody-else');
	await app.press('t');
	await app.see('made-by-somebody-else?');
});

test('keys that do not act on a row do not select one', async () => {
	app = await openList();
	await app.press('z', 'z', '?', 'esc', 'r', 'esc');
	app.requestAsTeammate('POST', '/v1/projects', {name: 'made-by-somebody-else'});
	await app.clock.advance(13_000);
	await app.see('1 of 13');
});

test('a movement key starts from the first painted row', async () => {
	const team = await openTeam(['api', 'web', 'docs']);
	team.deploy('docs', {status: 'building'});
	await seconds(2);
	team.deploy('api', {status: 'building'});
	await app.press('2');
	await seconds(30);
	await app.see(/▌◐ api/);
	addNewestDeployment('dep_new');
	app.burst('j');
	await app.see(/▌◐ docs/);
});
