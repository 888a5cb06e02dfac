import {test} from 'vitest';
import {app, openOnTeam} from '../kit/app/open.ts';

const environments = {env_8f2: 'production', env_1c0: 'Staging'};

/** Opens a team with a deployment in each of three environments, of which the profile names two. */
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

test('an environment that the profile names is shown, sorted and found by its name, and its details and what is copied have the id', async () => {
	await openNamed();
	await app.wait(10_000, /api .*production/);
	await app.go('enter', /production +v3/, /Staging +v1/, /env_3d4 +v2/);
	await app.go('enter', 'production (env_8f2)');
	await app.go('Y', /JSON +{.*"environment_id":"env_8f2"/);
	await app.go(['esc', 'esc', 's', ...'environment', 'enter'], /env_3d4.*production.*Staging/s);
	await app.go('2', /api +\S+.*production/, /api +\S+.*Staging/);
	await app.go('4', /PROJECT +UPLOAD +env_3d4 +production +Staging/);
	await app.go(['/', ...'env:Prod', 'enter'], '1 of 2 match');
	await app.go(['esc', '/', ...'env:env_8f2', 'enter'], '1 of 2 match');
});

test('a deployment that the journal remembers is shown with the name of its environment', async () => {
	const {reopen} = await openNamed({hasJournal: true});
	await app.press('2');
	await app.wait(10_000, 'production');
	await reopen();
	app.disconnect();
	await app.press('2');
	await app.wait(10_000, 'production', 'connection refused');
});
