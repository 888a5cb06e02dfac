import {expect, test} from 'vitest';
import {deployable, minute, open} from './ask.ts';

test('a deployment passes through its states in order, then has a conclusion and its time', () => {
	const asker = open();
	const {trigger, path} = deployable(asker);
	const {body: triggered} = trigger();
	const order = ['queued', 'uploading', 'building', 'verifying', 'releasing', 'completed'];
	const seen: string[] = [];
	for (let step = 0; step < 240; step++) {
		const {body} = asker.ask('GET', `${path}/deployments/${triggered.id}`);
		seen.push(String(body.status));
		expect([body.conclusion === null, body.concluded_at === null]).toEqual(Array(2).fill(body.status !== 'completed'));
		asker.pass(300);
	}

	const states = [...new Set(seen)];
	expect(states).toEqual(order.filter(word => states.includes(word)));
	expect(states.length).toBeGreaterThan(2);
	expect(seen.at(-1)).toBe('completed');
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

test('redeploying an old version does not lower the version counter', () => {
	const asker = open();
	const {trigger, read, project} = deployable(asker);
	trigger({upload_version: 1});
	asker.pass(2 * minute);
	expect(read().latest_upload_version).toBe(project.latest_upload_version);
});
