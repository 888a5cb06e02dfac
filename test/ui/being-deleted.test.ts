import {describe, test} from 'vitest';
import {openOnTeam} from '../kit/app/open.ts';
import {minute} from '../kit/fixtures/moment.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

const record = {...projectOnTheWire, id: 'api', name: 'api', slug: 'api'};

describe('a project that the service has accepted to delete', {tags: ['fault-247']}, () => {
	async function openDeleting() {
		const {app} = await openOnTeam(['api', 'web'], {columns: 120});
		app.outages.set('DELETE /v1/projects/api', {status: 202, body: ''});
		await app.answer('D', [...'api', 'enter'], 'The service accepted to delete api (202)', /api .*deleting/);
		return app;
	}

	test('is neither deployed nor deleted again nor edited', async () => {
		const app = await openDeleting();
		for (const key of ['t', 'D', 'e']) await app.go([key], 'The service is deleting this project');
	});

	test('is left out by a bulk deployment', async () => {
		const app = await openDeleting();
		await app.go([' ', 't'], 'The service is deleting this project');
		await app.go(['j', ' ', 't'], 'Deploy web?', '1 left out. The service is deleting this project.');
		await app.go(['half a second', '1', 'enter'], '1 deployment started');
	});

	test('is an ordinary one again if it is still there after a minute', async () => {
		const app = await openDeleting();
		await app.wait(50_000, /api .*deleting/);
		await app.wait(minute, /api .*active/);
		await app.go('D', 'Permanently delete api?');
	});
});

test('reconciles an accepted change that the answer lacks', {tags: ['fault-247']}, async () => {
	const {app, team} = await openOnTeam(['api'], {columns: 120});
	app.outages.set('PATCH', {status: 202, body: JSON.stringify(record)});
	await app.answer('e', ['x', 'half a second', 'enter'], 'The service accepted the change (202)');
	app.outages.clear();
	team.changeProject('api', {name: 'apix'});
	await app.wait(10_000, /Saved apix .*confirmed/);
});
