import {expect, test} from 'vitest';
import {type OpenApp, openOnTeam} from '../../kit/app/open.ts';
import {minute} from '../../kit/fixtures/moment.ts';
import type {Team} from '../../kit/services/team.ts';

/** Opens a team of four projects, each with v44 as its latest upload. */
async function openTeam(prepare: (team: Team) => void, size: {columns?: number; rows?: number} = {}) {
	const projects = ['api', 'docs', 'shop', 'web'];
	const opened = await openOnTeam(projects, {
		...size,
		prepare(team) {
			for (const id of projects) team.changeProject(id, {latest_upload_version: 44});
			prepare(team);
		},
	});
	await opened.app.clock.advance(2000);
	return opened;
}

const live = (team: Team, projectId: string, version: number, environment = 'production') =>
	team.conclude(team.deploy(projectId, {upload_version: version, environment_id: environment}), 'success');

const order = (app: OpenApp) => [...app.screen().matchAll(/^.{0,4}(api|docs|shop|web) /gm)].map(([, name]) => name);

test('shows which version is live where, how far behind it is, and what has happened since', async () => {
	const {app} = await openTeam(
		team => {
			live(team, 'web', 41);
			live(team, 'shop', 44, 'preview');
			team.deployWith('docs', 'building', {environment_id: 'production', upload_version: 44});
			team.deployWith('docs', 'failure', {environment_id: 'preview', upload_version: 43});
		},
		{columns: 140},
	);
	await app.go('4', /UPLOAD +preview +production/, /web +v44 +– +v41 3 behind v44 just now/, /shop +v44 +v44 .*–/);
	await app.see(/api +v44 +▸–/, /docs .*✖v43 .*◐v44/);
});

test('reads the project again when a newer version is live', {tags: ['fault-159']}, async () => {
	const {app, team} = await openTeam(each => live(each, 'docs', 43));
	await app.go('4', /docs +v44 +v43 1 behind v44/);
	live(team, 'docs', 45);
	expect(await app.until(/docs +v45 +v45 just now/)).not.toMatch(/\+1|behind/);
	team.changeProject('docs', {latest_upload_version: 46});
	await app.wait(12_000, /docs +v46 +v45 1 behind v46/);
});

test('shows a project without read deployments as unread, not as undeployed', async () => {
	let latencyMs = 0;
	const {app} = await openOnTeam(['api'], {latencyMs: () => latencyMs});
	latencyMs = 500;
	await app.go('4', /api .*…/);
	await app.wait(5000, /api .*–/);
});

test('c compares what is live in the selected environment with the next one', async () => {
	const {app} = await openTeam(
		team => {
			live(team, 'api', 44, 'preview');
			live(team, 'api', 41);
			live(team, 'docs', 43);
		},
		{columns: 140},
	);
	await app.go('4', /api +v44 .*v44 .*v41/);
	await app.go('c', /id +dep_0001 → dep_0002\W+environment +preview → production\W+version +v44 → v41\W+stages/);
	await app.go(['esc', 'j', 'c'], 'No success in preview is known');
	await app.go(['right', 'c'], 'There is no next environment');
});

test('sorts by versions behind and keeps the selected project', async () => {
	const {app, team} = await openTeam(each => {
		each.deployWith('api', 'failure', {environment_id: 'production'});
		live(each, 'web', 41);
		live(each, 'web', 44, 'preview');
		live(each, 'docs', 43);
		each.changeProject('shop', {latest_upload_version: undefined});
		live(each, 'shop', 1);
	});
	await app.go('4', /shop +– .* v1 \?[\s\S]* v41 −3/);
	await app.go('j', /^▌.*docs/m);
	await app.go(['s', 'down', 'down', 'down', 'down', 'enter', 'l'], 'by behind ▼', 'production ▼');
	expect(order(app)).toEqual(['web', 'docs', 'api', 'shop']);
	expect(app.selectedLine()).toContain('docs');

	live(team, 'web', 44);
	await app.wait(3 * minute, /web .*v44 {2}/);
	expect(order(app)).toEqual(['docs', 'web', 'api', 'shop']);
	expect(app.selectedLine()).toContain('docs');
	await app.go('S', 'by behind ▲');
	expect(order(app)).toEqual(['web', 'docs', 'api', 'shop']);
});

test('counts versions behind in the selected environment, otherwise in the worst', async () => {
	const {app} = await openTeam(
		team => {
			for (const [id, production, preview] of [
				['api', 40, 44],
				['docs', 43, 41],
				['web', 44, 43],
			] as const) {
				live(team, id, production);
				live(team, id, preview, 'preview');
			}
		},
		{columns: 140},
	);
	await app.go('4', /preview +production/, /api .*v40/);
	await app.go([':', ...'sort -behind', 'enter'], 'by behind ▼', /preview ▼ +production$/m);
	expect(order(app)).toEqual(['docs', 'web', 'api', 'shop']);
	await app.go('l', /preview +production ▼/);
	expect(order(app)).toEqual(['api', 'docs', 'web', 'shop']);
	await app.go('S', /preview +production ▲/);
	expect(order(app)).toEqual(['web', 'docs', 'api', 'shop']);
	await app.go(['S', 'k', 'enter', 'half a second', 'esc'], /production ▼/);
	expect(order(app)).toEqual(['api', 'docs', 'web', 'shop']);
	await app.go('1', 'by behind ▼');
	expect(order(app)).toEqual(['api', 'docs', 'web', 'shop']);
});

test('selects an environment with the arrows, and enter opens its newest deployment', async () => {
	let latencyMs = 0;
	const {app} = await openOnTeam(['web'], {
		latencyMs: () => latencyMs,
		prepare({deployedBefore}) {
			deployedBefore('web', 'success', 2.5 * minute, {upload_version: 40, environment_id: 'preview'});
			for (const ago of [4, 3, 2, 1])
				deployedBefore('web', 'success', ago * minute, {upload_version: 45 - ago, environment_id: 'production'});
		},
	});
	await app.clock.advance(5000);
	latencyMs = 500;
	await app.go('4', /▸v40/);
	await app.go('l', /▸v44/);
	await app.go('l', /▸v44/);
	await app.go('left', /▸v40/);
	await app.resize(80, 8);
	await app.go('enter', /success +production +v43 /);
	await app.wait(5000, '3 of 5', /v44 .*\n.*v43 .*\n▌.*v40 /);
});

test('scrolls columns into view as they are selected', async () => {
	const {app} = await openTeam(team => {
		const deployed = {api: 'a-one', docs: 'b-two', shop: 'c-three', web: 'd-four'};
		for (const [id, environment] of Object.entries(deployed)) live(team, id, 44, environment);
	});
	await app.go('4', /a-one +b-two +›/);
	expect(await app.go(['l', 'l'], /‹c-three +d-four/)).not.toContain('a-one');
});
