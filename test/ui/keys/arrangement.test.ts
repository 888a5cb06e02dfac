import {expect, test} from 'vitest';
import {type OpenApp, openOnTeam} from '../../kit/app/open.ts';

/** v3 succeeded, v2 failed, v1 succeeded, and v4 is in progress. */
async function openDeployments() {
	const opened = await openOnTeam(['api', 'docs'], {
		columns: 100,
		prepare(team) {
			team.deployedBefore('api', 'success', 180_000, {environment_id: 'production', upload_version: 3}, 5000);
			team.deployedBefore('api', 'failure', 120_000, {environment_id: 'preview', upload_version: 2}, 6000);
			team.deployedBefore('api', 'success', 60_000, {environment_id: null, upload_version: 1}, 4000);
			team.deploy('api', {status: 'building', environment_id: 'production', upload_version: 4});
		},
	});
	await opened.app.go('enter', '1 of 4');
	return opened;
}

const versions = (app: OpenApp) =>
	[...app.screen().matchAll(/^[▌ ][✔✖◐].* v(\d) {2}/gm)].map(([, version]) => Number(version)).slice(-4);

test('sorting deployments keeps the selected one', async () => {
	const {app} = await openDeployments();
	await app.go('j', /^▌.*v1/m);
	await app.go([':', ...'sort -version', 'enter'], 'by version ▼');
	expect(app.selectedLine()).toContain('v1');
	await app.go('S', 'by version ▲');
	expect(versions(app)).toEqual([1, 2, 3, 4]);
	expect(app.selectedLine()).toContain('v1');
	await app.go(['s', 'up', 'up', 'up', 'up', 'enter'], /of 4$/m);
	expect(versions(app)).toEqual([4, 1, 2, 3]);
	for (const [column, order] of [
		['outcome', [4, 2, 1, 3]],
		['environment', [2, 4, 3, 1]],
		['took', [1, 3, 2, 4]],
		['started', [3, 2, 1, 4]],
	] as const) {
		await app.go([':', ...`sort ${column}`, 'enter'], `by ${column} ▲`);
		expect([column, versions(app)]).toEqual([column, order]);
	}
});

test('f shows only the deployments in progress, failed or watched', async () => {
	const {app} = await openDeployments();
	await app.go(['w', 'f'], '1 of 1 · in progress only', /^▌.*v4/m);
	await app.go('f', '1 of 1 · failed only', /^▌.*v2/m);
	await app.go('f', '1 of 1 · watched only', /^▌.*v4/m);
	await app.go('f', 'of 4');
});

test('an empty list says what it is limited to', async () => {
	const {app, clock} = await openOnTeam(['api'], {deployed: {api: 'building'}, columns: 100});
	await clock.advance(5000);
	await app.go('2', 'building');
	await app.go(['f', 'f'], 'Nothing has failed since its last success. Press f to show others.');
	await app.go('f', 'Nothing is watched. Press f to show others.');
	await app.go(['1', 'enter'], '1 of 1');
	await app.go(['f', 'f'], 'Nothing has failed. Press f to show others.');
});

test('the board keeps its sections when it is sorted by project', async () => {
	const {app, team} = await openDeployments();
	await app.go(['1', 'w', 'j', 'w', '2'], 'IN PROGRESS');
	await app.go([':', ...'sort project', 'enter'], 'by project ▲');
	expect(app.screen()).toMatch(/IN PROGRESS[\s\S]*api[\s\S]*ALSO WATCHED[\s\S]*docs/);
	expect(await app.go('f', 'in progress only')).not.toContain('docs');
	await app.go(['f', 'f'], 'watched only', /ALSO WATCHED[\s\S]*docs/);
	team.deploy('docs', {status: 'building'});
	await app.go(['f', 'r'], /IN PROGRESS[\s\S]*api[\s\S]*docs/);
	await app.go('S', /IN PROGRESS[\s\S]*docs[\s\S]*api/);
});
