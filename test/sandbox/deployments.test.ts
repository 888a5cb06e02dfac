import {expect, test} from 'vitest';
import {deployable, minute, open, second} from './ask.ts';

test('each trigger takes its own version, and a sixth concurrent one is rejected', () => {
	const {trigger} = deployable(open());
	const versions = Array.from({length: 5}, () => trigger().body.upload_version as number);
	expect(versions.map(version => version - (versions[0] ?? 0))).toEqual([0, 1, 2, 3, 4]);
	expect(trigger()).toMatchObject({status: 409, body: {error: {code: 'too_many_deployments'}}});
});

test('a deployment exists only under its own project and is deleted with it', () => {
	const asker = open();
	const [one, other] = asker.projects();
	const {body} = asker.ask('POST', `/v1/projects/${one?.id}/deployments`, {});
	expect(asker.ask('GET', `/v1/projects/${other?.id}/deployments/${body.id}`).status).toBe(404);
	asker.ask('DELETE', `/v1/projects/${one?.id}`);
	asker.pass(100 * second);
	expect(asker.ask('GET', `/v1/projects/${one?.id}/deployments/${body.id}`).status).toBe(404);
	expect(asker.projects()).toHaveLength(11);
});

test('a success or failure updates the project, a cancelled deployment does not', () => {
	const asker = open();
	const {trigger, read, path} = deployable(asker);
	const conclusions = new Set<unknown>();
	for (let attempt = 0; attempt < 60; attempt++) {
		const before = read();
		const {body: triggered} = trigger();
		expect(read().latest_upload_version).toBe(before.latest_upload_version);
		asker.pass(2 * minute);
		const {body: ended} = asker.ask('GET', `${path}/deployments/${triggered.id}`);
		const {request_id: _, ...after} = read();
		const effect = {
			success: {latest_upload_version: ended.upload_version, status: 'active', updated_at: ended.concluded_at},
			failure: {status: 'error', updated_at: ended.concluded_at},
			cancelled: {},
		};
		expect({...after, request_id: before.request_id}).toEqual({
			...before,
			...effect[ended.conclusion as keyof typeof effect],
		});
		conclusions.add(ended.conclusion);
	}

	expect(conclusions).toEqual(new Set(['success', 'failure', 'cancelled']));
});
